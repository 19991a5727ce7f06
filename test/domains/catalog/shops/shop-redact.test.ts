// What remains of a shop that removed our app and asked to be erased: the books.
import { afterEach, expect, it } from 'vitest';
import { forgetCustomers } from '../../../../src/domains/catalog/shops/forget-customers.ts';
import { archiveEvents } from '../../../../src/domains/measurement/pixel-events/archive-events.ts';
import { hmacSha256Base64 } from '../../../../src/kit/crypto.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx as ctxOf } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { shardDb } from '../../../harness/pixel/pixel-events.ts';
import { sales } from '../../../harness/pixel/shop-orders.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import {
  anHour,
  begin,
  carry,
  found,
  lived,
  pass,
  redact,
  type Story,
} from '../../../harness/shops/privacy-scene.ts';
import { deliver, minute } from '../../../harness/shops/reading.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

const eraseNow = ({ world }: Story) => world.sim('privacy', { client: world.client, topic: 'shop/redact' });
const marks = ({ world, shop, hashes, other, click }: Story) =>
  found(shop, [...hashes, other.email!, click, world.shop]);
const requests = async ({ id }: Story) =>
  await testEnv.DB.prepare('SELECT kind FROM privacy_requests WHERE shop_id = ?').bind(id).all();

/** A shop with customers in the archive and the shard, which has removed the app. @returns what it sold. */
async function removed(story: Story) {
  await lived(story);
  await archiveEvents(systemCtx(clock.now() + 95 * DAY_MS));
  await lived(story);
  await story.world.sim('uninstall', { client: story.world.client });
  await carry(story);
  await minute(story.world);
  return await sales(story.shop);
}

it('leaves money and counts, and nothing that tells of the shop or its customers', async () => {
  const story = await begin();
  const sold = await removed(story);
  expect(sold).toHaveLength(2);
  expect(await marks(story)).toHaveLength(5);
  // The shop asks by itself, two days after it removed the app.
  await pass(story.world, 48 * HOUR_MS + MINUTE_MS);
  await carry(story, 2);
  await anHour(story);
  expect(await marks(story)).toEqual([]);
  expect(await sales(story.shop)).toEqual(sold);
  const addresses = 'SELECT count(*) AS n FROM pixel_events WHERE account_id = ? AND ip_address IS NOT NULL';
  expect(await shardDb(story.shop).prepare(addresses).bind(story.shop.brand.id).first()).toEqual({ n: 0 });
  expect((await requests(story)).results).toEqual([]);
  // Connected again it is another connection, whose orders are sales of the same pixel.
  const again = await connectShop(story.world, story.shop.brand);
  expect(again).not.toBe(story.id);
  await minute(story.world);
  const pixels = 'SELECT count(DISTINCT pixel_id) AS n FROM shops WHERE account_id = ?';
  expect(await testEnv.DB.prepare(pixels).bind(story.shop.brand.id).first()).toEqual({ n: 1 });
});

it.each([
  ['loses name and domain, and is archived', {}, ['Erased store', [], 'archived']],
  [
    'keeps what the account changed in it',
    { name: 'Ours', domains: ['https://store.example.com', 'https://ours.example.com'] },
    ['Ours', ['https://ours.example.com'], 'waiting'],
  ],
])('a pixel that was made with the connection %s', async (_, changes, left) => {
  const story = await begin('store.example.com');
  const { key } = story.shop.brand;
  const { body } = await call('GET', '/v1/pixels', { key });
  const [made] = body.data;
  expect(made.domains).toEqual(['https://store.example.com']);
  const at = `/v1/pixels/${made.id}`;
  if (Object.keys(changes).length > 0) {
    const answer = await call('PATCH', at, { key, body: { ...changes, version: made.version } });
    expect(answer.status).toBe(200);
  }
  await story.world.sim('uninstall', { client: story.world.client });
  await carry(story);
  await minute(story.world);
  await eraseNow(story);
  await carry(story);
  await anHour(story);
  expect(await found(story.shop, ['https://store.example.com'])).toEqual([]);
  const { name, domains, status } = (await call('GET', at, { key })).body.data;
  expect([name, domains, status]).toEqual(left);
});

