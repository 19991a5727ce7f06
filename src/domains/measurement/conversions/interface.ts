// The interface of conversions for pixel events: the active ones, and statements for a batch of their shard, so that an
// event, its counted conversions and the totals are written (and read) together.
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { RowsWrite } from '../../../db/json-rows.ts';
import { withinRange } from '../../../db/list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { RecordedConversion, TotalsChange } from './recorded-conversion.ts';
import type { ConversionRule } from './rule.ts';
import { recordedConversions } from './shard-table.ts';

export {
  type AdSales,
  type AdSalesKey,
  type CreditedCampaign,
  listAdSales,
} from './ad-sales-store.ts';
export {
  type CodeHold,
  findStops,
  findWaits,
  holdStatements,
  SALES_OF_CODE,
  sumSalesOfCode,
} from './code-holds.ts';
export { findActiveConversions, findEventNames, listConversionsOf } from './store.ts';

/** A row of `conversions`, as raw SQL returns it. */
export interface RuleRow {
  id: string;
  account_id: string;
  event_name: string;
  page_url_contains: string | null;
  min_value_cents: number | null;
  min_value_currency: string | null;
  attribution_window_days: number;
  pay_browser_events: number;
  created_at: number;
}

const ACTIVE_RULES = `SELECT c.* FROM json_each(?1) j JOIN conversions c ON c.account_id = j.value
  WHERE c.status = 'active' ORDER BY c.id`;

/** A statement for a batch of the main database that selects these accounts' active conversions as RuleRow. */
export function activeRules(db: D1Database, accounts: string[]): D1PreparedStatement {
  return db.prepare(ACTIVE_RULES).bind(JSON.stringify(accounts));
}

export function toRule(row: RuleRow): ConversionRule {
  return {
    id: row.id,
    accountId: row.account_id,
    eventName: row.event_name,
    pageUrlContains: row.page_url_contains,
    minValueCents: row.min_value_cents,
    minValueCurrency: row.min_value_currency,
    attributionWindowDays: row.attribution_window_days,
    payBrowserEvents: row.pay_browser_events === 1,
    createdAt: row.created_at,
  };
}

const ADD_RECORDED = `INSERT INTO recorded_conversions (conversion_id, event_id, group_id, account_id, pixel_id, occurred_at,
    recorded_at, day, value_cents, currency, rule, submission_id, campaign_id, creator_id, source, in_app_browser,
    country, region, credit, payable_at, late, value_by, confirmed_by, dropped, matures_at,
    returned_cents, returned_late_cents, barred, read_at, code)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15,
    value ->> 16, value ->> 17, value -> 18, value ->> 19, value ->> 20, value ->> 21, value ->> 22, value ->> 23,
    value ->> 24, value ->> 25, value ->> 26, value ->> 27, value ->> 30, value ->> 32
  FROM json_each(?1)`;

// The indexes into j.value are those of recordedRow. If a row was taken for pay since it was read, nothing matches and
// the batch fails.
const CHANGE_RECORDED = `UPDATE recorded_conversions SET group_id = j.value ->> 2, occurred_at = j.value ->> 5,
    day = j.value ->> 7, value_cents = j.value ->> 8, currency = j.value ->> 9, rule = j.value ->> 10,
    submission_id = j.value ->> 11, campaign_id = j.value ->> 12, creator_id = j.value ->> 13,
    in_app_browser = j.value ->> 15, country = j.value ->> 16, region = j.value ->> 17, credit = j.value -> 18,
    payable_at = j.value ->> 19, late = j.value ->> 20, value_by = j.value ->> 21, confirmed_by = j.value ->> 22,
    dropped = j.value ->> 23, matures_at = j.value ->> 24, returned_cents = j.value ->> 25,
    returned_late_cents = j.value ->> 26, barred = j.value ->> 27, read_at = j.value ->> 30, look_at = j.value ->> 31, code = j.value ->> 32
  FROM json_each(?1) j
  WHERE recorded_conversions.conversion_id = j.value ->> 0 AND recorded_conversions.event_id = j.value ->> 1
    AND recorded_conversions.harvest = j.value ->> 28 AND recorded_conversions.matures_at IS j.value ->> 29`;

/** A conversion that was counted before, with the maturity date that it had when it was read. */
export type ChangedConversion = RecordedConversion & { maturesAtBefore: number | null };

const ADD_TOTALS = `INSERT INTO conversion_totals (conversion_id, recorded, credited, paid)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1) WHERE true
  ON CONFLICT (conversion_id) DO UPDATE SET recorded = recorded + excluded.recorded,
    credited = credited + excluded.credited, paid = paid + excluded.paid`;

