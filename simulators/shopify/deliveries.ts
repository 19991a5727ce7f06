// Webhooks on their way: what happened is signed and sent, late, twice or not at all where a test wants it so.
import { appOf } from './oauth.ts';
import { base64, type Fields, hmac, secretOf } from './wire.ts';
import { DAY, HOUR, MINUTE, type Node, SECOND, type World } from './world.ts';

/** How long a receiver has, where the setting `answerWithin` doesn't say otherwise. */
const LIMIT = 5 * SECOND;
/** How long after a failure it is tried again: eight times within some four hours. */
const RETRIES = [10 * SECOND, 30 * SECOND, 90 * SECOND, 5 * MINUTE, 15 * MINUTE, 40 * MINUTE, HOUR, 2 * HOUR];
const REDACT_AFTER = 2 * DAY;

/** What a test can do to webhooks. */
export interface Disorder {
  /** How often each is sent. */
  copies: number;
  /** Milliseconds before the first try. */
  delay: number;
  /** The newest first, of those that are due. */
  reverse: boolean;
  /** All, those of some topics, or so many of the next. */
  lose: boolean | string[] | number;
}
export const ORDERLY: Disorder = { copies: 1, delay: 0, reverse: false, lose: false };

interface Row {
  [column: string]: string | number | null;
  seq: number;
  subscription: string | null;
  topic: string;
  uri: string;
  headers: string;
  body: string;
  attempt: number;
}

const COMPOUND = /^(draft_orders|bulk_operations|fulfillment_events|order_transactions|inventory_levels)_/;

/** ORDERS_CREATE is `orders/create` in a header. */
export function topicName(topic: string): string {
  const lower = topic.toLowerCase();
  const resource = COMPOUND.exec(lower)?.[1] ?? lower.split('_')[0]!;
  return `${resource}/${lower.slice(resource.length + 1)}`;
}

export const liveSubscriptions = (world: World): Node[] => world.all('subscription').reverse();

/** Tells everybody who listens, or one app alone. @param after milliseconds until it is sent. */
export function announce(world: World, topic: string, payload: Fields, client?: string, after = 0): void {
  for (const one of liveSubscriptions(world)) {
    if (one.topic !== topic || one.client !== (client ?? one.client) || !passes(one.filter, payload))
      continue;
    post(world, {
      topic: topicName(topic),
      client: one.client,
      subscription: one.id,
      uri: one.uri,
      version: one.version,
      name: one.name,
      payload: one.includeFields.length > 0 ? cut(payload, one.includeFields) : payload,
      after,
    });
  }
}

/** The topics of privacy go to the address that the app's developers have set, without a subscription. */
export function announcePrivacy(
  world: World,
  client: string,
  topic: string,
  payload: Fields,
  after = 0,
): boolean {
  const uri = appOf(world, client).privacy;
  if (uri === null) return false;
  post(world, { topic, client, subscription: null, uri, version: '2026-07', name: null, payload, after });
  return true;
}

export function announceUninstall(world: World, client: string): void {
  announcePrivacy(
    world,
    client,
    'shop/redact',
    { shop_id: shopNumber(world), shop_domain: world.shop },
    REDACT_AFTER,
  );
}

export const shopNumber = (world: World): number => {
  const known = world.setting('shopNumber', 0) || world.number();
  world.set('shopNumber', known);
  return known;
};

interface Post {
  topic: string;
  client: string;
  subscription: string | null;
  uri: string;
  version: string;
  name: string | null;
  payload: Fields;
  after?: number;
}

