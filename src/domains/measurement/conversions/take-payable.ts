// Hands matured conversions to the main database, each exactly once. The two databases share no transaction, so a row
// is first marked as taken here, then copied, then marked as copied. A taken row is copied whatever a later merge
// finds, and no other row of the same event can be taken.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import type { EventSource } from '../../../pixel/event-body.ts';
import { LOOK_WAIT_MS } from './recorded-conversion.ts';

/** A conversion to pay for. Amounts are in cents, times in milliseconds. */
export interface PayableConversion {
  conversionId: string;
  eventId: string;
  accountId: string;
  creatorId: string;
  submissionId: string | null;
  campaignId: string | null;
  /** The value after refunds, and the original value. */
  valueCents: number | null;
  soldCents: number | null;
  currency: string | null;
  rule: string;
  source: EventSource;
  occurredAt: number;
  payableAt: number;
  maturedAt: number;
  /** When the shop's order was last read, if it could not be read once more before it matured; null otherwise. */
  unreadSince: number | null;
  /** The sources that decided its value and its credit; null when none did. */
  valueBy: EventSource | null;
  creditBy: EventSource | null;
  /**
   * One ID for all events that turned out to be the same one: the ID of the taken event that became payable first,
   * whichever conversion it was taken for.
   */
  occurrenceId: string;
}

// SQLite uses the partial index only if the query repeats its condition.
const PAYABLE = 'payable_at IS NOT NULL AND harvest < 2';

const TAKE = `UPDATE recorded_conversions SET harvest = CASE
    WHEN late = 1 OR dropped = 1 OR creator_id IS NULL OR payable_at IS NULL OR EXISTS (
      SELECT 1 FROM recorded_conversions o WHERE o.group_id = recorded_conversions.group_id
        AND o.conversion_id = recorded_conversions.conversion_id AND o.harvest IN (1, 2)) THEN 3
    ELSE 1 END
  WHERE (conversion_id, event_id) IN (SELECT conversion_id, event_id FROM recorded_conversions
    WHERE matures_at IS NOT NULL AND harvest = 0 AND matures_at <= ?2
      AND (look_at IS NULL OR look_at <= ?2 - ${LOOK_WAIT_MS}) ORDER BY matures_at LIMIT ?1)`;

const TAKEN = `SELECT conversion_id AS conversionId, event_id AS eventId, account_id AS accountId,
    creator_id AS creatorId, submission_id AS submissionId, campaign_id AS campaignId, value_cents - returned_cents AS valueCents, value_cents AS soldCents,
    currency, rule, COALESCE(confirmed_by, source) AS source, occurred_at AS occurredAt, payable_at AS payableAt,
    matures_at AS maturedAt, iif(look_at IS NULL, NULL, read_at) AS unreadSince, value_by AS valueBy, credit ->> '$.by' AS creditBy,
    (SELECT o.event_id FROM recorded_conversions o WHERE o.group_id = recorded_conversions.group_id
      AND o.harvest IN (1, 2) ORDER BY o.payable_at, o.event_id LIMIT 1) AS occurrenceId
  FROM recorded_conversions WHERE ${PAYABLE} AND harvest = 1 ORDER BY payable_at LIMIT ?1`;

const COPIED = `UPDATE recorded_conversions SET harvest = 2 WHERE harvest = 1 AND (conversion_id, event_id) IN
  (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

/**
 * Takes up to `limit` matured conversions of a shard, together with those that were taken before but not copied yet.
 */
export async function takePayable(
  ctx: SystemCtx,
  shard: number,
  limit: number,
): Promise<PayableConversion[]> {
  const db = shardBinding(ctx.env, shard);
  const [, taken] = await db.batch<PayableConversion>([
    db.prepare(TAKE).bind(limit, ctx.now),
    db.prepare(TAKEN).bind(limit),
  ]);
  return taken!.results;
}

/** Marks rows that the main database has received. */
export async function markCopied(ctx: SystemCtx, shard: number, rows: PayableConversion[]): Promise<void> {
  await shardBinding(ctx.env, shard)
    .prepare(COPIED)
    .bind(JSON.stringify(rows.map((row) => [row.conversionId, row.eventId])))
    .run();
}
