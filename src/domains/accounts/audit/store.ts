import { and, eq, getTableColumns, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { apiKeys } from '../../../db/keys-table.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { PRUNED_AT_ONCE } from '../../../db/prune.ts';
import { lowestId } from '../../../kit/ids.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { people } from '../people/table.ts';
import type { AuditEntryRow, FoundEntry } from './audit-entry.ts';
import { auditEntries } from './table.ts';

export function insertAuditEntry(ctx: SystemCtx, row: AuditEntryRow): void {
  ctx.write.add(mainDb(ctx.env).insert(auditEntries).values(row));
}

/** A query that selects `account` and `subject`. It runs inside the batch, when the entries are inserted. */
export type DoneWhere = { getSQL(): SQL };

const RANDOM_PART = 16;

/**
 * Inserts an entry for each row of a query. The database makes the IDs: hexadecimal digits are valid characters of an
 * ID.
 */
export function insertAuditEntries(
  ctx: SystemCtx,
  row: Pick<AuditEntryRow, 'callerId' | 'operation' | 'address' | 'browser'>,
  where: DoneWhere,
): void {
  const beginning = lowestId('auditEntry', ctx.now).slice(0, -RANDOM_PART);
  const { callerId, operation, address, browser } = row;
  ctx.write.addSql(sql`INSERT INTO ${auditEntries} (id, account_id, caller_id, operation, subject, address, browser)
    SELECT ${beginning} || lower(hex(randomblob(${RANDOM_PART / 2}))), account, ${callerId}, ${operation}, subject, ${address}, ${browser}
    FROM (${where.getSQL()})`);
}

type Filter = { caller?: string | undefined; operation?: string | undefined };

/**
 * Lists the account's entries. For a partner it adds what was done for it at its clients, which takes a second query on
 * another index.
 */
export async function listEntries(
  ctx: Ctx,
  limit: number,
  range: IdRange,
  filter: Filter,
): Promise<FoundEntry[]> {
  const { id, type } = actingAccount(ctx.actor);
  const lists = [listWhere(ctx, eq(auditEntries.accountId, id), limit, range, filter)];
  if (type === 'partner') lists.push(listWhere(ctx, eq(auditEntries.partnerId, id), limit, range, filter));
  return (await Promise.all(lists))
    .flat()
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit + 1);
}

async function listWhere(
  ctx: Ctx,
  whose: SQL,
  limit: number,
  range: IdRange,
  filter: Filter,
): Promise<FoundEntry[]> {
  const { id } = actingAccount(ctx.actor);
  const place = alias(accounts, 'place');
  const appPerson = alias(people, 'app_person');
  // A client reads whose key or app it was, and not what a partner calls its own.
  const isOwn = sql`(${auditEntries.partnerId} IS NULL OR ${auditEntries.partnerId} = ${id})`;
  return await mainDb(ctx.env)
    .select({
      ...getTableColumns(auditEntries),
      callerName: sql<
        string | null
      >`COALESCE(${people.name}, CASE WHEN ${isOwn} THEN COALESCE(${apiKeys.name}, ${auditEntries.appName}) END)`,
      appPersonName: appPerson.name,
      partnerName: accounts.name,
      accountName: place.name,
    })
    .from(auditEntries)
    .leftJoin(people, eq(people.id, auditEntries.callerId))
    .leftJoin(apiKeys, eq(apiKeys.id, auditEntries.callerId))
    .leftJoin(appPerson, eq(appPerson.id, auditEntries.appPersonId))
    .leftJoin(accounts, eq(accounts.id, auditEntries.partnerId))
    .leftJoin(place, and(eq(place.id, auditEntries.accountId), or(eq(place.id, id), eq(place.managedBy, id))))
    .where(
      and(
        whose,
        filter.caller === undefined ? undefined : eq(auditEntries.callerId, filter.caller),
        filter.operation === undefined ? undefined : eq(auditEntries.operation, filter.operation),
        withinRange(auditEntries.id, range),
      ),
    )
    .orderBy(newestFirst(auditEntries.id))
    .limit(limit + 1)
    .all();
}

/** Selects distinct values by looking up the next greater one again and again: each step is a single index lookup. */
const different = (
  whose: 'account_id' | 'partner_id',
  column: 'caller_id' | 'operation',
) => `WITH RECURSIVE found (value) AS (
    SELECT MIN(${column}) FROM audit_entries WHERE ${whose} = ?1
    UNION ALL
    SELECT (SELECT MIN(${column}) FROM audit_entries WHERE ${whose} = ?1 AND ${column} > found.value)
    FROM found WHERE found.value IS NOT NULL)
  SELECT value, COALESCE((SELECT p.name FROM people p WHERE p.id = value),
    (SELECT k.name FROM api_keys k WHERE k.id = value AND k.account_id = ?1),
    (SELECT e.app_name FROM audit_entries e WHERE e.${whose} = ?1 AND e.caller_id = value
      AND (e.partner_id IS NULL OR e.partner_id = ?1) ORDER BY e.id DESC LIMIT 1), '') AS name
  FROM found WHERE value IS NOT NULL LIMIT 200`;

/** The people, keys and apps, and the operations that occur in the account's audit log. */
export async function listWhoAndWhat(
  ctx: Ctx,
): Promise<{ callers: { id: string; name: string }[]; operations: string[] }> {
  const { id, type } = actingAccount(ctx.actor);
  const lists = type === 'partner' ? (['account_id', 'partner_id'] as const) : (['account_id'] as const);
  const found = await ctx.env.DB.batch<{ value: string; name: string }>(
    lists.flatMap((whose) => [
      ctx.env.DB.prepare(different(whose, 'caller_id')).bind(id),
      ctx.env.DB.prepare(different(whose, 'operation')).bind(id),
    ]),
  );
  const rows = (odd: 0 | 1) => found.flatMap(({ results }, n) => (n % 2 === odd ? results : []));
  return {
    callers: [...new Map(rows(0).map(({ value, name }) => [value, name]))].map(([id, name]) => ({
      id,
      name,
    })),
    operations: [...new Set(rows(1).map(({ value }) => value))].toSorted(),
  };
}

/** Deletes the oldest entries, at most PRUNED_AT_ONCE. @returns how many. */
export async function deleteEntriesBelow(ctx: SystemCtx, id: string): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM audit_entries WHERE id IN (
    SELECT ${auditEntries.id} FROM ${auditEntries} WHERE ${lt(auditEntries.id, id)}
    ORDER BY ${auditEntries.id} LIMIT ${PRUNED_AT_ONCE})`);
  return meta.changes;
}
