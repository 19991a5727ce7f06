// Reads what a plan needs from an events shard. Each list is passed as one JSON parameter (json_each), because a
// statement takes at most 100 bound values.
import { shardBinding } from '../../../db/client.ts';
import type { Env } from '../../../env.ts';
import { day } from '../../../kit/time.ts';
import { aliasKeys, dedupeKeys, type PixelEventBody } from '../../../pixel/event-body.ts';
import { findStops, type RecordedRow, selectRecorded, toRecorded } from '../conversions/interface.ts';
import type { RecordedConversion } from '../conversions/recorded-conversion.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { Touch } from '../event-rules/attribute.ts';
import {
  type OrderReturn,
  orderKeys,
  orderOf,
  refundedOrder,
  returnOf,
} from '../event-rules/order-return.ts';
import type { PlanInput, ShardState, StoredEvent } from '../event-rules/plan-types.ts';
import type { Reports } from '../event-rules/reports.ts';
import { type Wanted, wantedTouches } from '../event-rules/wanted-touches.ts';
import { findNetworks, type NetworkDay, type NetworkRow, nameOfNetwork } from '../pixels/interface.ts';

/** A row of pixel_events, as raw SQL returns it. */
export interface EventRow {
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
  reports: string | null;
  counted: number;
  rev: number;
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
    reports: row.reports ? (JSON.parse(row.reports) as Reports) : null,
    credit: row.credit ? (JSON.parse(row.credit) as Credit) : null,
    counted: row.counted,
    rev: row.rev,
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

const READ_CONVERSIONS = selectRecorded(`SELECT value FROM json_each(?1) UNION ${STANDING}`);

const READ_EVENTS = `SELECT * FROM pixel_events WHERE id IN (SELECT value FROM json_each(?1) UNION ${STANDING})`;

const READ_TOUCHES = `SELECT j.key AS wanted, t.at, t.event_id, t.submission_id, t.campaign_id, t.creator_id
  FROM json_each(?1) j JOIN touches t ON t.account_id = j.value ->> 0 AND t.key = j.value ->> 1
    AND (t.at, t.event_id) = (
      SELECT u.at, u.event_id FROM touches u
      WHERE u.account_id = j.value ->> 0 AND u.key = j.value ->> 1 AND u.at <= j.value ->> 2
        AND u.event_id <> j.value ->> 3
      ORDER BY u.at DESC, u.event_id DESC LIMIT 1)`;

const READ_RETURNS = `SELECT r.pixel_id AS pixelId, r.order_id AS "order", r.event_id AS eventId,
    r.value_cents AS value, r.currency FROM json_each(?1) j
  JOIN order_returns r ON r.pixel_id = j.value ->> 0 AND r.order_id = j.value ->> 1`;

const READ_VERIFIED = `SELECT s.pixel_id AS pixel FROM json_each(?1) j
  JOIN pixel_state s ON s.pixel_id = j.value`;

interface TouchRow {
  wanted: number;
  at: number;
  event_id: string;
  submission_id: string | null;
  campaign_id: string | null;
  creator_id: string | null;
}

/** Pixels that this isolate knows are verified. A pixel stays verified forever. */
const verifiedPixels = new Set<string>();
const VERIFIED_LIMIT = 20_000;

/** Networks that this isolate knows have reached their daily limit. A count never falls. */
const fullNetworks = new Map<string, number>();
const FULL_LIMIT = 5_000;

/**
 * Everything a plan needs to know about the shard, in one round trip: two when stored events are involved, and none for
 * new events that refer to nothing stored.
 */
export async function findState(env: Env, shard: number, input: PlanInput): Promise<ShardState> {
  const db = shardBinding(env, shard);
  const unverified = new Set<string>();
  const keys: [string, string][] = [];
  const ids = [...input.process];
  const wanted = input.recordOnly ? [] : wantedTouches(input.incoming, new Map(), new Map());
  const networks: NetworkDay[] = [];
  const orders = input.recordOnly
    ? []
    : ordersOf(input.incoming.map(({ event }) => ({ ...event, reports: null })));
  for (const { accountId, network, event } of input.incoming) {
    if (input.maybeStored && network !== undefined)
      networks.push({ accountId, day: day(event.receivedAt), network });
    if (!verifiedPixels.has(event.pixelId)) unverified.add(event.pixelId);
    if (input.maybeStored) ids.push(event.id);
    for (const key of [...dedupeKeys(event), ...aliasKeys(event)]) keys.push([event.pixelId, key]);
    const refunded = refundedOrder(event);
    if (refunded === null) continue;
    // The sale may be in the archive, where only its counted conversions can still show the refund.
    orders.push([event.pixelId, refunded]);
    for (const key of orderKeys(refunded)) keys.push([event.pixelId, key]);
  }
  const keysJson = JSON.stringify(keys);
  const idsJson = JSON.stringify(ids);
  const read = await readTogether(db, {
    keys: keys.length > 0 && db.prepare(READ_KEYS).bind(keysJson),
    verified: unverified.size > 0 && db.prepare(READ_VERIFIED).bind(JSON.stringify([...unverified])),
    networks: networks.length > 0 && findNetworks(db, networks),
    returns: orders.length > 0 && db.prepare(READ_RETURNS).bind(JSON.stringify(orders)),
    touches: wanted.length > 0 && db.prepare(READ_TOUCHES).bind(JSON.stringify(wanted)),
    ...(ids.length > 0 ? readStored(db, idsJson, keysJson) : { events: false, hits: false }),
  });
  // A known key leads to a stored event. Most batches have none, so the events are only read if needed.
  if (ids.length === 0 && read.keys.length > 0) {
    Object.assign(read, await readTogether(db, readStored(db, idsJson, keysJson)));
  }
  const events = new Map((read.events as EventRow[]).map((row) => [row.id, toStoredEvent(row)]));
  const refunds = input.incoming.some(({ event }) => refundedOrder(event) !== null);
  const former = (refunds ? formerOrders(events.values()) : []).filter(
    (one) => !orders.some((order) => isSame(order, one)),
  );
  if (former.length > 0) {
    const more = await readOrders(db, former);
    for (const name of ['keys', 'events', 'hits', 'returns'] as const) read[name].push(...more[name]);
    for (const row of more.events as EventRow[]) events.set(row.id, toStoredEvent(row));
    orders.push(...former);
  }
  const touches = new Map<string, Touch>();
  keepTouches(touches, wanted, read.touches as TouchRow[]);
  const known = new Map(
    (read.keys as { pixel: string; key: string; event: string }[]).map((r) => [
      `${r.pixel} ${r.key}`,
      r.event,
    ]),
  );
  if (!input.recordOnly && events.size > 0) {
    await loadMoreTouches(db, wantedTouches(input.incoming, known, events), touches, wanted);
  }
  const returns = new Map<string, OrderReturn[]>();
  const keepReturns = (rows: OrderReturn[]) => {
    for (const row of rows) {
      const name = `${row.pixelId} ${row.order}`;
      returns.set(name, [...(returns.get(name) ?? []), row]);
    }
  };
  keepReturns(read.returns as OrderReturn[]);
  const moreOrders = input.recordOnly
    ? []
    : ordersOf(events.values()).filter((one) => !orders.some((order) => isSame(order, one)));
  if (moreOrders.length > 0) {
    const more = await db.prepare(READ_RETURNS).bind(JSON.stringify(moreOrders)).all<OrderReturn>();
    keepReturns(more.results);
  }
  const hits = new Map<string, RecordedConversion[]>();
  // Two of the readings may have found the same one.
  const counts = (read.hits as RecordedRow[]).map(
    (row) => [`${row.conversion_id} ${row.event_id}`, row] as const,
  );
  for (const row of new Map(counts).values()) {
    hits.set(row.group_id, [...(hits.get(row.group_id) ?? []), toRecorded(row)]);
  }
  // Most batches name no code.
  const coded = input.recordOnly
    ? []
    : [
        ...input.incoming.map(({ accountId, event }) => ({ accountId, body: event.body })),
        ...events.values(),
      ].filter(({ body }) => body.creatorCode ?? body.discountCode ?? body.discountCodes);
  const isStopped = await findStops(
    db,
    coded.map(({ accountId }) => accountId),
  );
  const counted = new Map<string, number>();
  for (const { account_id, day, network, events } of read.networks as NetworkRow[]) {
    const name = nameOfNetwork({ accountId: account_id, day, network });
    counted.set(name, events);
    if (fullNetworks.size >= FULL_LIMIT) fullNetworks.clear();
    if (events >= input.networkLimit) fullNetworks.set(name, events);
  }
  if (verifiedPixels.size >= VERIFIED_LIMIT) verifiedPixels.clear();
  const verified = new Set((read.verified as { pixel: string }[]).map(({ pixel }) => pixel));
  for (const pixel of verified) verifiedPixels.add(pixel);
  return {
    keys: known,
    events,
    hits,
    returns,
    isStopped,
    networkEvents: (name) => counted.get(name) ?? fullNetworks.get(name),
    isVerified: (pixel) => !unverified.has(pixel) || verified.has(pixel),
    lastTouch: (...touch) => touches.get(touchName(touch)),
  };
}

type OrderOfPixel = [pixel: string, order: string];
const isSame = (one: OrderOfPixel, other: OrderOfPixel) => one[0] === other[0] && one[1] === other[1];

/** The orders that stored refunds are of: a report of this batch may say that they are of another one. */
const formerOrders = (events: Iterable<StoredEvent>): OrderOfPixel[] =>
  [...events].flatMap((event) => {
    const back = returnOf(event);
    return back ? [[back.pixelId, back.order]] : [];
  });

/** The sales with these numbers, and what came back of them. */
async function readOrders(db: D1Database, orders: readonly OrderOfPixel[]) {
  const keys = JSON.stringify(
    orders.flatMap(([pixel, order]) => orderKeys(order).map((key) => [pixel, key])),
  );
  return await readTogether(db, {
    keys: db.prepare(READ_KEYS).bind(keys),
    returns: db.prepare(READ_RETURNS).bind(JSON.stringify(orders)),
    ...readStored(db, '[]', keys),
  });
}

/** The orders that events belong to, without repeats. */
function ordersOf(events: Iterable<Parameters<typeof orderOf>[0] & { pixelId: string }>): OrderOfPixel[] {
  const orders = new Map<string, OrderOfPixel>();
  for (const event of events) {
    const order = orderOf(event);
    if (order !== null) orders.set(`${event.pixelId} ${order}`, [event.pixelId, order]);
  }
  return [...orders.values()];
}

function readStored(db: D1Database, idsJson: string, keysJson: string) {
  return {
    events: db.prepare(READ_EVENTS).bind(idsJson, keysJson),
    hits: db.prepare(READ_CONVERSIONS).bind(idsJson, keysJson),
  };
}

/** Runs the given statements as one batch. A statement that is false yields no rows. */
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

function touchName(wanted: Wanted): string {
  return wanted.join(' ');
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

/** Stored events may have other keys and times than the batch, so their touches are read as well. */
async function loadMoreTouches(
  db: D1Database,
  all: Wanted[],
  touches: Map<string, Touch>,
  asked: Wanted[],
): Promise<void> {
  const known = new Set(asked.map(touchName));
  const wanted = all.filter((touch) => !known.has(touchName(touch)));
  if (wanted.length === 0) return;
  const { results } = await db.prepare(READ_TOUCHES).bind(JSON.stringify(wanted)).all<TouchRow>();
  keepTouches(touches, wanted, results);
}
