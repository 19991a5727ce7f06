import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { getSender } from './get-sender.ts';
import { deleteBar } from './report-store.ts';

/** Lets a barred sender write again, in the caller's batch. Throws not_found, and conflict if it is not barred. */
export async function unbarSender(ctx: SystemCtx, side: string) {
  const before = await getSender(ctx, side);
  if (!before.bar) throw new AppError('conflict', 'It is not barred.');
  deleteBar(ctx, before.bar);
  return { before, after: { ...before, bar: null } };
}
