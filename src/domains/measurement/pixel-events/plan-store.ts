// Writes a plan into an events shard, as one batch. Lists travel as one JSON parameter each (json_each), since a
// statement takes at most 100 bound values.
import { shardBinding } from '../../../db/client.ts';
import type { Env } from '../../../env.ts';
import type { Hit, Plan, StoredEvent } from './plan-types.ts';

/** D1 refuses a parameter of a few megabytes. */
const PARAMETER_CHARACTERS = 900_000;

/** JSON arrays of `rows`, each small enough for one parameter, with the number of rows in each. */
function* packs(rows: unknown[][]): Generator<[json: string, count: number]> {
  let pack: string[] = [];
  let size = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (pack.length > 0 && size + json.length > PARAMETER_CHARACTERS) {
      yield [`[${pack.join(',')}]`, pack.length];
      pack = [];
      size = 0;
    }
    pack.push(json);
    size += json.length + 1;
  }
  if (pack.length > 0) yield [`[${pack.join(',')}]`, pack.length];
}

const ADD_EVENTS = `INSERT INTO pixel_events
  (id, account_id, pixel_id, name, state, occurred_at, received_at, matters, ip_address, body, credit, counted, rev)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value -> 9, NULLIF(value -> 10, 'null'), value ->> 11, value ->> 12 FROM json_each(?1)`;

const CHANGE_EVENTS = `UPDATE pixel_events SET state = j.value ->> 1, matters = j.value ->> 2, ip_address = j.value ->> 3,
  body = j.value -> 4, credit = NULLIF(j.value -> 5, 'null'), counted = j.value ->> 6, rev = j.value ->> 7
  FROM json_each(?1) j WHERE pixel_events.id = j.value ->> 0 AND pixel_events.rev = (j.value ->> 7) - 1`;

/** Fails the batch unless the update before it changed exactly ?1 rows. */
const EXPECT = `SELECT CASE WHEN changes() = ?1 THEN 1 ELSE json('stale') END`;

const ADD_KEYS = `INSERT INTO event_keys (pixel_id, key, event_id)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;

const ADD_MERGES = `INSERT INTO event_merges (event_id, into_id) SELECT value ->> 0, value ->> 1 FROM json_each(?1)`;

const FLATTEN_MERGES = `UPDATE event_merges SET into_id = j.value ->> 1
  FROM json_each(?1) j WHERE event_merges.into_id = j.value ->> 0`;

const ADD_TOUCHES = `INSERT OR IGNORE INTO touches (account_id, key, at, event_id, submission_id, campaign_id, creator_id)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?1)`;

const ADD_HITS = `INSERT INTO recorded_conversions (conversion_id, event_id, group_id, account_id, pixel_id, occurred_at,
    recorded_at, day, value_cents, currency, rule, submission_id, campaign_id, creator_id, source, in_app_browser,
    country, region, credit, payable_at, late)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15,
    value ->> 16, value ->> 17, value -> 18, value ->> 19, value ->> 20 FROM json_each(?1)`;

const CHANGE_HITS = `UPDATE recorded_conversions SET group_id = j.value ->> 2, late = j.value ->> 3,
    payable_at = COALESCE(recorded_conversions.payable_at, j.value ->> 4)
  FROM json_each(?1) j
  WHERE recorded_conversions.conversion_id = j.value ->> 0 AND recorded_conversions.event_id = j.value ->> 1`;

const ADD_OUTBOX = `INSERT INTO outbox (id, type, account_id, creator_id, data, occurred_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value -> 4, value ->> 5 FROM json_each(?1)
  WHERE value ->> 1 <> 'pixel.verified'
    OR NOT EXISTS (SELECT 1 FROM pixel_state s WHERE s.pixel_id = value -> 4 ->> 'pixel')`;

const VERIFY_PIXELS = `INSERT INTO pixel_state (pixel_id, verified_at)
  SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE true ON CONFLICT (pixel_id) DO NOTHING`;

const COUNT_DAYS = `INSERT INTO pixel_daily
    (pixel_id, day, events, consented, from_server, with_user_data, with_click_ids, credited, located, bots,
      last_seen_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9, value ->> 10 FROM json_each(?1) WHERE true
  ON CONFLICT (pixel_id, day) DO UPDATE SET events = events + excluded.events,
    consented = consented + excluded.consented, from_server = from_server + excluded.from_server,
    with_user_data = with_user_data + excluded.with_user_data,
    with_click_ids = with_click_ids + excluded.with_click_ids, credited = credited + excluded.credited,
    located = located + excluded.located, bots = bots + excluded.bots,
    last_seen_at = MAX(last_seen_at, excluded.last_seen_at)`;

const ADD_TOTALS = `INSERT INTO conversion_totals (conversion_id, recorded, credited, paid)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1) WHERE true
  ON CONFLICT (conversion_id) DO UPDATE SET recorded = recorded + excluded.recorded,
    credited = credited + excluded.credited, paid = paid + excluded.paid`;

/** The shard moved on between reading and writing: plan again. */
export class ShardMoved extends Error {}

/**
 * Writes a plan as one batch. Throws ShardMoved when the shard is no longer as the plan saw it; any other failure
 * is the database's or a bad row's.
 */
export async function commitPlan(env: Env, shard: number, plan: Plan, now: number): Promise<void> {
  const db = shardBinding(env, shard);
  const statements: D1PreparedStatement[] = [];
  const each = (sql: string, rows: unknown[][], expectAll = false) => {
    for (const [json, count] of packs(rows)) {
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
    ADD_TOUCHES,
    plan.touches.map((t) => [t.accountId, t.key, t.at, t.eventId, t.submission, t.campaign, t.creator]),
  );
  // Those that step back for another row go first, for the index that allows one row of a kind.
  const changed = [...plan.changedHits].sort((a, b) => Number(b.late) - Number(a.late));
  for (const hit of changed)
    each(CHANGE_HITS, [[hit.conversionId, hit.eventId, hit.groupId, hit.late ? 1 : 0, hit.payableAt]]);
  each(ADD_HITS, plan.newHits.map(hitRow));
  each(
    COUNT_DAYS,
    plan.daily.map(({ pixelId, day, counts: c, lastSeenAt }) => [
      pixelId,
      day,
      c.events,
      c.consented,
      c.fromServer,
      c.withUserData,
      c.withClickIds,
      c.credited,
      c.located,
      c.bots,
      lastSeenAt,
    ]),
  );
  each(
    ADD_TOTALS,
    plan.totals.map((t) => [t.conversionId, t.recorded, t.credited, t.paid]),
  );
  each(
    VERIFY_PIXELS,
    plan.verified.map((pixelId) => [pixelId, now]),
  );
  if (statements.length === 0) return;
  try {
    await db.batch(statements);
  } catch (error) {
    const message = String(error);
    if (message.includes('malformed JSON') || message.includes('UNIQUE constraint failed')) {
      throw new ShardMoved(message, { cause: error });
    }
    throw error;
  }
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
  ];
}

function hitRow(h: Hit): unknown[] {
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
  ];
}
