import { and, asc, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { PayableConversion } from '../../measurement/conversions/take-payable.ts';
import { CAMPAIGN_RULE } from '../campaign-pay/campaign-pay.ts';
import { type accruals, payableConversions, type waitingSales } from './table.ts';

export type ConversionFact = typeof payableConversions.$inferSelect;

/** Adds conversions; those that exist already stay as they are. */
export function insertPayableConversions(ctx: SystemCtx, rows: PayableConversion[]): void {
  const json = JSON.stringify(
    rows.map((row) => [
      row.conversionId,
      row.eventId,
      row.accountId,
      row.creatorId,
      row.submissionId,
      row.campaignId,
      row.valueCents,
      row.currency,
      row.rule,
      row.source,
      row.occurredAt,
      row.payableAt,
      row.occurrenceId,
      row.maturedAt,
      row.valueBy,
      row.creditBy,
      row.soldCents,
      row.unreadSince,
    ]),
  );
  ctx.write.addSql(sql`INSERT INTO payable_conversions (conversion_id, event_id, account_id, creator_id, submission_id,
      campaign_id, value_cents, currency, credit, source, occurred_at, payable_at, occurrence_id, matured_at, value_by,
      credit_by, sold_cents, unread_since, harvested_at, state)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14,
      value ->> 15, value ->> 16, value ->> 17, ${ctx.now}, 'new'
    FROM json_each(${json}) WHERE true ON CONFLICT DO NOTHING`);
  ctx.write.addSql(sql`DELETE FROM waiting_sales
    WHERE (conversion_id, event_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${json}))`);
}

export type WaitingSale = typeof waitingSales.$inferSelect;

/** Writes the sales that wait, as they are now, and deletes those that no longer wait. */
export function saveWaitingSales(
  ctx: SystemCtx,
  waiting: WaitingSale[],
  gone: Pick<WaitingSale, 'conversionId' | 'eventId'>[],
): void {
  const rows = waiting.map((one) => [
    one.conversionId,
    one.eventId,
    one.submissionId,
    one.campaignId,
    one.valueCents,
    one.currency,
    one.maturesAt,
    one.selfPurchase ? 1 : 0,
  ]);
  ctx.write
    .addSql(sql`INSERT OR REPLACE INTO waiting_sales
        (conversion_id, event_id, submission_id, campaign_id, value_cents, currency, matures_at, self_purchase)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
        value ->> 7
      FROM json_each(${JSON.stringify(rows)})`)
    .addSql(sql`DELETE FROM waiting_sales WHERE (conversion_id, event_id) IN (SELECT value ->> 0, value ->> 1
      FROM json_each(${JSON.stringify(gone.map((one) => [one.conversionId, one.eventId]))}))`);
}

/** Deletes waiting sales that were due before a moment: each has been copied as a payable conversion since. */
export function deleteWaited(ctx: SystemCtx, before: number): void {
  ctx.write.addSql(sql`DELETE FROM waiting_sales WHERE matures_at < ${before} AND self_purchase = 0`);
}

/** Conversions that have not been decided yet, oldest import first. */
export async function listNewConversions(ctx: SystemCtx, limit: number): Promise<ConversionFact[]> {
  return await mainDb(ctx.env)
    .select()
    .from(payableConversions)
    .where(sql`state = 'new'`)
    .orderBy(asc(payableConversions.importedAt))
    .limit(limit)
    .all();
}

const keys = (rows: ConversionFact[]) => JSON.stringify(rows.map((row) => [row.conversionId, row.eventId]));

/** Marks conversions that have earned all they can. */
export function saveConversionsDone(ctx: SystemCtx, rows: ConversionFact[]): void {
  ctx.write.addSql(sql`UPDATE payable_conversions SET state = 'done' WHERE state = 'new'
    AND (conversion_id, event_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${keys(rows)}))`);
}

/**
 * Makes a conversion wait until one of these submissions is approved, unless one has been approved since they
 * were read.
 */
export function saveConversionWaiting(ctx: SystemCtx, row: ConversionFact, submissions: string[]): void {
  ctx.write.addSql(sql`UPDATE payable_conversions SET state = 'waiting'
    WHERE conversion_id = ${row.conversionId} AND event_id = ${row.eventId} AND state = 'new'
      AND NOT EXISTS (SELECT 1 FROM submissions s
        WHERE s.id IN (SELECT value FROM json_each(${JSON.stringify(submissions)}))
          AND s.status IN ('approved', 'live'))`);
}

/** Queues a creator's conversions that waited for an approval for a new decision. */
export function saveConversionsNew(ctx: SystemCtx, creatorId: string, accountId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(payableConversions)
      .set({ state: 'new' })
      .where(
        and(
          eq(payableConversions.creatorId, creatorId),
          eq(payableConversions.accountId, accountId),
          sql`state = 'waiting'`,
        ),
      ),
  );
}

/** A row for each accrual of a sale, and one without an accrual for a sale that has none. */
export interface SalePayRow {
  conversionId: string;
  eventId: string;
  submissionId: string | null;
  payable: ConversionFact['state'] | null;
  amount: number | null;
  state: (typeof accruals.$inferSelect)['state'] | null;
  paymentId: string | null;
  earningId: string | null;
}

// The keys of accruals are those of rules.ts. A campaign pays an occurrence once, so only for one of its conversions.
const OF_CAMPAIGN = `'occurrence:' || p.campaign_id || ':' || p.occurrence_id || ':${CAMPAIGN_RULE}'`;

/** What became of these sales: waiting, decided, accrued, paid. */
export async function listSalePay(
  ctx: SystemCtx,
  sales: readonly Pick<WaitingSale, 'conversionId' | 'eventId'>[],
): Promise<SalePayRow[]> {
  const keys = JSON.stringify(sales.map(({ conversionId, eventId }) => [conversionId, eventId]));
  return await mainDb(ctx.env).all<SalePayRow>(sql`
    SELECT s.c AS "conversionId", s.e AS "eventId", coalesce(a.submission_id, w.submission_id) AS "submissionId",
      p.state AS payable, a.amount AS amount, a.state AS state, a.payment_id AS "paymentId",
      y.creator_earning_id AS "earningId"
    FROM (SELECT value ->> 0 AS c, value ->> 1 AS e FROM json_each(${keys})) s
    LEFT JOIN waiting_sales w ON w.conversion_id = s.c AND w.event_id = s.e
    LEFT JOIN payable_conversions p ON p.conversion_id = s.c AND p.event_id = s.e
    LEFT JOIN accruals a ON (a.key > 'conversion:' || s.c || ':' || s.e || ':'
        AND a.key < 'conversion:' || s.c || ':' || s.e || ';')
      OR (a.key = ${sql.raw(OF_CAMPAIGN)} AND a.evidence ->> '$.conversion' = s.c)
    LEFT JOIN payments y ON y.id = a.payment_id`);
}
