// The domains that pay for conversions decide when they mature. They are told of each conversion that can earn, and
// again whenever anything about it has changed.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { LAST_LOOK_MS } from './recorded-conversion.ts';
import type { PayableConversion } from './take-payable.ts';

/** A conversion that has no maturity date yet. Amounts are in cents, times in milliseconds. */
export interface UnscheduledConversion
  extends Omit<PayableConversion, 'creatorId' | 'payableAt' | 'maturedAt' | 'rule' | 'unreadSince'> {
  creatorId: string | null;
  payableAt: number | null;
  rule: string | null;
  /** Whether the credited creator bought it, so that it counts and earns nothing. */
  isSelfPurchase: boolean;
  /** Until when it waits for the account's answer to a flag of its code; null if it does not. */
  heldUntil: number | null;
  /** Whether it can earn. It cannot once another row replaces it, or once it is no longer credited or counted. */
  earns: boolean;
}

// SQLite uses the partial index only for exactly the same condition.
const UNSCHEDULED =
  "matures_at IS NULL AND harvest = 0 AND (payable_at IS NOT NULL OR announced = 1 OR barred = 'self_purchase')";

// Set before the other domains are told, so that they are told again if the run dies in between.
const ANNOUNCE = `UPDATE recorded_conversions SET announced = 1 WHERE announced = 0
  AND (conversion_id, event_id) IN (SELECT conversion_id, event_id FROM recorded_conversions WHERE ${UNSCHEDULED} LIMIT ?1)`;

/** Until when a row waits for an answer about its code. */
export const HELD_UNTIL = `(SELECT h.until FROM code_holds h WHERE h.account_id = recorded_conversions.account_id
    AND h.code = recorded_conversions.code AND h.since <= recorded_conversions.occurred_at AND h.state = 'waiting')`;

const LIST = `SELECT conversion_id AS conversionId, event_id AS eventId, account_id AS accountId,
    creator_id AS creatorId, submission_id AS submissionId, campaign_id AS campaignId, value_cents - returned_cents AS valueCents, value_cents AS soldCents,
    currency, rule, COALESCE(confirmed_by, source) AS source, occurred_at AS occurredAt, payable_at AS payableAt,
    value_by AS valueBy, credit ->> '$.by' AS creditBy, group_id AS occurrenceId,
    ${HELD_UNTIL} AS heldUntil,
    late = 0 AND dropped = 0 AND creator_id IS NOT NULL AND payable_at IS NOT NULL AS earns,
    late = 0 AND dropped = 0 AND barred IS 'self_purchase' AS isSelfPurchase
  FROM recorded_conversions WHERE ${UNSCHEDULED} AND announced = 1 LIMIT ?1`;

// A row that changed since it was read is left for the next run. A late row never earns.
// The order of a shop has to be read once more when it matures, or after LAST_LOOK_MS.
const LOOK = `min(j.value ->> 2, occurred_at + ${LAST_LOOK_MS})`;
const SCHEDULE = `UPDATE recorded_conversions SET matures_at = j.value ->> 2, announced = j.value ->> 2 IS NOT NULL,
    look_at = iif(read_at < ${LOOK}, ${LOOK}, NULL), harvest = CASE WHEN late = 1 THEN 3 ELSE 0 END
  FROM json_each(?1) j WHERE recorded_conversions.conversion_id = j.value ->> 0
    AND recorded_conversions.event_id = j.value ->> 1 AND ${UNSCHEDULED}
    AND occurred_at = j.value ->> 3 AND value_cents - returned_cents IS j.value ->> 4 AND creator_id IS j.value ->> 5
    AND submission_id IS j.value ->> 6 AND campaign_id IS j.value ->> 7 AND payable_at IS j.value ->> 8
    AND ${HELD_UNTIL} IS j.value ->> 9`;

export async function listUnscheduled(
  ctx: SystemCtx,
  shard: number,
  limit: number,
): Promise<UnscheduledConversion[]> {
  const db = shardBinding(ctx.env, shard);
  const [, rows] = await db.batch<UnscheduledConversion>([
    db.prepare(ANNOUNCE).bind(limit),
    db.prepare(LIST).bind(limit),
  ]);
  return rows!.results.map((row) => ({
    ...row,
    earns: Boolean(row.earns),
    isSelfPurchase: Boolean(row.isSelfPurchase),
  }));
}

/** @param maturesAt when each row matures; null for one that earns nothing at the moment. */
export async function scheduleMaturity(
  ctx: SystemCtx,
  shard: number,
  rows: { row: UnscheduledConversion; maturesAt: number | null }[],
): Promise<void> {
  const json = rows.map(({ row, maturesAt }) => [
    row.conversionId,
    row.eventId,
    maturesAt,
    row.occurredAt,
    row.valueCents,
    row.creatorId,
    row.submissionId,
    row.campaignId,
    row.payableAt,
    row.heldUntil,
  ]);
  await shardBinding(ctx.env, shard).prepare(SCHEDULE).bind(JSON.stringify(json)).run();
}
