/**
 * Works on a batch as a whole; when that fails, on its halves, until each item that cannot be worked on stands alone
 * and does not keep the others waiting.
 * @param alone takes such an item and what it failed with.
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