it('of a shop that has the app changes nothing, however often an old one is sent', async () => {
  const story = await begin();
  await lived(story);
  const before = await marks(story);
  expect(before).toHaveLength(5);
  await eraseNow(story);
  await carry(story, 2);
  await anHour(story);
  expect(await marks(story)).toEqual(before);
  expect((await requests(story)).results).toEqual([]);
  // Neither does one that is frozen at that moment.
  await story.world.sim('shop', { state: 'frozen' });
  await eraseNow(story);
  await carry(story);
  await anHour(story);
  expect(await marks(story)).toEqual(before);
});

it('is asked for by a body that names the shop, and not by what another shop or topic was sent', async () => {
  const story = await begin();
  await removed(story);
  const before = await marks(story);
  await story.world.take();
  const mine = { shop_id: 1, shop_domain: story.world.shop };
  const customer = { customer: { email: story.email }, orders_requested: [7] };
  const sent: [topic: string, body: object][] = [
    ['shop/redact', { id: 1 }],
    // The body of other topics about the shop.
    ['shop/redact', { myshopify_domain: story.world.shop }],
    ['shop/redact', { ...mine, ...customer }],
    ['shop/redact', { ...mine, orders_to_redact: [] }],
    ['customers/redact', customer],
    ['customers/redact', { ...mine, ...customer }],
    ['customers/data_request', { id: 1 }],
    ['customers/data_request', { ...mine, orders_to_redact: [7] }],
    ['app/uninstalled', { id: 1 }],
  ];
  for (const [topic, said] of sent) {
    const body = JSON.stringify(said);
    const bytes = new TextEncoder().encode(body);
    const headers = {
      'X-Shopify-Hmac-Sha256': await hmacSha256Base64(`sim_secret_${story.world.client}`, bytes),
      'X-Shopify-Topic': topic,
      'X-Shopify-Shop-Domain': story.world.shop,
    };
    const answer = await deliver(story.world.env, { headers, body } as never);
    expect(answer.status).toBe(200);
  }
  expect(story.sent).toEqual([]);
  await anHour(story);
  expect(await marks(story)).toEqual(before);
});

it('ends where the shop is connected again in the middle', async () => {
  const story = await begin();
  await removed(story);
  await eraseNow(story);
  await carry(story);
  await forgetCustomers(ctxOf(story.world.env, clock.now()));
  expect(await connectShop(story.world, story.shop.brand)).toBe(story.id);
  await anHour(story);
  expect((await requests(story)).results).toEqual([]);
  const row = testEnv.DB.prepare('SELECT status, handle FROM connections WHERE id = ?').bind(story.id);
  expect(await row.first()).toEqual({ status: 'connected', handle: story.world.shop });
});

it('is carried out to its end, wherever a run dies', async () => {
  const ends = new Set<string>();
  const contacts = await atEveryDeath({
    async scene() {
      clock.release();
      const story = await begin();
      const sold = await removed(story);
      await eraseNow(story);
      await carry(story);
      return { ...story, sold, env: story.world.env };
    },
    live: (story, env) => anHour(story, env),
    async afterwards(story) {
      await anHour(story);
      ends.add(JSON.stringify([await marks(story), (await requests(story)).results]));
      expect(await sales(story.shop)).toEqual(story.sold);
    },
  });
  expect([...ends]).toEqual(['[[],[]]']);
  expect(contacts.length).toBeGreaterThan(4);
}, 60_000);

it('is done beside a request to forget one of its customers', async () => {
  const story = await begin();
  const number = await lived(story);
  await redact(story, number);
  await story.world.sim('uninstall', { client: story.world.client });
  await carry(story);
  await minute(story.world);
  await eraseNow(story);
  await carry(story);
  await anHour(story);
  expect(await marks(story)).toEqual([]);
  const left = 'SELECT kind, hashes, due_at FROM privacy_requests WHERE shop_id = ?';
  expect((await testEnv.DB.prepare(left).bind(story.id).all()).results).toEqual([
    { kind: 'customer', hashes: '{}', due_at: null },
  ]);
});
