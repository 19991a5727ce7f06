import { and, eq, gt, isNull } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { type CorrectionRow, PROPOSED_FOR_MS } from './correction.ts';
import { corrections } from './table.ts';

export function insertCorrection(ctx: SystemCtx, row: CorrectionRow): void {
  ctx.write.add(mainDb(ctx.env).insert(corrections).values(row));
}

export async function findCorrection(ctx: SystemCtx, id: string): Promise<CorrectionRow | null> {
  return (await mainDb(ctx.env).select().from(corrections).where(eq(corrections.id, id)).get()) ?? null;
}

/**
 * Adds an approval to the batch, which fails as a whole when the proposal was approved before or has expired.
 */
export function saveApproved(ctx: SystemCtx, { id }: CorrectionRow, approvedBy: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(corrections)
      .set({ approvedBy, approvedAt: ctx.now })
      .where(
        and(
          eq(corrections.id, id),
          isNull(corrections.approvedAt),
          gt(corrections.createdAt, ctx.now - PROPOSED_FOR_MS),
        ),
      ),
    overtaken,
  );
}
