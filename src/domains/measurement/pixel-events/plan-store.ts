// Writes a plan to an events shard as one batch.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { conversionWrites } from '../conversions/interface.ts';
import { orderKeys } from '../event-rules/order-return.ts';
import type { Plan, StoredEvent, TouchOfEvent } from '../event-rules/plan-types.ts';
import {
  countBeacons,
  countDays,
  countNetworks,
  limitAccounts,
  networkLimit,
  refuseNetworks,
} from '../pixels/interface.ts';

const ADD_EVENTS = `INSERT INTO pixel_events
  (id, account_id, pixel_id, name, state, occurred_at, received_at, matters, ip_address, body, credit, counted, rev, reports)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value -> 9, NULLIF(value -> 10, 'null'), value ->> 11, value ->> 12, NULLIF(value -> 13, 'null')
  FROM json_each(?1)`;

const CHANGE_EVENTS = `UPDATE pixel_events SET state = j.value ->> 1, matters = j.value ->> 2, ip_address = j.value ->> 3,
  body = j.value -> 4, credit = NULLIF(j.value -> 5, 'null'), counted = j.value ->> 6, rev = j.value ->> 7,
  reports = NULLIF(j.value -> 8, 'null'), occurred_at = j.value ->> 9
  FROM json_each(?1) j WHERE pixel_events.id = j.value ->> 0 AND pixel_events.rev = (j.value ->> 7) - 1`;

/** Makes the batch fail unless the update before it changed exactly ?1 rows. */
const EXPECT = `SELECT CASE WHEN changes() = ?1 THEN 1 ELSE json('stale') END`;

