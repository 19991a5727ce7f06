// All SQL for deliveries in progress. Each function is one round trip to the database.
import { WAKE_GRACE_MS } from '../../../db/outbox.ts';
import { type Env, vars } from '../../../env.ts';
import { MINUTE_MS, SECOND_MS, startOfDay } from '../../../kit/time.ts';
import { givenUpBefore } from './retry-schedule.ts';

/** An accepted attempt that took longer counts as slow. */
export const SLOW_MS = 2 * SECOND_MS;

/** How long a claim lasts. No request is started so late that it could outlast the claim. */
export const LEASE_MS = 2 * MINUTE_MS;

/**
 * How long a delivery that was passed to another batch is left to its queue message, before the sweep assumes that the
 * message was lost.
 */
export const PASSED_FOR_MS = MINUTE_MS;

/**
 * How long the sweep leaves deliveries alone that it has just woken, so that a backlog is not queued again every
 * minute.
 */
export const WOKEN_FOR_MS = 5 * MINUTE_MS;

/** Deliveries by their IDs, or all deliveries of an event, and the moment (ms) to treat as now. */
export interface Wake {
  ids: string[];
  event: string | null;
  now: number;
}

export interface ClaimedRow {
  id: string;
  event_id: string;
  key_id: string;
  attempts: number;
  earlier_attempts: number;
  via_roster: number;
  next_attempt_at: number;
  retries_since: number;
  leased_until: number;
  /** 1 when this run claimed the row. The fast queue also sees unclaimed rows of slow keys, to pass them on. */
  held: number;
  now: number;
  type: string;
  account_id: string | null;
  creator_id: string | null;
  data: string;
  key: ReceivingKey;
}

/** The columns of a key's row that describe its receiver. */
export interface ReceivingKey {
  id: string;
  webhook_url: string | null;
  webhook_secret: string | null;
  previous_secret: string | null;
  previous_secret_until: number | null;
  webhook_slow: number;
  revoked_at: number | null;
}

const WOKEN = `WITH woken (id, now) AS (
    SELECT id, MAX(now) FROM (
      SELECT value ->> 0 AS id, value ->> 1 AS now FROM json_each(?1)
      UNION ALL
      SELECT d.id, j.value ->> 1 FROM json_each(?2) j JOIN deliveries d ON d.event_id = j.value ->> 0)
    GROUP BY id)`;
const DUE = `d.status = 'pending' AND d.next_attempt_at <= w.now AND (d.leased_until IS NULL OR d.leased_until <= w.now)`;
const OF_A_SLOW_KEY = 'EXISTS (SELECT 1 FROM api_keys s WHERE s.id = d.key_id AND s.webhook_slow = 1)';

const CLAIM = (spareSlow: boolean) => `${WOKEN}
  UPDATE deliveries AS d
  SET lease = ?3, leased_until = w.now + ${LEASE_MS}, wake_at = w.now + ${LEASE_MS + WAKE_GRACE_MS}
  FROM woken w
  WHERE d.id = w.id AND ${DUE} ${spareSlow ? `AND NOT ${OF_A_SLOW_KEY}` : ''}`;

const PASSED_ON = `WITH woken (id, now) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?1))
  UPDATE deliveries AS d SET wake_at = w.now + ${PASSED_FOR_MS} FROM woken w WHERE d.id = w.id AND ${DUE}`;

const CLAIMED = (showSlow: boolean) => `${WOKEN}
  SELECT d.id, d.event_id, d.key_id, d.attempts, d.earlier_attempts, d.via_roster, d.next_attempt_at, d.retries_since,
    d.leased_until, d.lease IS ?3 AS held, w.now, e.type, e.account_id, e.creator_id, e.data
  FROM woken w
  JOIN deliveries d ON d.id = w.id
  JOIN events e ON e.id = d.event_id
  WHERE d.lease = ?3 ${showSlow ? `OR (${DUE} AND ${OF_A_SLOW_KEY})` : ''}
  ORDER BY d.event_id`;

/** Keys are read separately, because many deliveries usually share a few keys. */
const KEYS = `${WOKEN}
  SELECT id, webhook_url, webhook_secret, previous_secret, previous_secret_until, webhook_slow, revoked_at
  FROM api_keys WHERE id IN (SELECT d.key_id FROM woken w JOIN deliveries d ON d.id = w.id)`;

const STATEMENTS = {
  fast: { claim: CLAIM(true), claimed: CLAIMED(true) },
  slow: { claim: CLAIM(false), claimed: CLAIMED(false) },
};

/**
 * Claims the woken deliveries that are due: no other run gets them before the lease ends. The fast queue does not claim
 * deliveries of slow keys and only reads them.
 */
