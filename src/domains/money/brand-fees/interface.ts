// What other domains may ask of brand fees besides its verbs.
import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { brandFees } from './table.ts';

/** A missed night is made up for, but not after so many days, when nobody expects the charge any more. */
export const FEE_DAYS = 3;

export type BrandFeeRow = typeof brandFees.$inferSelect;

export async function findFeeOfEarning(ctx: SystemCtx, earningId: string): Promise<BrandFeeRow | null> {
  const row = await mainDb(ctx.env).select().from(brandFees).where(eq(brandFees.earningId, earningId)).get();
  return row ?? null;
}