const ADD_KEYS = `INSERT INTO event_keys (pixel_id, key, event_id)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;

// The key may still have the ID of an event that was merged into `from` since.
const REKEY = `UPDATE event_keys SET event_id = j.value ->> 2 FROM json_each(?1) j
  WHERE event_keys.pixel_id = j.value ->> 0 AND event_keys.key = j.value ->> 1 AND (event_keys.event_id = j.value ->> 3
    OR event_keys.event_id IN (SELECT m.event_id FROM event_merges m WHERE m.into_id = j.value ->> 3))`;

const ADD_MERGES = `INSERT INTO event_merges (event_id, into_id) SELECT value ->> 0, value ->> 1 FROM json_each(?1)`;

const FLATTEN_MERGES = `UPDATE event_merges SET into_id = j.value ->> 1
  FROM json_each(?1) j WHERE event_merges.into_id = j.value ->> 0`;

const ADD_TOUCHES = `INSERT OR IGNORE INTO touches (account_id, key, at, event_id, submission_id, campaign_id, creator_id)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?1)`;

export const FORGET_TOUCHES = `DELETE FROM touches WHERE (account_id, key, at, event_id) IN (
  SELECT t.account_id, t.key, t.at, t.event_id FROM json_each(?1) j CROSS JOIN touches t
    ON t.account_id = j.value ->> 0 AND t.key = j.value ->> 1 AND t.event_id = j.value ->> 2)`;

const ADD_AWAITED = `INSERT OR REPLACE INTO awaited_touches
    (account_id, key, event_id, touched_after, occurred_at, until)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?1)`;

export const FORGET_AWAITED = `DELETE FROM awaited_touches WHERE (account_id, key, event_id) IN (
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))`;

const DENY_ARCHIVED = `INSERT OR IGNORE INTO archive_denials (event_id, account_id)
  SELECT value ->> 0, value ->> 1 FROM json_each(?1)`;

/** The most waiting purchases that one landing can reach. */
const TIES = 100;

// A landing and a waiting event each look for the other in the batch that adds them, so of two concurrent batches the
// second finds the match.
// Landings that are stored already, the event's own, and those that the plan has seen are skipped.
const BY_TOUCH = `SELECT COALESCE(m.into_id, w.event_id) FROM json_each(?1) j CROSS JOIN awaited_touches w
    ON w.account_id = j.value ->> 0 AND w.key = j.value ->> 1
  LEFT JOIN event_merges m ON m.event_id = w.event_id
  WHERE w.until >= ?2 AND j.value ->> 2 BETWEEN w.touched_after AND w.occurred_at
    AND COALESCE(m.into_id, w.event_id) <> j.value ->> 3
    AND NOT EXISTS (SELECT 1 FROM touches t WHERE t.account_id = j.value ->> 0 AND t.key = j.value ->> 1
      AND t.at = j.value ->> 2 AND t.event_id = j.value ->> 3) LIMIT ${TIES}`;
const BY_AWAITED = `SELECT j.value ->> 2 FROM json_each(?1) j CROSS JOIN touches t
    ON t.account_id = j.value ->> 0 AND t.key = j.value ->> 1 AND t.at BETWEEN j.value ->> 3 AND j.value ->> 4
  WHERE j.value ->> 5 >= ?2 AND t.event_id <> j.value ->> 2
    AND (j.value ->> 6 IS NULL OR (t.at, t.event_id) > (j.value ->> 6, j.value ->> 7)) LIMIT ${TIES}`;

const FORGET_RETURNS = `DELETE FROM order_returns WHERE (pixel_id, order_id, event_id) IN (
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))`;
const ADD_RETURNS = `INSERT OR REPLACE INTO order_returns (pixel_id, order_id, event_id, value_cents, currency)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)`;

// A sale and its refund may be written at the same time. So a refund raises the sale's revision, which makes plans fail
// that read it before. A sale that was stored after the refund by a plan that had not seen it is attributed again.
const AGAIN_BY_RETURN = `UPDATE pixel_events SET state = 'recorded', rev = rev + 1 WHERE state <> 'merged' AND id IN (
    SELECT COALESCE(m.into_id, k.event_id) FROM json_each(?1) j CROSS JOIN event_keys k
      ON k.pixel_id = j.value ->> 0 AND k.key = j.value ->> 1
    LEFT JOIN event_merges m ON m.event_id = k.event_id) AND ?2 > 0 RETURNING id`;
const AGAIN_BY_SALE = `UPDATE pixel_events SET state = 'recorded', rev = rev + 1 WHERE state = 'processed' AND id IN (
    SELECT j.value ->> 0 FROM json_each(?1) j WHERE j.value ->> 3 <> (SELECT COUNT(*) FROM order_returns r
      WHERE r.pixel_id = j.value ->> 1 AND r.order_id = j.value ->> 2)) AND ?2 > 0 RETURNING id`;

/** Marks events for attribution again. If the run dies afterwards, the sweep finds them. */
const again = (which: string) =>
  `UPDATE pixel_events SET state = 'recorded', rev = rev + 1 WHERE state = 'processed' AND id IN (${which})
   RETURNING id`;
const AGAIN_BY_TOUCH = again(BY_TOUCH);
const AGAIN_BY_AWAITED = again(BY_AWAITED);

const ADD_OUTBOX = `INSERT INTO outbox (id, type, account_id, creator_id, data, occurred_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value -> 4, value ->> 5 FROM json_each(?1)
  WHERE value ->> 1 <> 'pixel.verified'
    OR NOT EXISTS (SELECT 1 FROM pixel_state s WHERE s.pixel_id = value -> 4 ->> 'pixel')`;

const VERIFY_PIXELS = `INSERT INTO pixel_state (pixel_id, verified_at)
  SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE true ON CONFLICT (pixel_id) DO NOTHING`;

/** The shard changed between reading and writing, so the batch has to be planned again. */
export class ShardMoved extends Error {}

export interface Saved {
  /** Events that a landing matched after they were counted without credit. They have to be attributed again. */
  again: string[];
  /** Whether an account reached its daily limit of browser events. The outbox has the event about it. */
  limited: boolean;
}

/**
 * Writes a plan as one batch. Throws ShardMoved when the shard has changed since it was read. Any other error comes
 * from the database or a bad row.
 */
export async function savePlan(ctx: SystemCtx, shard: number, plan: Plan): Promise<Saved> {
  const { now } = ctx;
  const db = shardBinding(ctx.env, shard);
  const statements: D1PreparedStatement[] = [];
  const ties: number[] = [];
  const each = (sql: string, rows: unknown[][], expectAll = false) => {
    for (const [json, count] of jsonRows(rows)) {
      statements.push(db.prepare(sql).bind(json));
      if (expectAll) statements.push(db.prepare(EXPECT).bind(count));
    }
  };
  each(
    ADD_OUTBOX,
    plan.outbox.map((e) => [e.id, e.type, e.accountId, e.creatorId, e.data, now]),
  );
  each(ADD_EVENTS, plan.added.map(eventRow));
  each(
    CHANGE_EVENTS,
    plan.changed.map((e) => [
      e.id,
      e.state,
      e.matters ? 1 : 0,
      e.ipAddress,
      e.body,
      e.credit,
      e.counted,
      e.rev,
      e.reports,
      e.occurredAt,
    ]),
    true,
  );
  each(
    ADD_KEYS,
    plan.keys.map((k) => [k.pixelId, k.key, k.eventId]),
  );
  each(
    FLATTEN_MERGES,
    plan.merges.map((m) => [m.eventId, m.intoId]),
  );
  each(
    ADD_MERGES,
    plan.merges.map((m) => [m.eventId, m.intoId]),
  );
  each(
    REKEY,
    plan.rekeyed.map((k) => [k.pixelId, k.key, k.eventId, k.from]),
    true,
  );
  each(FORGET_TOUCHES, plan.forgotten.map(touchOfEvent));
  each(FORGET_AWAITED, plan.unawaited.map(touchOfEvent));
  each(
    DENY_ARCHIVED,
    plan.denied.map(({ eventId, accountId }) => [eventId, accountId]),
  );
  const touches = plan.touches.map((t) => [
    t.accountId,
    t.key,
    t.at,
    t.eventId,
    t.submission,
    t.campaign,
    t.creator,
  ]);
  const awaited = plan.awaited.map((a) => [
    a.accountId,
    a.key,
    a.eventId,
    a.touchedAfter,
    a.occurredAt,
    a.until,
    a.seen?.at ?? null,
    a.seen?.eventId ?? null,
  ]);
  const tie = (sql: string, rows: unknown[][]) => {
    for (const [json] of jsonRows(rows)) ties.push(statements.push(db.prepare(sql).bind(json, now)) - 1);
  };
  each(ADD_AWAITED, awaited);
  tie(AGAIN_BY_TOUCH, touches);
  each(ADD_TOUCHES, touches);
  tie(AGAIN_BY_AWAITED, awaited);
  each(
    FORGET_RETURNS,
    plan.returnsMoved.map((r) => [r.pixelId, r.order, r.eventId]),
  );
  each(
    ADD_RETURNS,
    plan.returns.map((r) => [r.pixelId, r.order, r.eventId, r.value, r.currency]),
  );
  tie(
    AGAIN_BY_RETURN,
    [...plan.returns, ...plan.returnsMoved].flatMap(({ pixelId, order }) =>
      orderKeys(order).map((key) => [pixelId, key]),
    ),
  );
  tie(
    AGAIN_BY_SALE,
    plan.returnsSeen.map((r) => [r.eventId, r.pixelId, r.order, r.count]),
  );
  for (const { sql, rows, expectAll } of [
    ...conversionWrites(plan.newHits, plan.changedHits, plan.totals),
    countDays(plan.daily),
    countBeacons(plan.beacons),
  ]) {
    each(sql, rows, expectAll);
  }
  each(
    VERIFY_PIXELS,
    plan.verified.map((pixelId) => [pixelId, now]),
  );
  const limit = networkLimit(ctx.vars.BEACONS_A_DAY);
  statements.push(
    ...countNetworks(db, plan.networks, limit),
    ...refuseNetworks(db, plan.refused, limit, now),
  );
  const limiting = limitAccounts(db, plan.beacons, ctx.vars.BEACONS_A_DAY, now);
  const limitedAt = limiting ? statements.push(limiting) - 1 : -1;
  if (statements.length === 0) return { again: [], limited: false };
  try {
    const results = await db.batch<{ id: string }>(statements);
    return {
      again: ties.flatMap((at) => results[at]!.results.map(({ id }) => id)),
      limited: limitedAt >= 0 && results[limitedAt]!.meta.changes > 0,
    };
  } catch (error) {
    const message = String(error);
    if (message.includes('malformed JSON') || message.includes('UNIQUE constraint failed')) {
      throw new ShardMoved(message, { cause: error });
    }
    throw error;
  }
}

function touchOfEvent({ accountId, key, eventId }: TouchOfEvent): unknown[] {
  return [accountId, key, eventId];
}

function eventRow(e: StoredEvent): unknown[] {
  return [
    e.id,
    e.accountId,
    e.pixelId,
    e.name,
    e.state,
    e.occurredAt,
    e.receivedAt,
    e.matters ? 1 : 0,
    e.ipAddress,
    e.body,
    e.credit,
    e.counted,
    e.rev,
    e.reports,
  ];
}
