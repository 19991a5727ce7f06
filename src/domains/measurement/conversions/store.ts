import { and, eq, inArray, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb, prepareOnce, shardBinding, shardDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { type Hold, selectWaits } from './code-holds.ts';
import type { ConversionRow, Counts, ReportDimension } from './conversion.ts';
import type { RecordedRow } from './interface.ts';
import { HELD_UNTIL } from './schedule-maturity.ts';
import { conversionTotals } from './shard-table.ts';
import { conversions } from './table.ts';

/** A conversion of the acting account. Throws not_found for any other. */
export async function requireOwnConversion(ctx: Ctx, id: string): Promise<ConversionRow> {
  const query = prepareOnce(mainDb(ctx.env), 'conversion', (db) =>
    db
      .select()
      .from(conversions)
      .where(
        and(
          eq(conversions.id, sql.placeholder('id')),
          eq(conversions.accountId, sql.placeholder('accountId')),
        ),
      )
      .prepare(),
  );
  const row = await query.get({ id, accountId: actingAccount(ctx.actor).id });
  if (!row) throw notFound('conversion');
  return row;
}

/**
 * Finds the account's active conversion with this ID and those that count the event. Returns each one's event by ID.
 */
export async function findActiveConversions(
  ctx: SystemCtx,
  accountId: string,
  { id, event }: { id: string | null; event: string | null },
): Promise<Map<string, string>> {
  if (id === null && event === null) return new Map();
  const rows = await mainDb(ctx.env)
    .select({ id: conversions.id, eventName: conversions.eventName })
    .from(conversions)
    .where(
      and(
        eq(conversions.accountId, accountId),
        eq(conversions.status, 'active'),
        sql`(${conversions.id} = ${id} OR ${conversions.eventName} = ${event})`,
      ),
    )
    .all();
  return new Map(rows.map((row) => [row.id, row.eventName]));
}

/** The IDs of the conversions of these accounts that count an event, archived ones among them. */
export async function listConversionsOf(
  ctx: SystemCtx,
  accountIds: readonly string[],
  event: string,
): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: conversions.id })
    .from(conversions)
    .where(
      and(
        sql`${conversions.accountId} IN (SELECT value FROM json_each(${JSON.stringify(accountIds)}))`,
        eq(conversions.eventName, event),
      ),
    )
    .all();
  return rows.map(({ id }) => id);
}

