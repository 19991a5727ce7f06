import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { AcceptanceRow, OpenRow } from './agreement.ts';
import {
  agreementAcceptances,
  agreements,
  agreementVersions,
  isNewest,
  openForRelationship,
  openForRetainer,
  withNewest,
} from './table.ts';

/** The agreements that a creator has to accept with an account's retainer. */
export async function listOpenForRetainer(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
): Promise<OpenRow[]> {
  return await listAmong(ctx, openForRetainer(sql`${accountId}`, sql`${creatorId}`));
}

/** The agreements that a creator has to accept because it works with an account. */
export async function listOpenForRelationship(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
): Promise<OpenRow[]> {
  return await listAmong(ctx, openForRelationship(sql`${accountId}`, sql`${creatorId}`));
}

/** The newest versions of agreements. @param open a condition from openAgreements or the like. */
async function listAmong(ctx: SystemCtx, open: SQL): Promise<OpenRow[]> {
  return await mainDb(ctx.env)
    .select(withNewest)
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .where(sql`${agreements.id} IN (SELECT g.id ${open})`)
    .orderBy(agreements.id)
    .all();
}

/** Adds acceptances; one that exists (through another program or retainer) stays as it is. */
export function insertAcceptances(ctx: SystemCtx, rows: AcceptanceRow[]): void {
  const db = mainDb(ctx.env);
  for (const row of rows) ctx.write.add(db.insert(agreementAcceptances).values(row).onConflictDoNothing());
}
