/**
 * Works on a batch as a whole; if that fails, on its halves, until only the items that fail are left, so that
 * these do not stop the others.
 * @param alone is called with each failing item and its error.
 */
export async function inHalves<T>(
  items: T[],
  run: (items: T[]) => Promise<void>,
  alone: (item: T, error: unknown) => void,
): Promise<void> {
  try {
    await run(items);
  } catch (error) {
    if (items.length === 1) {
      alone(items[0]!, error);
      return;
    }
    const middle = items.length >> 1;
    await inHalves(items.slice(0, middle), run, alone);
    await inHalves(items.slice(middle), run, alone);
  }
}
