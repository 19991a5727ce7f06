// Batches of background work, which writes many where a request writes one.
import type { SystemCtx } from '../context.ts';
import { AppError } from '../kit/error.ts';
import { WriteSet } from './write-set.ts';

/**
 * Writes what `fill` adds as one batch of its own, and awaits the tasks that follow the commit.
 * @returns false when a guard failed and nothing was written, because another run was first.
 */
export async function inOneBatch(
  ctx: SystemCtx,
  fill: (own: SystemCtx) => void | Promise<void>,
): Promise<boolean> {
  const write = new WriteSet(ctx.env.DB);
  await fill({ ...ctx, write });
  let tasks: Promise<unknown>[];
  try {
    tasks = await write.commit();
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
  await Promise.allSettled(tasks);
  return true;
}

/** The same for records that people edit: false, too, when one of them was changed since it was read. */
export async function inOneBatchUnlessEdited(
  ctx: SystemCtx,
  fill: (own: SystemCtx) => void | Promise<void>,
): Promise<boolean> {
  try {
    return await inOneBatch(ctx, fill);
  } catch (error) {
    if (error instanceof AppError && error.code === 'version_conflict') return false;
    throw error;
  }
}

/** For WriteSet.guarded where no caller needs to know why the row did not match. */
export async function overtaken(): Promise<AppError> {
  return new AppError('conflict', 'Somebody else was first.');
}
