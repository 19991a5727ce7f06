import { describeError, log } from './log.ts';

/**
 * Works on all items, at most `atATime` at once. An error of one item is logged, or passed to `failed`, and
 * does not stop the others.
 */
export async function inParallel<T>(
  items: readonly T[],
  atATime: number,
  run: (item: T) => Promise<void>,
  failed: (item: T, error: unknown) => void = (item, error) =>
    log('error', { item, error: describeError(error) }),
): Promise<void> {
  const waiting = items.values();
  const runner = async () => {
    for (const item of waiting) {
      try {
        await run(item);
      } catch (error) {
        failed(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atATime }, runner));
}
