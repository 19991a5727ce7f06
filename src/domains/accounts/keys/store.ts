import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { apiKeys, keyClients, keyOrigins, keyProblems } from '../../../db/keys-table.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { PRUNED_AT_ONCE } from '../../../db/prune.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { KeyProblem } from './interface.ts';

export type KeyRow = typeof apiKeys.$inferSelect;
export type NewKey = typeof apiKeys.$inferInsert;

export interface FoundKey {
  row: KeyRow;
  origins: string[];
  clients: { id: string; name: string }[];
}

const found = {
  row: apiKeys,
  // The outer table is spelled out, because inside a subquery a bare column name would mean the inner table.
  origins: sql<string>`(SELECT json_group_array(o.origin) FROM key_origins o WHERE o.key_id = api_keys.id)`,
  clients: sql<string>`(SELECT json_group_array(json_object('id', c.account_id, 'name', a.name))
    FROM key_clients c JOIN accounts a ON a.id = c.account_id WHERE c.key_id = api_keys.id)`,
};

function read(one: { row: KeyRow; origins: string; clients: string }): FoundKey {
  return { row: one.row, origins: JSON.parse(one.origins), clients: JSON.parse(one.clients) };
}

/** A key of the acting account, revoked or not. */
export async function requireAccountKey(ctx: Ctx, id: string): Promise<FoundKey> {
  const own = and(eq(apiKeys.id, id), eq(apiKeys.accountId, actingAccount(ctx.actor).id));
  const one = await mainDb(ctx.env).select(found).from(apiKeys).where(own).get();
  if (!one) throw notFound('key');
  return read(one);
}

export async function listAccountKeys(
  ctx: Ctx,
  limit: number,
  range: IdRange,
  revoked: boolean,
): Promise<FoundKey[]> {
  const rows = await mainDb(ctx.env)
    .select(found)
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, actingAccount(ctx.actor).id),
        sql`${apiKeys.revokedAt} IS ${revoked ? sql`NOT NULL` : sql`NULL`}`,
        withinRange(apiKeys.id, range),
      ),
    )
    .orderBy(newestFirst(apiKeys.id))
    .limit(limit + 1)
    .all();
  return rows.map(read);
}

/** The IDs that belong to client brands of the acting account. */
export async function listOwnClients(ctx: Ctx, ids: string[]): Promise<{ id: string; name: string }[]> {
  return await mainDb(ctx.env)
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(and(inArray(accounts.id, ids), eq(accounts.managedBy, actingAccount(ctx.actor).id)))
    .all();
}

export function insertKey(ctx: SystemCtx, row: NewKey, origins: string[], clients: string[] = []): void {
  ctx.write.add(mainDb(ctx.env).insert(apiKeys).values(row));
  insertOrigins(ctx, row.id, origins);
  insertClients(ctx, row.id, clients);
}

/** Makes the caller's batch fail when the account has more than `most` keys that are not revoked. */
export function requireRoom(ctx: SystemCtx, accountId: string, most: number): void {
  const own = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
  ctx.write.require(sql`(SELECT COUNT(*) FROM ${apiKeys} WHERE ${own}) <= ${most}`, async () =>
    rejected('too_many_keys', `An account has at most ${most} keys. Revoke one that is not used any more.`),
  );
}

function insertOrigins(ctx: SystemCtx, keyId: string, origins: string[]): void {
  for (const origin of origins) ctx.write.add(mainDb(ctx.env).insert(keyOrigins).values({ origin, keyId }));
}

function insertClients(ctx: SystemCtx, keyId: string, clients: string[]): void {
  if (clients.length === 0) return;
  ctx.write.addSql(sql`INSERT INTO key_clients (key_id, account_id)
    SELECT ${keyId}, value FROM json_each(${JSON.stringify(clients)})`);
}

export function saveOrigins(ctx: SystemCtx, keyId: string, origins: string[]): void {
  ctx.write.add(mainDb(ctx.env).delete(keyOrigins).where(eq(keyOrigins.keyId, keyId)));
  insertOrigins(ctx, keyId, origins);
}

export function saveClients(ctx: SystemCtx, keyId: string, clients: string[]): void {
  ctx.write.add(mainDb(ctx.env).delete(keyClients).where(eq(keyClients.keyId, keyId)));
  insertClients(ctx, keyId, clients);
}

/**
 * Changes a key unless it changed since it was read, which updatedAt shows.
 * @returns the changed key.
 */
export function saveKey(ctx: SystemCtx, before: KeyRow, changes: Partial<KeyRow>): KeyRow {
  const updatedAt = Math.max(ctx.now, before.updatedAt + 1);
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(apiKeys)
      .set({ ...changes, updatedAt })
      .where(
        and(eq(apiKeys.id, before.id), eq(apiKeys.updatedAt, before.updatedAt), isNull(apiKeys.revokedAt)),
      ),
    async () => new AppError('conflict', 'The key changed at the same time. Read it again and retry.'),
  );
  return { ...before, ...changes, updatedAt };
}

/**
 * The most kinds of problems stored for a key per minute, approximately. Further ones are summed by their error code.
 */
const MOST_A_MINUTE = 10;

export async function addProblems(ctx: SystemCtx, problems: KeyProblem[]): Promise<void> {
  const rows = JSON.stringify(problems.map((p) => [p.key, p.minute, p.code, p.route, p.count]));
  await mainDb(ctx.env).run(sql`INSERT INTO key_problems (key_id, minute, code, route, count)
    SELECT r.value ->> 0, r.value ->> 1, r.value ->> 2,
      CASE WHEN EXISTS (SELECT 1 FROM key_problems p WHERE p.key_id = r.value ->> 0
          AND p.minute = r.value ->> 1 AND p.code = r.value ->> 2 AND p.route = r.value ->> 3)
        OR (SELECT COUNT(*) FROM key_problems p
          WHERE p.key_id = r.value ->> 0 AND p.minute = r.value ->> 1) < ${MOST_A_MINUTE}
        THEN r.value ->> 3 ELSE '*' END,
      r.value ->> 4
    FROM json_each(${rows}) r WHERE true
    ON CONFLICT (key_id, minute, code, route) DO UPDATE SET count = count + excluded.count`);
}

/** Newest first, and within a minute by code and route. @param before the position of the last problem already seen. */
export async function listProblems(
  ctx: SystemCtx,
  keyId: string,
  limit: number,
  before: { minute: number; code: string; route: string } | null,
): Promise<(typeof keyProblems.$inferSelect)[]> {
  const behind: SQL | undefined = before
    ? sql`(-${keyProblems.minute}, ${keyProblems.code}, ${keyProblems.route}) >
        (${-before.minute}, ${before.code}, ${before.route}) AND ${keyProblems.minute} <= ${before.minute}`
    : undefined;
  return await mainDb(ctx.env)
    .select()
    .from(keyProblems)
    .where(and(eq(keyProblems.keyId, keyId), behind))
    .orderBy(newestFirst(keyProblems.minute), keyProblems.code, keyProblems.route)
    .limit(limit + 1)
    .all();
}

/** Deletes the oldest problems, at most PRUNED_AT_ONCE. @returns how many. */
export async function deleteProblemsBefore(ctx: SystemCtx, minute: number): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM key_problems WHERE rowid IN (
    SELECT rowid FROM key_problems WHERE ${lt(keyProblems.minute, minute)}
    ORDER BY minute LIMIT ${PRUNED_AT_ONCE})`);
  return meta.changes;
}
