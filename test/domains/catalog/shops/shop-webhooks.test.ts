// A shop's webhooks: reasons to read its orders again, of which copies, old ones and forged ones change nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepShopNews } from '../../../../src/domains/catalog/shops/keep-shop-news.ts';
import { syncShop } from '../../../../src/domains/catalog/shops/sync-shop.ts';
import type { ShopNewsMessage } from '../../../../src/env.ts';
import { shopifyAdapter } from '../../../../src/integrations/shopify/adapter.ts';
import type { ShopPlatform } from '../../../../src/integrations/shops/platform.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { waitingFor } from '../../../harness/faults/trips.ts';
import { consumed, deliver, minute } from '../../../harness/shops/reading.ts';
import { type ShopScene, shopScene } from '../../../harness/shops/shop-scene.ts';
import { type Delivery, shopWorld } from '../../../harness/shops/shopify.ts';
import { call, testEnv } from '../../../harness/world.ts';

let scene: ShopScene;
beforeEach(async () => {
  scene = await shopScene();
});
afterEach(() => clock.release());

describe('a webhook', () => {
  it('makes the order a sale of the value that the shop says, credited by the cart and confirmed when paid', async () => {
    const made = await scene.order({ pay: 'nothing' });
    expect(await scene.carry()).toBeGreaterThan(0);
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, false]]);
    await scene.world.sim(`orders/${made}/pay`);
    await scene.carry();
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
    expect(await scene.dueOrders()).toBe(0);
  });

  it('that comes twice, late or out of order changes nothing', async () => {
    const made = await scene.order({ lines: [{ price: '25.00', quantity: 2 }] });
    const first = await scene.world.take();
    await scene.pass(MINUTE_MS);
    await scene.world.sim(`orders/${made}/refund`, { lines: [{ line: 0, quantity: 1 }] });
    const later = await scene.world.take();
    for (const one of [...later, ...first, ...later]) await deliver(scene.world.env, one);
    await consumed(scene.world.env, scene.sent.splice(0));
    const before = await scene.sold();
    expect(before).toEqual([[5_000, 2_500, scene.shop.creator, true]]);
    for (const one of first) await deliver(scene.world.env, one);
    await consumed(scene.world.env, scene.sent.splice(0));
    expect(await scene.sold()).toEqual(before);
  });

  it('that comes while its order is read has the order read again', async () => {
    await scene.order();
    const deliveries = await scene.world.take();
    for (const one of deliveries) await deliver(scene.world.env, one);
    const news = scene.sent.splice(0) as ShopNewsMessage[];
    const ctx = systemCtx(scene.world.env, clock.now());
    await keepShopNews(ctx, news.slice(0, 1));
    const interrupted: ShopPlatform = {
      ...shopifyAdapter,
      async orders(session, ids) {
        const read = await shopifyAdapter.orders(session, ids);
        await keepShopNews(ctx, news.slice(0, 1));
        interrupted.orders = shopifyAdapter.orders;
        return read;
      },
    };
    const reactions = { ...ctx.reactions, shopPlatforms: { shopify: async () => interrupted } };
    const before = (await scene.world.sim('counts'))['query nodes'] ?? 0;
    await syncShop({ ...ctx, reactions }, scene.id);
    expect((await scene.world.sim('counts'))['query nodes'] - before).toBe(2);
    expect(await scene.dueOrders()).toBe(0);
  });

  it('of a shop that cannot be read does not make it be asked again at once', async () => {
    await scene.world.sim('shop', { state: 'frozen' });
    const tries = async () =>
      (await testEnv.DB.prepare('SELECT tries FROM shops WHERE id = ?')
        .bind(scene.id)
        .first<{ tries: number }>())!.tries;
    await scene.order();
    await scene.carry();
    expect(await tries()).toBe(1);
    await scene.order();
    await scene.carry();
    expect([await tries(), await scene.dueOrders()]).toEqual([1, 2]);
    await scene.world.sim('shop', { state: 'open' });
    await scene.pass(2 * MINUTE_MS);
    await minute(scene.world);
    expect([await tries(), (await scene.sold()).length]).toEqual([0, 2]);
  });

  it('with a changed byte is refused with 401 before any database is asked, and queues nothing', async () => {
    await scene.order();
    const [delivery] = await scene.world.take();
    const body = delivery!.body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    const changes: Partial<Delivery>[] = [
      { body },
      { headers: { ...delivery!.headers, 'X-Shopify-Hmac-Sha256': 'AAAA' } },
      { headers: { 'Content-Type': 'application/json' } },
    ];
    let asked = 0;
    const watched = waitingFor(async () => void asked++);
    const databases = Object.entries(watched).filter(([name]) => name === 'DB' || name.startsWith('EVENTS_'));
    const env = { ...scene.world.env, ...Object.fromEntries(databases) };
    for (const change of changes) {
      const answer = await deliver(env, delivery!, change);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_key']);
    }
    expect(scene.sent).toEqual([]);
    expect(asked).toBe(0);
    // The same environment counts what another request asks.
    await call('GET', '/v1/pixels', { env, key: scene.shop.brand.key });
    expect(asked).toBeGreaterThan(0);
  });

  it('of a shop that nobody has connected, or of another topic, changes nothing', async () => {
    await scene.order();
    const [delivery] = await scene.world.take();
    const stranger = (await shopWorld()).shop;
    const named = (name: string, value: string) => {
      const kept = Object.entries(delivery!.headers).filter(
        ([key]) => key.toLowerCase() !== name.toLowerCase(),
      );
      return { headers: { ...Object.fromEntries(kept), [name]: value } };
    };
    expect((await deliver(scene.world.env, delivery!, named('X-Shopify-Shop-Domain', stranger))).status).toBe(
      200,
    );
    expect(
      (await deliver(scene.world.env, delivery!, named('X-Shopify-Topic', 'themes/publish'))).status,
    ).toBe(200);
    expect(await consumed(scene.world.env, scene.sent.splice(0))).toEqual([]);
    expect([await scene.dueOrders(), await scene.sold()]).toEqual([0, []]);
  });

  it('larger than any that we ask for is refused', async () => {
    await scene.order();
    const [delivery] = await scene.world.take();
    expect((await deliver(scene.world.env, delivery!, { body: ' '.repeat(65 * 1024) })).status).toBe(413);
  });
});
