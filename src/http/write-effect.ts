// Writes what a verb changes, in one batch.
import type { SystemCtx } from '../context.ts';
import { AppError } from '../kit/error.ts';

/** What a route or operation does when its batch lost to a quicker one. */
export interface Rereads {
  rereads?: boolean;
}

/**
 * Fills the write set by `prepare`, and writes it. If the operation rereads, a batch that lost to a quicker
 * one is prepared once more, and the verb then finds what the quicker one wrote.
 */
export async function writeEffect<T>(
  { write }: SystemCtx,
  { rereads }: Rereads,
  prepare: () => Promise<T>,
  commit: () => Promise<void>,
): Promise<T> {
  const prepared = await prepare();
  try {
    await commit();
    return prepared;
  } catch (error) {
    if (!rereads || !cameTooLate(error)) throw error;
  }
  write.clear();
  const again = await prepare();
  await commit();
  return again;
}

function cameTooLate(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'conflict' || error.code === 'version_conflict');
}
