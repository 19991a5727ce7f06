// Writes what a verb changes, in one batch.
import type { SystemCtx } from '../context.ts';
import { AppError } from '../kit/error.ts';

/** The part of a route or an operation that says what a batch that came too late means. */
export interface Rereads {
  rereads?: boolean;
}

/**
 * Has `prepare` fill the write set, and writes it. Where the operation rereads, a batch that lost to a quicker one is prepared once
 * more, when the verb finds what that one wrote.
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
