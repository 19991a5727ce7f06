// The batches of background work, which has many of them where a request has one.
import type { SystemCtx } from '../context.ts';
import { AppError } from '../kit/error.ts';
import { WriteSet } from './write-set.ts';

/**
 * Writes what `fill` adds as one batch of its own, and waits for what follows the commit.
 * @returns false when a guard did not hold and nothing was written: somebody else was first.
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

/** For WriteSet.guarded where nobody is to be told why the row did not match. */
export async function overtaken(): Promise<AppError> {
  return new AppError('conflict', 'Somebody else was first.');
}
