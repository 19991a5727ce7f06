// The heads of the journals, kept outside of them. A ledger whose object was rolled back is consistent in
// itself and would pay again what it has paid since; comparing it with the head stored here shows the
// rollback.
import { and, asc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { Head, Heads } from './posting.ts';
import { ledgerHeads } from './table.ts';

/**
 * The highest known head of a holder's ledger; null when none is known. Every call that changes the ledger
 * sends it.
 */
export async function findHead(ctx: SystemCtx, holder: string): Promise<Head | null> {
  const known = await findKnown(ctx, holder);
  return known && { seq: known.seq, hash: known.hash };
}

/** The same head, with the time since which it is known, in milliseconds. */
export async function findKnown(ctx: SystemCtx, holder: string): Promise<(Head & { since: number }) | null> {
  const row = await mainDb(ctx.env).select().from(ledgerHeads).where(eq(ledgerHeads.holder, holder)).get();
  return row && row.seq > 0 ? { seq: row.seq, hash: row.hash, since: row.updatedAt } : null;
}

/** The heads of the ledgers of `holders`, a list of SQL values, as a JSON object that a statement reads along. */
export function headsOf(holders: SQL): SQL<string> {
  return sql<string>`(SELECT json_group_object(holder, json_object('seq', seq, 'hash', hash))
    FROM ledger_heads WHERE seq > 0 AND holder IN (${holders}))`;
}

/** Holders with the known heads of their ledgers, by name after `after`. */
export async function listHeads(ctx: SystemCtx, after: string, limit: number) {
  return await mainDb(ctx.env)
    .select()
    .from(ledgerHeads)
    .where(gt(ledgerHeads.holder, after))
    .orderBy(asc(ledgerHeads.holder))
    .limit(limit)
    .all();
}

/** The service's own ledgers. */
export async function listServiceLedgers(ctx: SystemCtx): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ holder: ledgerHeads.holder })
    .from(ledgerHeads)
    .where(and(gte(ledgerHeads.holder, 'service:'), lt(ledgerHeads.holder, 'service;')))
    .all();
  return rows.map(({ holder }) => holder);
}

/** Adds the heads of ledgers that were read to ctx.write. A stored head that is higher stays. */
export function saveHeads(ctx: Pick<SystemCtx, 'write' | 'now'>, heads: Heads): void {
  if (Object.keys(heads).length === 0) return;
  ctx.write.addSql(sql`INSERT INTO ledger_heads (holder, seq, hash, updated_at)
    SELECT key, value->>'seq', value->>'hash', ${ctx.now} FROM json_each(${JSON.stringify(heads)}) WHERE true
    ON CONFLICT (holder) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, updated_at = excluded.updated_at
    WHERE excluded.seq > ledger_heads.seq`);
}
