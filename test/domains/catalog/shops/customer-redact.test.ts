// What remains of a customer after the shop asked to forget them: counts and money, and nothing by which they are known.
import { afterEach, expect, it } from 'vitest';
import { forgetCustomers } from '../../../../src/domains/catalog/shops/forget-customers.ts';
import { archiveEvents } from '../../../../src/domains/measurement/pixel-events/archive-events.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { browserEvent, consume, shardDb } from '../../../harness/pixel/pixel-events.ts';
import { sales } from '../../../harness/pixel/shop-orders.ts';
import { anHour, begin, carry, found, lived, redact } from '../../../harness/shops/privacy-scene.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

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
  expect(await found(shop, story.hashes)).toEqual(story.hashes);
  await redact(story, number);
  await carry(story, 3);
  const requests = 'SELECT count(*) AS n FROM privacy_requests WHERE shop_id = ?';
  expect(await testEnv.DB.prepare(requests).bind(story.id).first()).toEqual({ n: 1 });
  await Promise.all([forgetCustomers(systemCtx()), forgetCustomers(systemCtx())]);
  await anHour(story);
  expect(await found(shop, story.hashes)).toEqual([]);
  const mine = `WHERE account_id = '${shop.brand.id}'`;
  const addresses = `SELECT count(*) AS n FROM pixel_events ${mine} AND ip_address IS NOT NULL`;
  expect(await shardDb(shop).prepare(addresses).first()).toEqual({ n: 1 });
  expect(await found(shop, [story.other.email!])).toEqual([story.other.email]);
  expect(await sales(shop)).toEqual(before);
  // The shop's order is read again and still names the customer, and the click in its cart.
  await world.sim(`orders/${number}/refund`, { lines: [{ line: 0, quantity: 1 }] });
  await carry(story);
  expect(await found(shop, story.hashes)).toEqual([]);
  const clicks = `SELECT count(*) AS n FROM pixel_events ${mine} AND body || coalesce(reports, '') LIKE ?`;
  expect(await shardDb(shop).prepare(clicks).bind(`%${story.click}%`).first()).toEqual({ n: 0 });
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
  expect(await found(shop, story.hashes)).toEqual(story.hashes);
  await anHour(story);
  expect(await found(shop, story.hashes)).toEqual([]);
});

it('is done for a shop that is disconnected, and not for one that never was connected', async () => {
  const story = await begin();
  const { world, shop } = story;
  const number = await lived(story);
  await redact(story, number, {
    payload: { shop_domain: 'stranger.myshopify.com', customer: { email: story.email } },
  });
  await carry(story);
  await anHour(story);
  expect(await found(shop, story.hashes)).toEqual(story.hashes);
  await world.sim('uninstall', { client: world.client });
  await carry(story);
  await redact(story, number);
  await carry(story);
  await anHour(story);
  expect(await found(shop, story.hashes)).toEqual([]);
});

it('is done again for a customer who came back, and for a report that writes the order in another form', async () => {
  const story = await begin();
  const { shop } = story;
  const number = await lived(story);
  const asks = async () => {
    await redact(story, number);
    await carry(story);
    await anHour(story);
  };
  await asks();
  expect(await found(shop, story.hashes)).toEqual([]);
  const [email] = story.hashes as [string, string];
  const click = `again-${story.click}`;
  const elsewhere = { orderId: ` gid://shopify/Order/${number} `, clickIds: { gclid: click } };
  await consume([
    browserEvent(shop, 'page_view', { eventId: 'back', serviceId: shop.submission, user: { email } }),
    // Its name differs, so it does not report the sale.
    browserEvent(shop, 'order_seen', elsewhere),
  ]);
  expect(await found(shop, [email, click])).toEqual([email, click]);
  await asks();
  expect(await found(shop, [email, click])).toEqual([]);
});
