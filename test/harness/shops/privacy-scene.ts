// A shop whose customers are known by events in the shard and the archive, and what remains of them.
import { expect } from 'vitest';
import { forgetCustomers } from '../../../src/domains/catalog/shops/forget-customers.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/time.ts';
import { hashUser } from '../../../src/pixel/hash-user.ts';
import { systemCtx as ctxOf } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { browserEvent, consume, DOMAIN, openShop, type Shop, shardDb } from '../pixel/pixel-events.ts';
import { ORIGIN, testEnv } from '../world.ts';
import { connectShop } from './connect-shop.ts';
import { consumed, deliver, holdingShops, minute } from './reading.ts';
import { type ShopWorld, shopWorld } from './shopify.ts';

export interface Story {
  /** The customer. */
  email: string;
  phone: string;
  /** The hashes of both. */
  hashes: string[];
  /** Another visitor. */
  other: { email?: string };
  /** The click by which the customer came. */
  click: string;
  world: ShopWorld;
  sent: unknown[];
  shop: Shop;
  id: string;
}

/** @param domain the shop's own, by default that of a pixel that the account has. */
export async function begin(domain = new URL(DOMAIN).hostname): Promise<Story> {
  const there = await shopWorld();
  const held = holdingShops(there.env);
  const world = { ...there, env: held.env };
  await world.sim('shop', { currency: 'USD' });
  // Without this the shop keeps from us what its customers are called.
  await world.sim('settings', { protected: 'visible' });
  await world.sim('app', { client: world.client, privacy: `${ORIGIN}/webhooks/shopify` });
  const shop = await openShop();
  // By default the visits to the website are those to the shop.
  await world.sim('shop', { domain });
  const id = await connectShop(world, shop.brand);
  held.sent.length = 0;
  await minute(world);
  await pass(world, 2 * SECOND_MS);
  const mark = crypto.randomUUID().slice(0, 8);
  const [email, phone] = [`Ada.Buyer.${mark}@example.com`, `+1555${String(Math.random()).slice(2, 9)}`];
  const hashes = Object.values(hashUser({ email, phone }));
  const other = hashUser({ email: `other.${mark}@example.com` });
  return { world, sent: held.sent, shop, id, email, phone, hashes, other, click: `Cj0KCQiA${mark}` };
}

export async function pass(world: ShopWorld, ms: number): Promise<void> {
  clock.hold(clock.now() + ms);
  await world.sim('clock', { advance: ms });
}

export async function carry({ world, sent, phone }: Story, copies = 1): Promise<void> {
  for (const one of await world.take())
    for (let copy = 0; copy < copies; copy++) expect((await deliver(world.env, one)).status).toBe(200);
  expect(JSON.stringify(sent).toLowerCase()).not.toContain('ada.buyer');
  expect(JSON.stringify(sent)).not.toContain(phone);
  expect(await consumed(world.env, sent.splice(0))).toEqual([]);
}

async function order({ world, shop, click, email }: Story): Promise<string> {
  const at = clock.now() - HOUR_MS;
  const { id } = await world.sim('orders', {
    lines: [{ price: '50.00' }],
    attributes: { __service: JSON.stringify({ at, service_id: shop.submission, gclid: click }) },
    email,
  });
  return id.split('/').at(-1)!;
}

/** Runs the job every 5 minutes, for an hour. */
export async function anHour({ world }: Pick<Story, 'world'>, env = world.env): Promise<void> {
  for (let run = 0; run < 60; run += 5) {
    await forgetCustomers(ctxOf(env, clock.now()));
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
export const found = async (shop: Shop, marks: readonly string[]) => {
  const all = await everything(shop);
  return marks.filter((mark) => all.includes(mark));
};

/** A customer's order, a visit of theirs under each hash, and one of somebody else. */
export async function lived(story: Story): Promise<string> {
  const { shop, world, hashes, other, click } = story;
  const number = await order(story);
  await carry(story);
  const [email, phone] = hashes as [string, string];
  const visits = [{ email }, { phone }, other].map((user, at) =>
    browserEvent(shop, 'page_view', { eventId: `v${at}-${number}`, serviceId: shop.submission, user }),
  );
  // The thank-you page reports the order as well, so that its event has several reports.
  visits.push(
    browserEvent(shop, 'purchase', { orderId: number, user: { email }, clickIds: { gclid: click } }),
  );
  await consume(visits);
  await pass(world, MINUTE_MS);
  return number;
}
export const redact = ({ world, email, phone }: Story, number: string, more: object = {}) =>
  world.sim('privacy', {
    client: world.client,
    topic: 'customers/redact',
    order: number,
    payload: { customer: { id: 1, email, phone } },
    ...more,
  });