export async function claim(
  env: Env,
  wakes: Wake[],
  speed: 'fast' | 'slow',
  lease: string,
): Promise<ClaimedRow[]> {
  const ids = JSON.stringify(wakes.flatMap((wake) => wake.ids.map((id) => [id, wake.now])));
  const events = JSON.stringify(
    wakes.filter((wake) => wake.event !== null).map((wake) => [wake.event, wake.now]),
  );
  const { claim, claimed } = STATEMENTS[speed];
  const [, rows, keys] = await env.DB.batch<unknown>([
    env.DB.prepare(claim).bind(ids, events, lease),
    env.DB.prepare(claimed).bind(ids, events, lease),
    env.DB.prepare(KEYS).bind(ids, events),
  ]);
  const byId = new Map((keys!.results as ReceivingKey[]).map((key) => [key.id, key]));
  const found: ClaimedRow[] = [];
  for (const row of rows!.results as ClaimedRow[]) {
    const key = byId.get(row.key_id);
    if (!key) continue;
    row.key = key;
    found.push(row);
  }
  return found;
}

/** Marks deliveries of slow keys as passed on to the slow queue, so that the sweep does not wake them as well. */
export async function savePassedOn(env: Env, rows: ClaimedRow[]): Promise<void> {
  await env.DB.prepare(PASSED_ON)
    .bind(JSON.stringify(rows.map((row) => [row.id, row.now])))
    .run();
}

export interface AttemptRow {
  number: number;
  at: number;
  url: string;
  status: number | null;
  latencyMs: number;
  error: string | null;
  body: string | null;
}

/** The outcome of a claimed delivery. Writing it ends the claim. */
export interface DeliveryResult {
  id: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  nextAttemptAt: number | null;
  wakeAt: number;
  deliveredAt: number | null;
  attempt: AttemptRow | null;
}

/** What an attempt revealed about a key's receiver at `url`. */
export interface KeyResult {
  id: string;
  url: string;
  slow: boolean;
  goneAt: number | null;
}

/** How many characters of a response are always kept: about as much as the rest of the row. */
const FIRST_WORDS = 200;
/** Longer responses count against a quota of the receiving account. Otherwise one receiver could fill the database. */
const COUNT_ANSWERS = `INSERT INTO quota_use (day, account_id, what, amount)
  SELECT ?3, k.account_id, 'answer_bytes', SUM(LENGTH(CAST(j.value ->> 7 AS BLOB)))
  FROM json_each(?1) j JOIN deliveries d ON d.id = j.value ->> 0 JOIN api_keys k ON k.id = d.key_id
  WHERE d.lease = ?2 AND LENGTH(j.value ->> 7) > ${FIRST_WORDS} GROUP BY k.account_id
  ON CONFLICT (day, account_id, what) DO UPDATE SET amount = amount + excluded.amount`;
const ADD_ATTEMPTS = `INSERT INTO delivery_attempts (delivery_id, number, at, url, status, latency_ms, error, body)
  SELECT d.id, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6,
    CASE WHEN LENGTH(j.value ->> 7) > ${FIRST_WORDS} AND EXISTS (
      SELECT 1 FROM api_keys k JOIN quota_use q
        ON q.day = ?3 AND q.account_id = k.account_id AND q.what = 'answer_bytes' AND q.amount > ?4
      WHERE k.id = d.key_id) THEN SUBSTR(j.value ->> 7, 1, ${FIRST_WORDS}) || '…' ELSE j.value ->> 7 END
  FROM json_each(?1) j JOIN deliveries d ON d.id = j.value ->> 0
  WHERE d.lease = ?2 ON CONFLICT (delivery_id, number) DO NOTHING`;
const END_CLAIMS = `UPDATE deliveries AS d SET status = j.value ->> 1, attempts = j.value ->> 2,
    next_attempt_at = j.value ->> 3, wake_at = j.value ->> 4, delivered_at = j.value ->> 5,
    lease = NULL, leased_until = NULL
  FROM json_each(?1) j WHERE d.id = j.value ->> 0 AND d.lease = ?2`;
const MARK_KEYS = `UPDATE api_keys AS k
  SET webhook_slow = j.value ->> 2, webhook_gone_at = COALESCE(k.webhook_gone_at, j.value ->> 3),
    webhook_failing_since = CASE WHEN j.value ->> 2 THEN k.webhook_failing_since END,
    webhook_failing_told = k.webhook_failing_told AND j.value ->> 2
  FROM json_each(?1) j WHERE k.id = j.value ->> 0 AND k.webhook_url = j.value ->> 1`;
/** Since when a key's receiver accepts nothing. It says so only of the URL that was asked. */
const MARK_FAILING = `UPDATE api_keys AS k SET webhook_failing_since = CASE WHEN g.accepted THEN NULL ELSE g.at END,
    webhook_failing_told = 0
  FROM (SELECT d.key_id, MAX(j.value ->> 6 IS NULL) AS accepted, MIN(j.value ->> 2) AS at, MIN(j.value ->> 3) AS url
    FROM json_each(?1) j JOIN deliveries d ON d.id = j.value ->> 0 WHERE d.lease = ?2 GROUP BY d.key_id) g
  WHERE k.id = g.key_id AND k.webhook_url = g.url AND g.accepted = (k.webhook_failing_since IS NOT NULL)`;

/** A D1 parameter may have 2 MB. The receivers' responses take most of it. */
const PARAMETER_LIMIT = 900_000;

