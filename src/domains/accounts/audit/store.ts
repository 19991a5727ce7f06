import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { PRUNED_AT_ONCE } from '../../../db/prune.ts';
import type { IdRange } from '../../../resource/page.ts';
import { accounts } from '../accounts/table.ts';
import { people } from '../people/table.ts';
import type { AuditEntryRow, FoundEntry } from './audit-entry.ts';
import { auditEntries } from './table.ts';

export function insertAuditEntry(ctx: SystemCtx, row: AuditEntryRow): void {
  ctx.write.add(mainDb(ctx.env).insert(auditEntries).values(row));
}

export async function listEntries(
  ctx: Ctx,
  limit: number,
  range: IdRange,
  filter: { person?: string | undefined; operation?: string | undefined },
): Promise<FoundEntry[]> {
  return await mainDb(ctx.env)
    .select({ ...getTableColumns(auditEntries), personName: people.name, partnerName: accounts.name })
    .from(auditEntries)
    .leftJoin(people, eq(people.id, auditEntries.personId))
    .leftJoin(accounts, eq(accounts.id, auditEntries.partnerId))
    .where(
      and(
        eq(auditEntries.accountId, actingAccount(ctx.actor).id),
        filter.person === undefined ? undefined : eq(auditEntries.personId, filter.person),
        filter.operation === undefined ? undefined : eq(auditEntries.operation, filter.operation),
        withinRange(auditEntries.id, range),
      ),
    )
    .orderBy(newestFirst(auditEntries.id))
    .limit(limit + 1)
    .all();
}

/** The smallest that is greater than the one before, again and again: each step is one look into the index. */
const different = (column: 'person_id' | 'operation') => `WITH RECURSIVE found (value) AS (
    SELECT MIN(${column}) FROM audit_entries WHERE account_id = ?1
    UNION ALL
    SELECT (SELECT MIN(${column}) FROM audit_entries WHERE account_id = ?1 AND ${column} > found.value)
    FROM found WHERE found.value IS NOT NULL)
  SELECT value, COALESCE((SELECT p.name FROM people p WHERE p.id = value), '') AS name
  FROM found WHERE value IS NOT NULL LIMIT 200`;

/** Who and what there is in the account's log. */
export async function listWhoAndWhat(
  ctx: Ctx,
): Promise<{ people: { id: string; name: string }[]; operations: string[] }> {
  const { id } = actingAccount(ctx.actor);
  const [who, what] = await ctx.env.DB.batch<{ value: string; name: string }>([
    ctx.env.DB.prepare(different('person_id')).bind(id),
    ctx.env.DB.prepare(different('operation')).bind(id),
  ]);
  return {
    people: who!.results.map(({ value, name }) => ({ id: value, name })),
    operations: what!.results.map(({ value }) => value),
  };
}

/** The oldest first, at most PRUNED_AT_ONCE. @returns how many. */
export async function deleteEntriesBelow(ctx: SystemCtx, id: string): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM audit_entries WHERE id IN (
    SELECT ${auditEntries.id} FROM ${auditEntries} WHERE ${lt(auditEntries.id, id)}
    ORDER BY ${auditEntries.id} LIMIT ${PRUNED_AT_ONCE})`);
  return meta.changes;
}