function post(
  world: World,
  { topic, client, subscription, uri, version, name, payload, after = 0 }: Post,
): void {
  const disorder = { ...ORDERLY, ...world.setting<Partial<Disorder>>('webhooks', {}) };
  if (isLost(world, disorder, topic)) {
    world.count(`lost ${topic}`);
    return;
  }
  const event = crypto.randomUUID();
  // Ruby writes these so, and who parses and writes again before checking the signature gets other bytes.
  const body = JSON.stringify(payload).replace(/[&<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  for (let copy = 0; copy < disorder.copies; copy++) {
    const headers = {
      'X-Shopify-Topic': topic,
      'X-Shopify-Shop-Domain': world.shop,
      'X-Shopify-API-Version': version,
      'X-Shopify-Webhook-Id': crypto.randomUUID(),
      'X-Shopify-Event-Id': event,
      'X-Shopify-Triggered-At': new Date(world.now()).toISOString().replace('Z', '000000Z'),
      ...(name !== null && { 'X-Shopify-Name': name }),
      client,
    };
    world.sql.exec(
      `INSERT INTO deliveries (subscription, topic, uri, headers, body, attempt, due) VALUES (?, ?, ?, ?, ?, 0, ?)`,
      ...[subscription, topic, uri, JSON.stringify(headers), body, world.now() + disorder.delay + after],
    );
  }
}

function isLost(world: World, { lose }: Disorder, topic: string): boolean {
  if (typeof lose === 'number') {
    if (lose <= 0) return false;
    world.set('webhooks', { ...world.setting('webhooks', {}), lose: lose - 1 });
    return true;
  }
  return Array.isArray(lose) ? lose.includes(topic) : lose;
}

/** What a subscription asks for: names of fields, those of inner objects after a point. */
function cut(payload: Fields, fields: string[]): Fields {
  const out: Fields = {};
  for (const path of fields) {
    const [name = '', ...rest] = path.split('.');
    if (!(name in payload)) continue;
    const value = payload[name];
    if (rest.length === 0) out[name] = value;
    else if (Array.isArray(value))
      out[name] = value.map((one, at) => ({ ...out[name]?.[at], ...cut(one, [rest.join('.')]) }));
    else if (value !== null) out[name] = { ...out[name], ...cut(value, [rest.join('.')]) };
  }
  return out;
}

/** `field:value` and comparisons, joined by AND. */
function passes(filter: string | null, payload: Fields): boolean {
  if (!filter) return true;
  return filter.split(/\s+AND\s+/).every((term) => {
    const [, path = '', sign = '=', wanted = ''] = /^([\w.]+):(<=|>=|<|>)?(.*)$/.exec(term) ?? [];
    const value = path.split('.').reduce<unknown>((of, name) => (of as Fields | null)?.[name], payload);
    if (sign === '=') return String(value) === wanted;
    const [a, b] = [Number(value), Number(wanted)];
    return sign === '>' ? a > b : sign === '<' ? a < b : sign === '>=' ? a >= b : a <= b;
  });
}

const due = (world: World, all: boolean, reverse: boolean): Row[] =>
  world.sql
    .exec<Row>(
      `SELECT seq, subscription, topic, uri, headers, body, attempt FROM deliveries WHERE due <= ?
       ORDER BY seq ${reverse ? 'DESC' : 'ASC'} LIMIT 500`,
      all ? Number.MAX_SAFE_INTEGER : world.now(),
    )
    .toArray();

export interface Delivery {
  id: number;
  topic: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  attempt: number;
}

async function signedDelivery({ seq, topic, uri, headers, body, attempt }: Row): Promise<Delivery> {
  const { client, ...told } = JSON.parse(headers) as Record<string, string>;
  const mac = base64(await hmac(secretOf(client!), body));
  const more = { 'Content-Type': 'application/json', 'User-Agent': 'Shopify-Captain-Hook' };
  return {
    id: seq,
    topic,
    url: uri,
    headers: { ...more, ...told, 'X-Shopify-Hmac-Sha256': mac },
    body,
    attempt,
  };
}

/** What came of a try. After the last one the subscription is gone, as if it had been deleted. */
export function settle(world: World, id: number, taken: boolean): void {
  const [row] = world.sql.exec<Row>('SELECT * FROM deliveries WHERE seq = ?', id).toArray();
  if (!row) return;
  const wait = RETRIES[row.attempt];
  if (taken || wait === undefined) world.sql.exec('DELETE FROM deliveries WHERE seq = ?', id);
  else
    world.sql.exec(
      'UPDATE deliveries SET attempt = attempt + 1, due = ? WHERE seq = ?',
      ...[world.now() + wait, id],
    );
  if (!taken && wait === undefined && row.subscription !== null) world.remove(row.subscription);
}

async function send(delivery: Delivery, within: number): Promise<number> {
  try {
    const answer = await fetch(delivery.url, {
      method: 'POST',
      body: delivery.body,
      headers: delivery.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(within),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

const onTheWay = new Set<string>();

interface Sent {
  topic: string;
  status: number;
}

/** Sends what is due. `status` 0 is a receiver that was too slow or not there. */
export async function deliver(world: World, { all = false, reverse = false, copies = 1 } = {}) {
  const disorder = world.setting<Partial<Disorder>>('webhooks', {});
  const rows = due(world, all, reverse || disorder.reverse === true);
  // One receiver that is slow keeps no other waiting.
  const lanes = Map.groupBy(rows, ({ uri }) => uri).values();
  const sent = await Promise.all([...lanes].map((lane) => deliverLane(world, lane, copies)));
  return sent.flat();
}

async function deliverLane(world: World, rows: Row[], copies: number): Promise<Sent[]> {
  const within = world.setting('answerWithin', LIMIT);
  const sent: Sent[] = [];
  for (const row of rows) {
    const key = `${world.shop} ${row.seq}`;
    if (onTheWay.has(key)) continue;
    onTheWay.add(key);
    const delivery = await signedDelivery(row);
    let taken = false;
    for (let copy = 0; copy < copies; copy++) {
      const status = await send(delivery, within);
      sent.push({ topic: row.topic, status });
      taken = taken || (status >= 200 && status < 300);
    }
    settle(world, row.seq, taken);
    onTheWay.delete(key);
  }
  return sent;
}

/** What is due, for tests that carry it themselves; taken as well delivered, unless it is to be kept. */
export async function take(
  world: World,
  { all = false, reverse = false, keep = false } = {},
): Promise<Delivery[]> {
  const rows = due(world, all, reverse);
  if (!keep) for (const { seq } of rows) settle(world, seq, true);
  return await Promise.all(rows.map(signedDelivery));
}