/** Inserts new counted conversions, updates changed ones, and adjusts the totals. */
export function conversionWrites(
  added: RecordedConversion[],
  changed: ChangedConversion[],
  totals: TotalsChange[],
): RowsWrite[] {
  // Rows that give way to another row are written first, because a unique index allows only one such row.
  const inOrder = [...changed].sort((a, b) => Number(b.late) - Number(a.late));
  return [
    ...inOrder.map((one) => ({
      sql: CHANGE_RECORDED,
      rows: [recordedRow(one, one.maturesAtBefore)],
      expectAll: true,
    })),
    { sql: ADD_RECORDED, rows: added.map((one) => recordedRow(one)) },
    { sql: ADD_TOTALS, rows: totals.map((t) => [t.conversionId, t.recorded, t.credited, t.paid]) },
  ];
}

/** @param maturedBefore the maturity date when the row was read; null for a new row. */
function recordedRow(h: RecordedConversion, maturedBefore: number | null = null): unknown[] {
  return [
    h.conversionId,
    h.eventId,
    h.groupId,
    h.accountId,
    h.pixelId,
    h.occurredAt,
    h.recordedAt,
    h.day,
    h.valueCents,
    h.currency,
    h.rule,
    h.submissionId,
    h.campaignId,
    h.creatorId,
    h.source,
    h.inAppBrowser,
    h.country,
    h.region,
    h.credit,
    h.payableAt,
    h.late ? 1 : 0,
    h.valueBy,
    h.confirmedBy,
    h.dropped ? 1 : 0,
    h.maturesAt,
    h.returnedCents,
    h.returnedLateCents,
    h.barred,
    h.harvest,
    maturedBefore,
    h.readAt,
    h.lookAt,
    h.code,
  ];
}

/** A row of recorded_conversions, as raw SQL returns it. */
export interface RecordedRow {
  conversion_id: string;
  event_id: string;
  group_id: string;
  account_id: string;
  pixel_id: string;
  occurred_at: number;
  recorded_at: number;
  day: string;
  value_cents: number | null;
  currency: string | null;
  rule: string | null;
  submission_id: string | null;
  campaign_id: string | null;
  creator_id: string | null;
  code: string | null;
  source: RecordedConversion['source'];
  in_app_browser: string | null;
  country: string | null;
  region: string | null;
  credit: string;
  payable_at: number | null;
  late: number;
  value_by: RecordedConversion['valueBy'];
  confirmed_by: RecordedConversion['confirmedBy'];
  dropped: number;
  matures_at: number | null;
  returned_cents: number;
  returned_late_cents: number;
  barred: RecordedConversion['barred'];
  harvest: number;
  read_at: number | null;
  look_at: number | null;
}

/**
 * A query for counted conversions by the event that they belong to after merges.
 * @param groups a subquery of event IDs, whose parameters become the query's.
 */
export function selectRecorded(groups: string): string {
  return `SELECT * FROM recorded_conversions WHERE group_id IN (${groups})`;
}

export function toRecorded(row: RecordedRow): RecordedConversion {
  return {
    conversionId: row.conversion_id,
    eventId: row.event_id,
    groupId: row.group_id,
    accountId: row.account_id,
    pixelId: row.pixel_id,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    day: row.day,
    valueCents: row.value_cents,
    currency: row.currency,
    rule: row.rule,
    submissionId: row.submission_id,
    campaignId: row.campaign_id,
    creatorId: row.creator_id,
    code: row.code,
    source: row.source,
    inAppBrowser: row.in_app_browser,
    country: row.country,
    region: row.region,
    credit: JSON.parse(row.credit) as Credit,
    payableAt: row.payable_at,
    late: row.late === 1,
    valueBy: row.value_by,
    confirmedBy: row.confirmed_by,
    dropped: row.dropped === 1,
    maturesAt: row.matures_at,
    returnedCents: row.returned_cents,
    returnedLateCents: row.returned_late_cents,
    barred: row.barred,
    harvest: row.harvest,
    readAt: row.read_at,
    lookAt: row.look_at,
  };
}

/**
 * A query for the counted conversions of account ?1 whose shop's order has to be read once more by ?2, as
 * RecordedRow's group_id, pixel_id and look_at.
 */
export const SALES_TO_READ = `SELECT group_id, pixel_id, look_at FROM recorded_conversions
  WHERE account_id = ?1 AND look_at <= ?2 AND look_at IS NOT NULL AND harvest = 0`;

/** A query for the counted conversions of an account's event, including those of events merged into it. */
export function recordedOf(db: Db, accountId: string, eventId: string) {
  return db
    .select()
    .from(recordedConversions)
    .where(
      and(
        eq(recordedConversions.accountId, accountId),
        sql`(${recordedConversions.eventId} = ${eventId} OR ${recordedConversions.groupId} = ${eventId})`,
      ),
    )
    .orderBy(recordedConversions.conversionId);
}

/**
 * The counted conversions of one conversion, to join into a query: the table, the event's ID, and the condition that
 * selects them and the page.
 */
export function countedFor(conversionId: string, range: IdRange) {
  return {
    rows: recordedConversions,
    event: recordedConversions.eventId,
    where: and(
      eq(recordedConversions.conversionId, conversionId),
      sql`${recordedConversions.late} = 0 AND ${recordedConversions.dropped} = 0`,
      withinRange(recordedConversions.eventId, range),
    ),
  };
}
