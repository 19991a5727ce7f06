import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { getSender } from './get-sender.ts';
import { insertBar } from './report-store.ts';
import type { KnownSender } from './sender.ts';

/**
 * Stops the messages of an account or a creator in the caller's batch: it can write to the staff alone. Throws not_found,
 * and conflict if it is barred.
 */
export async function barSender(
  ctx: SystemCtx,
  by: string,
  side: string,
  reason: string,
): Promise<{ before: KnownSender; after: KnownSender }> {
  const before = await getSender(ctx, side);
  if (before.bar) throw new AppError('conflict', 'It is barred already.');
  const bar = { side, barredBy: by, reason, barredAt: ctx.now };
  insertBar(ctx, bar);
  return { before, after: { ...before, bar } };
}
