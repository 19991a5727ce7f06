import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { findSender } from './report-store.ts';
import type { BarRow } from './sender.ts';

/** What the staff decided about an account or a creator as a sender. Throws not_found. */
export async function getSender(ctx: SystemCtx, side: string): Promise<{ id: string; bar: BarRow | null }> {
  const { exists, bar } = await findSender(ctx, side);
  if (!exists) throw notFound('account or creator');
  return { id: side, bar };
}
