// All SQL on an events shard that ingestion needs. Lists travel as one JSON parameter each (json_each), since a
// statement takes at most 100 bound values.
import { shardBinding } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import type { Touch } from './attribute.ts';
import { touchKeys } from './attribute.ts';
import type { Credit } from './credit.ts';
import { dedupeKeys, type PixelEventBody } from './event-body.ts';
import type { Hit, Plan, PlanInput, ShardState, StoredEvent } from './plan-types.ts';

interface EventRow {
  id: string;
  account_id: string;
  pixel_id: string;
  name: string;
  state: StoredEvent['state'];
  occurred_at: number;
  received_at: number;
  matters: number;
  ip_address: string | null;
  body: string;
  credit: string | null;
  counted: number;
  rev: number;
}

interface HitRow {
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
  source: Hit['source'];
  in_app_browser: string | null;
  country: string | null;
  region: string | null;
  credit: string;
  payable_at: number | null;
  late: number;
}

export function toStoredEvent(row: EventRow): StoredEvent {
  return {
    id: row.id,
    accountId: row.account_id,
    pixelId: row.pixel_id,
    name: row.name,
    state: row.state,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    matters: row.matters === 1,
    ipAddress: row.ip_address,
    body: JSON.parse(row.body) as PixelEventBody,
    credit: row.credit ? (JSON.parse(row.credit) as Credit) : null,
    counted: row.counted,
    rev: row.rev,
  };
}

function toHit(row: HitRow): Hit {
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
    source: row.source,
    inAppBrowser: row.in_app_browser,
    country: row.country,
    region: row.region,
    credit: JSON.parse(row.credit) as Credit,
    payableAt: row.payable_at,
    late: row.late === 1,
  };
}

const STANDING = `
  SELECT COALESCE(m.into_id, k.event_id) FROM json_each(?2) j
  JOIN event_keys k ON k.pixel_id = j.value ->> 0 AND k.key = j.value ->> 1
  LEFT JOIN event_merges m ON m.event_id = k.event_id`;

const READ_KEYS = `
  SELECT k.pixel_id AS pixel, k.key AS key, COALESCE(m.into_id, k.event_id) AS event FROM json_each(?1) j
  JOIN event_keys k ON k.pixel_id = j.value ->> 0 AND k.key = j.value ->> 1
  LEFT JOIN event_merges m ON m.event_id = k.event_id`;

const READ_EVENTS = `SELECT * FROM pixel_events WHERE id IN (SELECT value FROM json_each(?1) UNION ${STANDING})`;

const READ_HITS = `SELECT * FROM recorded_conversions
  WHERE group_id IN (SELECT value FROM json_each(?1) UNION ${STANDING})`;

const READ_TOUCHES = `SELECT j.key AS wanted, t.at, t.event_id, t.submission_id, t.campaign_id, t.creator_id
  FROM json_each(?1) j JOIN touches t ON t.rowid = (
    SELECT u.rowid FROM touches u
    WHERE u.account_id = j.value ->> 0 AND u.key = j.value ->> 1 AND u.at <= j.value ->> 2
    ORDER BY u.at DESC, u.event_id DESC LIMIT 1)`;

const READ_VERIFIED = `SELECT s.pixel_id AS pixel FROM json_each(?1) j
  JOIN pixel_state s ON s.pixel_id = j.value WHERE s.verified_at IS NOT NULL`;

interface TouchRow {
  wanted: number;
  at: number;
  event_id: string;
  submission_id: string | null;
  campaign_id: string | null;
  creator_id: string | null;
}

type Wanted = [account: string, key: string, at: number];

/** Pixels that this isolate knows to be verified: they never stop being it. */
const verifiedPixels = new Set<string>();
const VERIFIED_LIMIT = 20_000;

/**
 * Everything a plan needs to know of the shard, in one round trip (two when stored events are worked on again; none
 * for new events that nothing leads back from).
 */
