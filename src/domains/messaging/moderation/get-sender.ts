import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { findErasure } from './erasure-store.ts';
import { findSender } from './report-store.ts';
import type { KnownSender } from './sender.ts';

/** What the staff decided about an account or a creator as a sender. Throws not_found. */
export async function getSender(ctx: SystemCtx, side: string): Promise<KnownSender> {
  const [{ exists, bar }, erasure] = await Promise.all([findSender(ctx, side), findErasure(ctx, side)]);
  if (!exists) throw notFound('account or creator');
  return { id: side, bar, erasure };
}
