// Domain events are written in the batch of the change that they describe, with one delivery for each key
// that wants them. A queue message afterwards only wakes the sender; the cron finds deliveries whose message
// was lost.
import { type SQL, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../context.ts';
import type { EventData, EventTypeName } from '../events/catalogue.ts';
import { type InternalCause, NOTICES, WAITS } from '../events/notices.ts';
import { TOLD_IN_THREADS } from '../events/told-in-threads.ts';
import { newId } from '../kit/ids.ts';
import { SECOND_MS } from '../kit/time.ts';
import type { WriteSet } from './write-set.ts';

/** How long a queue message may take to wake a due delivery before the sweep does. */
export const WAKE_GRACE_MS = 30 * SECOND_MS;

export interface DomainEvent<T extends EventTypeName = EventTypeName> {
  type: T;
  /** The account that the event belongs to; null for an event about a creator alone. */
  account: string | null;
  /** The creator that it is about: partners that represent that creator get it too. */
  creator: string | null;
  data: EventData<T>;
}

/** An event in a shard's outbox, with its time in milliseconds. */
export interface RelayedEvent {
  id: string;
  type: string;
  accountId: string | null;
  creatorId: string | null;
  data: string;
  occurredAt: number;
  /** What `more.isNew` can ask of it, as `value ->> 6`. */
  number?: number;
}

/**
 * Adds an event and its deliveries to the write set, and a wake-up message for after the commit. Returns the
 * event's ID.
 * @param knows the side whose people get no notice of it; by default the one that acts.
 */
export function emit<T extends EventTypeName>(
  ctx: SystemCtx,
  event: DomainEvent<T>,
  knows = actingSide(ctx),
): string {
  const actor = NOTICES[event.type] || WAITS[event.type] ? knows : null;
  const id = insertEvent(ctx, event, { teller: tellerOf(ctx, event), actor });
  ctx.write.addSql(insertDeliveries(sql`e.id = ${id}`));
  ctx.write.afterCommit(() => ctx.env.WEBHOOKS.send({ event: id, at: ctx.now }));
  return id;
}

export interface InternalEvent {
  type: InternalCause;
  account: string | null;
  creator: string | null;
  /** The IDs of what it is about, by kind. */
  data: Record<string, string>;
}

/** Adds what people are told of, and no webhook: whoever acted, since a partner acts as its client. */
export function emitInternal(ctx: SystemCtx, event: InternalEvent): void {
  insertEvent(ctx, event, { teller: null, actor: '' });
}

/** Adds what many creators are told of, in one statement. @param about by creator, the IDs of what it is about. */
export function emitInternalToCreators(
  ctx: SystemCtx,
  type: InternalCause,
  account: string,
  about: ReadonlyMap<string, Record<string, string>>,
): void {
  const rows = JSON.stringify(
    [...about].map(([creator, data]) => [newId('event', ctx.now), creator, JSON.stringify(data)]),
  );
  ctx.write.addSql(sql`INSERT INTO events (id, type, account_id, creator_id, data, occurred_at, unnoticed)
    SELECT value ->> 0, ${type}, ${account}, value ->> 1, value ->> 2, ${ctx.now}, '' FROM json_each(${rows})`);
}

/** @param by the acting sides: of what a thread tells, and of what people get notices of; null for what is neither. */
function insertEvent(
  ctx: SystemCtx,
  event: DomainEvent | InternalEvent,
  by: { teller: string | null; actor: string | null },
): string {
  const { type, account, creator, data } = event;
  const id = newId('event', ctx.now);
  ctx.write.addSql(sql`INSERT INTO events (id, type, account_id, creator_id, data, occurred_at, teller, unnoticed)
    VALUES (${id}, ${type}, ${account}, ${creator}, ${JSON.stringify(data)}, ${ctx.now}, ${by.teller},
      ${by.actor})`);
  return id;
}

type Acting = SystemCtx & Partial<Pick<Ctx, 'actor'>>;

/** The side whose act it is; empty where the service acts. */
const actingSide = ({ actor }: Acting): string => actor?.account?.id ?? actor?.creator ?? '';

/**
 * The side whose act an event is that a thread of the two tells; empty where no side acted, null where nothing is told. A job
 * finds it by the row, so it is told if and only if the event happened.
 */
function tellerOf(ctx: Acting, event: DomainEvent): string | null {
  if (!TOLD_IN_THREADS[event.type] || event.account === null || event.creator === null) return null;
  return actingSide(ctx);
}

/** Adds a sample event for a single key. Returns the event's ID. */
export function emitTest(
  ctx: SystemCtx,
  keyId: string,
  event: { type: EventTypeName; account: string | null; data: Record<string, string> },
): string {
  const id = newId('event', ctx.now);
  ctx.write.addSql(sql`INSERT INTO events (id, type, account_id, creator_id, data, occurred_at, test)
    VALUES (${id}, ${event.type}, ${event.account}, NULL, ${JSON.stringify(event.data)}, ${ctx.now}, 1)`);
  ctx.write.addSql(sql`INSERT INTO deliveries
      (id, event_id, key_id, status, next_attempt_at, wake_at, retries_since, occurred_at)
    VALUES (${newId('delivery', ctx.now)}, ${id}, ${keyId}, 'pending', ${ctx.now}, ${ctx.now + WAKE_GRACE_MS},
      ${ctx.now}, ${ctx.now})`);
  ctx.write.afterCommit(() => ctx.env.WEBHOOKS.send({ event: id, at: ctx.now }));
  return id;
}

/**
 * Adds events from a shard's outbox, with their deliveries. An event that exists already stays as it is and
 * gets no further deliveries, even if keys or rosters have changed since: only the run that inserts it
 * creates them.
 * @param run a random token, new in each run.
 * @param more.isNew whether to add an event; all by default.
 * @param more.except which keys `k` get none, over the event `e`; all that may get it do by default.
 */
export function addRelayed(
  write: WriteSet,
  events: RelayedEvent[],
  run: string,
  { isNew = sql`true`, except }: { isNew?: SQL; except?: SQL } = {},
): void {
  const rows = JSON.stringify(
    events.map((e) => [e.id, e.type, e.accountId, e.creatorId, e.data, e.occurredAt, e.number ?? null]),
  );
  write.addSql(sql`INSERT INTO events (id, type, account_id, creator_id, data, occurred_at, relay)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ${run}
    FROM json_each(${rows}) WHERE ${isNew} ON CONFLICT (id) DO NOTHING`);
  const ids = JSON.stringify(events.map((e) => e.id));
  const added = sql`e.id IN (SELECT value FROM json_each(${ids})) AND e.relay = ${run}`;
  write.addSql(insertDeliveries(except ? sql`${added} AND NOT (${except})` : added));
}

/**
 * Adds one delivery for each key that had a URL when the event occurred: keys of its account, of the partner
 * that manages the account, and of partners that represent its creator. An event about a creator alone also
 * goes to the account that manages the creator. A partner that gets the event because of the creator is told
 * the creator's ID.
 */
function insertDeliveries(which: SQL): SQL {
  return sql`INSERT INTO deliveries
      (id, event_id, key_id, via_roster, status, next_attempt_at, wake_at, retries_since, occurred_at)
    SELECT 'dlv_' || substr(e.id, 5, 10) || lower(hex(randomblob(8))), e.id, k.id,
      e.account_id IS NOT k.account_id AND k.account_id IN (${STANDS_FOR}),
      'pending', e.occurred_at, e.occurred_at + ${WAKE_GRACE_MS}, e.occurred_at, e.occurred_at
    FROM events e
    LEFT JOIN accounts a ON a.id = e.account_id AND a.status = 'active'
    JOIN api_keys k ON k.account_id IN (SELECT e.account_id UNION SELECT a.managed_by UNION ${STANDS_FOR})
    WHERE ${which} AND k.webhook_url IS NOT NULL AND k.revoked_at IS NULL AND k.webhook_since <= e.occurred_at
    ON CONFLICT (event_id, key_id) DO NOTHING`;
}

/**
 * The accounts that get all events of the event's creator: the one that added an unclaimed record (a brand
 * only if the event is about the creator alone), and partners that the creator agreed to be represented by.
 */
const STANDS_FOR = sql`SELECT m.id FROM creators c JOIN accounts m ON m.id = c.managed_by
    WHERE c.id = e.creator_id AND c.claimed_at IS NULL AND (m.type = 'partner' OR e.account_id IS NULL)
  UNION SELECT p.id FROM creator_relationships cr JOIN accounts p ON p.id = cr.account_id AND p.type = 'partner'
    WHERE cr.creator_id = e.creator_id AND cr.consent = 'agreed' AND cr.relationship = 'represented'`;
