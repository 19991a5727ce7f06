/**
 * Works on all items, a few at a time. One that fails is logged and holds up no other.
 */
export async function inParallel<T>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        console.error(JSON.stringify({ level: 'error', item, error: text }));
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