/** The event that each of these conversions counts, whichever account they belong to. */
export async function findEventNames(ctx: SystemCtx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await mainDb(ctx.env)
    .select({ id: conversions.id, eventName: conversions.eventName })
    .from(conversions)
    .where(sql`${conversions.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
  return new Map(rows.map(({ id, eventName }) => [id, eventName]));
}

export async function listOwnConversions(
  ctx: Ctx,
  filter: { status: ('active' | 'archived')[] | undefined },
  limit: number,
  range: IdRange,
): Promise<ConversionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(conversions)
    .where(
      and(
        eq(conversions.accountId, actingAccount(ctx.actor).id),
        filter.status ? inArray(conversions.status, filter.status) : undefined,
        withinRange(conversions.id, range),
      ),
    )
    .orderBy(newestFirst(conversions.id))
    .limit(limit + 1)
    .all();
}

export function insertConversion(ctx: SystemCtx, row: ConversionRow): void {
  ctx.write.add(mainDb(ctx.env).insert(conversions).values(row));
}

/** Changes a conversion, unless it changed since it was read. */
export function saveConversion(ctx: SystemCtx, before: ConversionRow, changes: Partial<ConversionRow>): void {
  saveVersioned(ctx, conversions, 'conversion', before, changes);
}

/** How often each of these conversions was counted, from their account's shard. */
export async function findCounts(
  ctx: SystemCtx,
  shard: number | null,
  ids: string[],
): Promise<Map<string, Counts>> {
  if (shard === null || ids.length === 0) return new Map();
  const rows = await shardDb(ctx.env, shard)
    .select()
    .from(conversionTotals)
    .where(sql`${conversionTotals.conversionId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
  return new Map(rows.map(({ conversionId, ...counts }) => [conversionId, counts]));
}

/** The SQL expressions over recorded_conversions that a report can group by. */
const DIMENSIONS: Record<ReportDimension, string> = {
  creator: 'creator_id',
  place: `CASE WHEN region IS NULL THEN country ELSE country || '-' || region END`,
  in_app_browser: 'in_app_browser',
  source: 'source',
  day: 'day',
};

export interface ReportRow {
  key: string | null;
  currency: string | null;
  count: number;
  amount: number;
  returned: number;
  returnedLate: number;
  credited: number;
  paid: number;
  selfPurchases: number;
  codeStopped: number;
  held: number;
  /** In milliseconds. */
  heldUntil: number | null;
}

/** Counted conversions by one dimension and currency, in an inclusive range of days. */
export async function listReportRows(
  ctx: SystemCtx,
  shard: number,
  conversionId: string,
  by: ReportDimension,
  from: string,
  to: string,
): Promise<ReportRow[]> {
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(
      `SELECT ${DIMENSIONS[by]} AS key, CASE WHEN value_cents IS NULL THEN NULL ELSE currency END AS currency,
         COUNT(*) AS count, SUM(COALESCE(value_cents, 0)) AS amount,
         SUM(returned_cents) AS returned, SUM(returned_late_cents) AS returnedLate,
         SUM(rule IS NOT NULL) AS credited, SUM(payable_at IS NOT NULL) AS paid,
         SUM(barred IS 'self_purchase') AS selfPurchases, SUM(barred IS 'code_stopped') AS codeStopped,
         SUM(harvest = 0 AND payable_at IS NOT NULL AND ${HELD_UNTIL} > ?4) AS held,
         MAX(CASE WHEN harvest = 0 AND payable_at IS NOT NULL AND ${HELD_UNTIL} > ?4 THEN ${HELD_UNTIL} END) AS heldUntil
       FROM recorded_conversions
       WHERE conversion_id = ?1 AND day BETWEEN ?2 AND ?3 AND late = 0 AND dropped = 0
       GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .bind(conversionId, from, to, ctx.now)
    .all<ReportRow>();
  return results;
}

const CREDITED = `SELECT * FROM recorded_conversions WHERE creator_id = ?1 AND account_id = ?2 AND late = 0 AND dropped = 0
    AND (?4 IS NULL OR (event_id, conversion_id) < (?4, ?5))`;
const BY_LINK = `SELECT * FROM (${CREDITED} AND submission_id = ?3 ORDER BY event_id DESC, conversion_id DESC LIMIT ?6)`;
const BY_CODE = `SELECT * FROM (${CREDITED} AND submission_id IS NULL ORDER BY event_id DESC, conversion_id DESC LIMIT ?7)`;
const BY_EITHER = `${BY_LINK} UNION ALL ${BY_CODE} ORDER BY event_id DESC, conversion_id DESC LIMIT ?7`;

/** What is read of a submission's credited conversions. */
export interface CreditedRange {
  /** The place behind which it begins. */
  before: { eventId: string; conversionId: string } | null;
  /** The most that are credited to its link. */
  byLink: number;
  /** The most altogether. */
  most: number;
}

/**
 * The counted conversions that are credited to a submission's link, and those that are credited to its creator by a code
 * alone; and the decisions about codes that its account still owes.
 */
export async function listCreditedRows(
  ctx: SystemCtx,
  shard: number,
  to: { creatorId: string; accountId: string; id: string },
  { before, byLink, most }: CreditedRange,
): Promise<{ rows: RecordedRow[]; waits: Hold[] }> {
  const db = shardBinding(ctx.env, shard);
  const from = [before?.eventId ?? null, before?.conversionId ?? null];
  const [rows, waits] = await db.batch([
    db.prepare(BY_EITHER).bind(to.creatorId, to.accountId, to.id, ...from, byLink, most),
    selectWaits(db, [to.accountId]),
  ]);
  return { rows: rows!.results as RecordedRow[], waits: waits!.results as Hold[] };
}
