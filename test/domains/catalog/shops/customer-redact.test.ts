// What remains of a customer after the shop asked to forget them: counts and money, and nothing by which they are known.
import { afterEach, expect, it } from 'vitest';
import { forgetCustomers } from '../../../../src/domains/catalog/shops/forget-customers.ts';
import { archiveEvents } from '../../../../src/domains/measurement/pixel-events/archive-events.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { hashUser } from '../../../../src/pixel/hash-user.ts';
import * as clock from '../../../harness/clock.ts';
import { browserEvent, consume, openShop, type Shop, shardDb } from '../../../harness/pixel/pixel-events.ts';
import { sales } from '../../../harness/pixel/shop-orders.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import { consumed, deliver, holdingShops, minute } from '../../../harness/shops/reading.ts';
import { type ShopWorld, shopWorld } from '../../../harness/shops/shopify.ts';
import { ORIGIN, systemCtx, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

const EMAIL = 'Ada.Buyer@example.com';
const PHONE = '+15550102030';
const HASHES = Object.values(hashUser({ email: EMAIL, phone: PHONE }));
const OTHER = hashUser({ email: 'other@example.com' });

interface Story {
  world: ShopWorld;
  sent: unknown[];
  shop: Shop;
  id: string;
}

async function begin(): Promise<Story> {
  const there = await shopWorld();
  const held = holdingShops(there.env);
  const world = { ...there, env: held.env };
  await world.sim('shop', { currency: 'USD' });
  await world.sim('app', { client: world.client, privacy: `${ORIGIN}/webhooks/shopify` });
  const shop = await openShop();
  const id = await connectShop(world, shop.brand);
  held.sent.length = 0;
  await minute(world);
  await pass(world, 2 * SECOND_MS);
  return { world, sent: held.sent, shop, id };
}

async function pass(world: ShopWorld, ms: number): Promise<void> {
  clock.hold(clock.now() + ms);
  await world.sim('clock', { advance: ms });
}

async function carry({ world, sent }: Story, copies = 1): Promise<void> {
  for (const one of await world.take())
    for (let copy = 0; copy < copies; copy++) expect((await deliver(world.env, one)).status).toBe(200);
  expect(JSON.stringify(sent)).not.toMatch(/ada\.buyer|5550102030/i);
  expect(await consumed(world.env, sent.splice(0))).toEqual([]);
}

async function order({ world, shop }: Story): Promise<string> {
  const at = clock.now() - HOUR_MS;
  const { id } = await world.sim('orders', {
    lines: [{ price: '50.00' }],
    attributes: { __service: JSON.stringify({ at, service_id: shop.submission }) },
    email: EMAIL,
  });
  return id.split('/').at(-1)!;
}

/** Runs the job every minute, for an hour. */
async function anHour({ world }: Story): Promise<void> {
  for (let run = 0; run < 60; run += 5) {
    await forgetCustomers(systemCtx());
    await pass(world, 5 * MINUTE_MS);
  }
}

/** Everything in all tables and objects. */
async function everything(shop: Shop): Promise<string> {
  const texts: string[] = [];
  for (const db of [testEnv.DB, shardDb(shop)]) {
    const { results } = await db
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*'`)
      .all<{ name: string }>();
    for (const { name } of results)
      texts.push(JSON.stringify((await db.prepare(`SELECT * FROM "${name}"`).all()).results));
  }
  for (const { key } of (await testEnv.ARCHIVE.list()).objects) {
    const object = (await testEnv.ARCHIVE.get(key))!;
    const unzipped = key.endsWith('.gz')
      ? object.body.pipeThrough(new DecompressionStream('gzip'))
      : object.body;
    texts.push(await new Response(unzipped).text());
  }
  return texts.join('\n');
}
const found = async (shop: Shop, marks: readonly string[]) => {
  const all = await everything(shop);
  return marks.filter((mark) => all.includes(mark));
};

/** A customer's order, a visit of theirs under each hash, and one of somebody else. */
async function lived(story: Story): Promise<string> {
  const { shop, world } = story;
  const number = await order(story);
  await carry(story);
  const [email, phone] = HASHES as [string, string];
  const visits = [{ email }, { phone }, OTHER].map((user, at) =>
    browserEvent(shop, 'page_view', { eventId: `v${at}-${number}`, serviceId: shop.submission, user }),
  );
  await consume(visits);
  await pass(world, MINUTE_MS);
  return number;
}
const redact = ({ world }: Story, number: string, more: object = {}) =>
  world.sim('privacy', {
    client: world.client,
    topic: 'customers/redact',
    order: number,
    payload: { customer: { id: 1, email: EMAIL, phone: PHONE } },
    ...more,
  });

it('takes a customer out of the shard and the archive, whatever number of webhooks ask for it', async () => {
  const story = await begin();
  const { shop, world } = story;
  // These lie in the archive by the time of the request, those of the second life in the shard.
  await lived(story);
  const atFirst = clock.now();
  await archiveEvents(systemCtx(atFirst + 95 * DAY_MS));
  const number = await lived(story);
  const before = await sales(shop);
  expect(before).toHaveLength(2);
  expect(await found(shop, HASHES)).toEqual(HASHES);
  await redact(story, number);
  await carry(story, 3);
  const requests = 'SELECT count(*) AS n FROM privacy_requests WHERE shop_id = ?';
  expect(await testEnv.DB.prepare(requests).bind(story.id).first()).toEqual({ n: 1 });
  await Promise.all([forgetCustomers(systemCtx()), forgetCustomers(systemCtx())]);
  await anHour(story);
  expect(await found(shop, HASHES)).toEqual([]);
  const mine = `WHERE account_id = '${shop.brand.id}'`;
  const addresses = `SELECT count(*) AS n FROM pixel_events ${mine} AND ip_address IS NOT NULL`;
  expect(await shardDb(shop).prepare(addresses).first()).toEqual({ n: 1 });
  expect(await found(shop, [OTHER.email!])).toEqual([OTHER.email]);
  expect(await sales(shop)).toEqual(before);
  // The shop's order is read again and still names the customer.
  await world.sim(`orders/${number}/refund`, { lines: [{ line: 0, quantity: 1 }] });
  await carry(story);
  expect(await found(shop, HASHES)).toEqual([]);
});

it('leaves nothing in a part that is written while the request is carried out', async () => {
  const story = await begin();
  const { shop } = story;
  const number = await lived(story);
  await redact(story, number);
  await carry(story);
  const { put } = testEnv.ARCHIVE;
  const late = Object.assign(Object.create(testEnv.ARCHIVE), {
    put: async (...given: Parameters<typeof put>) => {
      const written = await testEnv.ARCHIVE.put(...given);
      await forgetCustomers(systemCtx());
      return written;
    },
  });
  const ctx = systemCtx(clock.now() + 95 * DAY_MS);
  await archiveEvents({ ...ctx, env: { ...ctx.env, ARCHIVE: late } });
  expect(await found(shop, HASHES)).toEqual(HASHES);
  await anHour(story);
  expect(await found(shop, HASHES)).toEqual([]);
});

it('is done for a shop that is disconnected, and not for one that never was connected', async () => {
  const story = await begin();
  const { world, shop } = story;
  const number = await lived(story);
  await redact(story, number, {
    payload: { shop_domain: 'stranger.myshopify.com', customer: { email: EMAIL } },
  });
  await carry(story);
  await anHour(story);
  expect(await found(shop, HASHES)).toEqual(HASHES);
  await world.sim('uninstall', { client: world.client });
  await carry(story);
  await redact(story, number);
  await carry(story);
  await anHour(story);
  expect(await found(shop, HASHES)).toEqual([]);
});