/**
 * Writes results in one batch. Rows that another run has claimed meanwhile are skipped, and a key whose URL changed is
 * not blamed for the old URL, so writing twice changes nothing.
 */
export async function saveResults(
  env: Env,
  lease: string,
  results: DeliveryResult[],
  keys: KeyResult[],
): Promise<void> {
  const statements: D1PreparedStatement[] = [];
  const attempts = results.filter((r) => r.attempt !== null);
  const today = startOfDay(Math.max(0, ...attempts.map((r) => r.attempt!.at)));
  const wordy = attempts.some((r) => (r.attempt!.body ?? '').length > FIRST_WORDS);
  // A quick, accepted attempt ends what is known of failures together with the key's mark.
  const troubled = attempts.some(({ attempt }) => attempt!.error !== null || attempt!.latencyMs > SLOW_MS);
  for (const part of inParts(attempts.map(attemptValues))) {
    if (wordy) statements.push(env.DB.prepare(COUNT_ANSWERS).bind(part, lease, today));
    const most = vars(env).ANSWER_BYTES_A_DAY;
    statements.push(env.DB.prepare(ADD_ATTEMPTS).bind(part, lease, today, most));
    if (troubled) statements.push(env.DB.prepare(MARK_FAILING).bind(part, lease));
  }
  if (results.length > 0) {
    const values = results.map((r) => [r.id, r.status, r.attempts, r.nextAttemptAt, r.wakeAt, r.deliveredAt]);
    statements.push(env.DB.prepare(END_CLAIMS).bind(JSON.stringify(values), lease));
  }
  if (keys.length > 0) {
    const values = keys.map((k) => [k.id, k.url, k.slow ? 1 : 0, k.goneAt]);
    statements.push(env.DB.prepare(MARK_KEYS).bind(JSON.stringify(values)));
  }
  if (statements.length > 0) await env.DB.batch(statements);
}

function attemptValues({ id, attempt }: DeliveryResult): string {
  const a = attempt!;
  return JSON.stringify([id, a.number, a.at, a.url, a.status, a.latencyMs, a.error, a.body]);
}

/** Joins JSON values into JSON arrays that each fit a parameter. */
function* inParts(values: string[]): Generator<string> {
  let part: string[] = [];
  let size = 0;
  for (const value of values) {
    const length = value.length * 2;
    if (part.length > 0 && size + length > PARAMETER_LIMIT) {
      yield `[${part.join(',')}]`;
      part = [];
      size = 0;
    }
    part.push(value);
    size += length;
  }
  if (part.length > 0) yield `[${part.join(',')}]`;
}

export interface SleepingRow {
  id: string;
  key_id: string;
  slow: number;
  over: number;
}

const ASLEEP = `SELECT d.id, d.key_id, k.webhook_slow AS slow,
    d.retries_since < ?3 AND d.attempts > d.earlier_attempts AS over
  FROM deliveries d JOIN api_keys k ON k.id = d.key_id
  WHERE d.status = 'pending' AND d.wake_at <= ?1 ORDER BY d.wake_at LIMIT ?2`;
const WOKE = `UPDATE deliveries AS d SET wake_at = ?2
  FROM json_each(?1) j WHERE d.id = j.value AND d.status = 'pending' AND d.wake_at <= ?3`;
const GIVE_UP = `UPDATE deliveries AS d SET status = 'failed', next_attempt_at = NULL, lease = NULL, leased_until = NULL
  FROM json_each(?1) j WHERE d.id = j.value AND d.status = 'pending' AND d.retries_since < ?3
    AND d.attempts > d.earlier_attempts AND (d.leased_until IS NULL OR d.leased_until <= ?2)`;

/** Deliveries that should have been woken before `now` but were not, the longest overdue first. */
export async function listAsleep(env: Env, now: number, limit: number): Promise<SleepingRow[]> {
  return (await env.DB.prepare(ASLEEP).bind(now, limit, givenUpBefore(now)).all<SleepingRow>()).results;
}

/**
 * Fails the deliveries whose time is up, and records that the others were woken, so that the sweep leaves them alone
 * until `again`.
 */
export async function saveWoken(
  env: Env,
  now: number,
  woken: string[],
  over: string[],
  again: number,
): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(GIVE_UP).bind(JSON.stringify(over), now, givenUpBefore(now)),
    env.DB.prepare(WOKE).bind(JSON.stringify([...woken, ...over]), again, now),
  ]);
}

const PENDING_OF = `SELECT d.id, d.key_id, k.webhook_slow AS slow, 0 AS over
  FROM json_each(?1) j JOIN deliveries d ON d.event_id = j.value JOIN api_keys k ON k.id = d.key_id
  WHERE d.status = 'pending' AND d.attempts = 0 ORDER BY d.event_id`;

/** The pending deliveries of these events that have not been attempted yet. */
export async function listUntried(env: Env, events: string[]): Promise<SleepingRow[]> {
  return (await env.DB.prepare(PENDING_OF).bind(JSON.stringify(events)).all<SleepingRow>()).results;
}