export async function loadState(env: Env, shard: number, input: PlanInput): Promise<ShardState> {
  const db = shardBinding(env, shard);
  const unverified = new Set<string>();
  const keys: [string, string][] = [];
  const ids = [...input.process];
  const wanted: Wanted[] = [];
  for (const { accountId, event } of input.incoming) {
    if (!verifiedPixels.has(event.pixelId)) unverified.add(event.pixelId);
    if (input.maybeStored) ids.push(event.id);
    for (const key of dedupeKeys(event)) keys.push([event.pixelId, key]);
    if (!input.recordOnly) wanted.push(...wantedTouches(accountId, event));
  }
  const keysJson = JSON.stringify(keys);
  const idsJson = JSON.stringify(ids);
  const stored = keys.length > 0 || ids.length > 0;
  const read = await readTogether(db, {
    keys: keys.length > 0 && db.prepare(READ_KEYS).bind(keysJson),
    events: stored && db.prepare(READ_EVENTS).bind(idsJson, keysJson),
    hits: stored && db.prepare(READ_HITS).bind(idsJson, keysJson),
    verified: unverified.size > 0 && db.prepare(READ_VERIFIED).bind(JSON.stringify([...unverified])),
    touches: wanted.length > 0 && db.prepare(READ_TOUCHES).bind(JSON.stringify(wanted)),
  });
  const events = new Map((read.events as EventRow[]).map((row) => [row.id, toStoredEvent(row)]));
  const touches = new Map<string, Touch>();
  keepTouches(touches, wanted, read.touches as TouchRow[]);
  if (!input.recordOnly) await loadMoreTouches(db, [...events.values()], touches, wanted);
  const hits = new Map<string, Hit[]>();
  for (const row of read.hits as HitRow[]) {
    hits.set(row.group_id, [...(hits.get(row.group_id) ?? []), toHit(row)]);
  }
  if (verifiedPixels.size >= VERIFIED_LIMIT) verifiedPixels.clear();
  const verified = new Set((read.verified as { pixel: string }[]).map(({ pixel }) => pixel));
  for (const pixel of verified) verifiedPixels.add(pixel);
  return {
    keys: new Map(
      (read.keys as { pixel: string; key: string; event: string }[]).map((r) => [
        `${r.pixel} ${r.key}`,
        r.event,
      ]),
    ),
    events,
    hits,
    isVerified: (pixel) => !unverified.has(pixel) || verified.has(pixel),
    lastTouch: (account, key, at) => touches.get(touchName([account, key, at])),
  };
}

/** Runs those statements that are asked for as one batch; what is not asked for reads as no rows. */
async function readTogether<K extends string>(
  db: D1Database,
  statements: Record<K, D1PreparedStatement | false>,
): Promise<Record<K, unknown[]>> {
  const names = Object.keys(statements) as K[];
  const asked = names.filter((name) => statements[name] !== false);
  const results =
    asked.length === 0 ? [] : await db.batch(asked.map((name) => statements[name] as D1PreparedStatement));
  const rows = Object.fromEntries(names.map((name) => [name, [] as unknown[]])) as Record<K, unknown[]>;
  asked.forEach((name, index) => {
    rows[name] = results[index]!.results;
  });
  return rows;
}

function touchName([account, key, at]: Wanted): string {
  return `${account} ${key} ${at}`;
}

function wantedTouches(accountId: string, event: Pick<StoredEvent, 'body' | 'occurredAt'>): Wanted[] {
  const keys = touchKeys(event);
  return [...keys.attribution_id, ...keys.click_id, ...keys.same_user].map((key) => [
    accountId,
    key,
    event.occurredAt,
  ]);
}

function keepTouches(touches: Map<string, Touch>, wanted: Wanted[], rows: TouchRow[]): void {
  for (const row of rows) {
    touches.set(touchName(wanted[row.wanted]!), {
      at: row.at,
      eventId: row.event_id,
      submission: row.submission_id,
      campaign: row.campaign_id,
      creator: row.creator_id,
    });
  }
}

/** Events that lie here already may go by keys that the batch did not show. */
async function loadMoreTouches(
  db: D1Database,
  events: StoredEvent[],
  touches: Map<string, Touch>,
  asked: Wanted[],
): Promise<void> {
  const known = new Set(asked.map(touchName));
  const wanted = events
    .flatMap((event) => wantedTouches(event.accountId, event))
    .filter((touch) => !known.has(touchName(touch)));
  if (wanted.length === 0) return;
  const { results } = await db.prepare(READ_TOUCHES).bind(JSON.stringify(wanted)).all<TouchRow>();
  keepTouches(touches, wanted, results);
}

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
    OR NOT EXISTS (SELECT 1 FROM pixel_state s WHERE s.pixel_id = value -> 4 ->> 'pixel' AND s.verified_at IS NOT NULL)`;

const SEE_PIXELS = `INSERT INTO pixel_state (pixel_id, verified_at, last_seen_at)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1) WHERE true
  ON CONFLICT (pixel_id) DO UPDATE SET verified_at = COALESCE(verified_at, excluded.verified_at),
    last_seen_at = MAX(last_seen_at, excluded.last_seen_at)`;

const COUNT_DAYS = `INSERT INTO pixel_daily
    (pixel_id, day, events, consented, from_server, with_user_data, with_click_ids, credited, located, bots)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9 FROM json_each(?1) WHERE true
  ON CONFLICT (pixel_id, day) DO UPDATE SET events = events + excluded.events,
    consented = consented + excluded.consented, from_server = from_server + excluded.from_server,
    with_user_data = with_user_data + excluded.with_user_data,
    with_click_ids = with_click_ids + excluded.with_click_ids, credited = credited + excluded.credited,
    located = located + excluded.located, bots = bots + excluded.bots`;

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
    plan.daily.map(({ pixelId, day, counts: c }) => [
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
    ]),
  );
  each(
    ADD_TOTALS,
    plan.totals.map((t) => [t.conversionId, t.recorded, t.credited, t.paid]),
  );
  each(
    SEE_PIXELS,
    plan.seen.map((s) => [s.pixelId, s.verifies ? now : null, s.at]),
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
