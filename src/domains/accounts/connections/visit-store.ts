import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { connectionVisits } from './table.ts';

export type VisitRow = typeof connectionVisits.$inferSelect;

export function insertVisit(ctx: SystemCtx, row: typeof connectionVisits.$inferInsert): void {
  ctx.write.add(mainDb(ctx.env).insert(connectionVisits).values(row));
}

export async function findVisit(ctx: SystemCtx, id: string): Promise<VisitRow | null> {
  const row = await mainDb(ctx.env).select().from(connectionVisits).where(eq(connectionVisits.id, id)).get();
  return row ?? null;
}

export async function deleteVisits(ctx: SystemCtx, expiredBefore: number): Promise<void> {
  await mainDb(ctx.env).delete(connectionVisits).where(lt(connectionVisits.expiresAt, expiredBefore));
}

export async function findVisitByState(ctx: SystemCtx, stateHash: string): Promise<VisitRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(connectionVisits)
    .where(eq(connectionVisits.stateHash, stateHash))
    .get();
  return row ?? null;
}

interface Claim {
  browserHash: string;
  stateHash: string;
  stateUntil: number;
}

/** Ties a visit to this browser, with a fresh state. @returns false when it belongs to another browser or is over. */
export async function claimVisit(ctx: SystemCtx, id: string, claim: Claim): Promise<boolean> {
  const { browserHash } = connectionVisits;
  const { meta } = await mainDb(ctx.env)
    .update(connectionVisits)
    .set(claim)
    .where(
      and(
        eq(connectionVisits.id, id),
        or(isNull(browserHash), eq(browserHash, claim.browserHash)),
        isNull(connectionVisits.outcome),
      ),
    );
  return meta.changes === 1;
}

/** Uses up a state. @returns false when it was used before. */
export async function claimState(ctx: SystemCtx, id: string, stateHash: string): Promise<boolean> {
  const { meta } = await mainDb(ctx.env)
    .update(connectionVisits)
    .set({ stateHash: null, stateUntil: null })
    .where(and(eq(connectionVisits.id, id), eq(connectionVisits.stateHash, stateHash)));
  return meta.changes === 1;
}

export function saveVisitOutcome(ctx: SystemCtx, id: string, outcome: 'connected'): void {
  ctx.write.add(mainDb(ctx.env).update(connectionVisits).set({ outcome }).where(eq(connectionVisits.id, id)));
}
