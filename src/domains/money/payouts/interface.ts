// What other domains may ask of payouts.
import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { payouts } from './table.ts';

/** When a payout's earnings reached the payout balance; null until they do. */
export async function findPaidAt(ctx: SystemCtx, id: string): Promise<number | null> {
  const row = await mainDb(ctx.env)
    .select({ paidAt: payouts.paidAt })
    .from(payouts)
    .where(eq(payouts.id, id))
    .get();
  return row?.paidAt ?? null;
}
