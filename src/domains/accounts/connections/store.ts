import { eq, lt } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { connectionVisits } from './table.ts';

export type VisitRow = typeof connectionVisits.$inferSelect;

export function insertVisit(ctx: SystemCtx, row: VisitRow): void {
  ctx.write.add(mainDb(ctx.env).insert(connectionVisits).values(row));
}

export async function findVisit(ctx: SystemCtx, id: string): Promise<VisitRow | null> {
  const row = await mainDb(ctx.env).select().from(connectionVisits).where(eq(connectionVisits.id, id)).get();
  return row ?? null;
}

export async function deleteVisits(ctx: SystemCtx, expiredBefore: number): Promise<void> {
  await mainDb(ctx.env).delete(connectionVisits).where(lt(connectionVisits.expiresAt, expiredBefore));
}
