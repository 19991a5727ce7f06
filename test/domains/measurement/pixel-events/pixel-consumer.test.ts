import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kit/ids.ts';
import { HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import {
  browserEvent,
  consume,
  counts,
  events,
  explained,
  openShop,
  process,
  send,
  shardDb,
  snapshot,
} from '../../../harness/pixel/pixel-events.ts';
import { call, testEnv } from '../../../harness/world.ts';

describe('the consumer', () => {
  it('counts a browser purchase once, and pays when the server confirms it', async () => {
    const shop = await openShop();
    const landed = clock.now() - 5000;
    await consume([
      browserEvent(shop, 'page_view', { serviceId: shop.submission }, landed),
      browserEvent(shop, 'purchase', {
        eventId: 'p1',
        value: 4200,
        currency: 'usd',
        landing: { serviceId: shop.submission },
        landedAt: landed,
      }),
    ]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 0 });
    const confirmation = await send(shop, {
      name: 'purchase',
      eventId: 'p1',
      orderId: 'o1',
      value: 4200,
      currency: 'usd',
    });
    expect(confirmation.body.data.status).toBe('duplicate');
    await process(shop, [confirmation.body.data.id]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    await send(shop, { name: 'purchase', orderId: 'o1' });
    await process(shop, [confirmation.body.data.id]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    const event = await explained(shop, confirmation.body.data.id);
    expect(event).toMatchObject({
      source: 'browser',
      orderId: 'o1',
      credit: { rule: 'kept_landing', creator: shop.creator },
    });
    expect(event.conversions).toMatchObject([
      { conversion: shop.conversion, submission: shop.submission, late: false },
    ]);
    const outbox = await shardDb(shop)
      .prepare(`SELECT COUNT(*) AS n FROM outbox WHERE account_id = ?1 AND type = 'conversion.recorded'`)
      .bind(shop.brand.id)
      .first<{ n: number }>();
    const sent = await testEnv.DB.prepare(
      `SELECT COUNT(*) AS n FROM events WHERE account_id = ?1 AND type = 'conversion.recorded'`,
    )
      .bind(shop.brand.id)
      .first<{ n: number }>();
    expect(Math.max(outbox!.n, sent!.n)).toBe(1);
  });

  it('takes over from the second report of a purchase what the first lacked, whichever comes first', async () => {
    const seen = { inAppBrowser: 'instagram', location: { country: 'US', region: 'CA' } };
    const sold = { value: 4900, currency: 'usd' };
    for (const order of ['browser first', 'server first', 'at once']) {
      const shop = await openShop();
      const minValue = { amount: 4000, currency: 'usd' };
      const large = await call('POST', '/v1/conversions', {
        key: shop.brand.key,
        body: { name: 'Large', eventName: 'purchase', minValue },
      });
      const key = { orderId: 'o-1', serviceId: shop.submission };
      const browser = () => consume([browserEvent(shop, 'purchase', { ...key, ...seen })]);
      const server = async () => {
        const answer = await send(shop, { name: 'purchase', ...key, ...sold });
        await process(shop, [answer.body.data.id]);
      };
      if (order === 'at once') await Promise.all([browser(), server()]);
      else
        for (const report of order === 'browser first' ? [browser, server] : [server, browser])
          await report();
      // An older report, and a second browser's, do not change what was reported.
      const before = new Date(clock.now() - 60_000).toISOString();
      const older = { value: 1, currency: 'eur' };
      await send(shop, { name: 'purchase', ...key, ...older, occurredAt: before });
      await consume([browserEvent(shop, 'purchase', { ...key, inAppBrowser: 'tiktok' })]);
      for (const conversion of [shop.conversion, large.body.data.id])
        for (const [by, group] of [
          ['creator', shop.creator],
          ['place', 'US-CA'],
          ['in_app_browser', 'instagram'],
        ]) {
          const path = `/v1/conversions/${conversion}/report?by=${by}`;
          expect(
            (await call('GET', path, { key: shop.brand.key })).body.data.rows,
            `${order}, ${by}`,
          ).toEqual([
            {
              key: group,
              count: 1,
              values: [{ currency: 'usd', amount: 4900, returned: 0, returnedLate: 0 }],
              credited: 1,
              paid: 1,
              selfPurchases: 0,
              codeStopped: 0,
              held: 0,
              heldUntil: null,
            },
          ]);
        }
    }
  });

  it('pays a browser event at once where the conversion says so', async () => {
    const shop = await openShop({ payBrowserEvents: true });
    await consume([browserEvent(shop, 'purchase', { serviceId: shop.submission })]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
  });

  it('changes nothing when a batch comes twice', async () => {
    const shop = await openShop();
    const messages = [
      browserEvent(shop, 'page_view', { serviceId: shop.submission, user: { email: 'e'.repeat(64) } }),
      browserEvent(shop, 'purchase', {
        eventId: 'x',
        user: { email: 'e'.repeat(64) },
        value: 1,
        currency: 'usd',
      }),
      browserEvent(shop, 'purchase', { eventId: 'x', orderId: 'y' }),
      browserEvent(shop, 'add_to_cart', {}),
    ];
    await consume(messages);
    const once = await snapshot(shop);
    await consume(messages);
    expect(await snapshot(shop)).toBe(once);
    expect(await counts(shop)).toMatchObject({ recorded: 1, credited: 1 });
  });

  it('gives the same result to two consumers of one batch at once', async () => {
    const shop = await openShop();
    const messages = Array.from({ length: 40 }, (_, i) =>
      browserEvent(shop, 'purchase', { eventId: `e${i % 10}`, serviceId: shop.submission }),
    );
    const results = await Promise.all([consume(messages), consume(messages), consume(messages)]);
    for (const result of results) expect(result.explicitAcks).toHaveLength(40);
    expect(await counts(shop)).toEqual({ recorded: 10, credited: 10, paid: 0 });
    expect(await events(shop, '?limit=100')).toHaveLength(10);
  });

  it('lets a poisoned message fail alone', async () => {
    expectLogged('error', /unreadable/);
    const shop = await openShop();
    const good = Array.from({ length: 5 }, () => browserEvent(shop, 'add_to_cart'));
    const bad = browserEvent(shop, 'add_to_cart');
    (bad.event as { id: unknown }).id = 42;
    const lost = { ...browserEvent(shop, 'add_to_cart'), shard: 99 };
    const result = await consume([...good.slice(0, 2), bad, ...good.slice(2), 'nonsense', lost, null]);
    expect(result.explicitAcks).toHaveLength(5);
    expect(result.retryMessages).toHaveLength(4);
    expect(await events(shop)).toHaveLength(5);
  });

  it('halves a batch that the database refuses until the bad event stands alone', async () => {
    expectLogged('error', /this row is refused/);
    const shop = await openShop();
    await shardDb(shop)
      .prepare(
        `CREATE TRIGGER refuse BEFORE INSERT ON pixel_events WHEN NEW.name = 'refused_by_d1'
         BEGIN SELECT RAISE(ABORT, 'this row is refused'); END`,
      )
      .run();
    try {
      const names = ['lead', 'lead', 'refused_by_d1', 'lead', 'lead', 'lead'];
      const result = await consume(names.map((name) => browserEvent(shop, name)));
      expect(result.explicitAcks).toHaveLength(5);
      expect(result.retryMessages).toHaveLength(1);
      expect(await events(shop)).toHaveLength(5);
    } finally {
      await shardDb(shop).prepare('DROP TRIGGER refuse').run();
    }
  });

  it('credits a user who was seen landing earlier, and keeps a landing that comes too late as late', async () => {
    const shop = await openShop();
    const user = { email: 'b'.repeat(64) };
    const at = clock.now();
    await consume([browserEvent(shop, 'page_view', { serviceId: shop.submission, user }, at - 60_000)]);
    const purchase = browserEvent(shop, 'purchase', { user, eventId: 'p' }, at);
    await consume([purchase]);
    const first = await explained(shop, purchase.event.id);
    expect(first.credit).toMatchObject({ rule: 'same_user', submission: shop.submission });
    expect(first.attribution.steps.map((s: { outcome: string }) => s.outcome)).toEqual([
      'missed',
      'missed',
      'missed',
      'missed',
      'credited',
      'not_tried',
      'not_tried',
    ]);
    const late = browserEvent(shop, 'page_view', { serviceId: shop.submission, user }, at - 30_000);
    late.event.id = newId('pixelEvent', at + 25 * HOUR_MS);
    late.event.receivedAt = at + 25 * HOUR_MS;
    await consume([late], at + 25 * HOUR_MS);
    const after = await explained(shop, purchase.event.id);
    expect(after.credit).toEqual(first.credit);
    expect(after.conversions).toEqual(first.conversions);
    expect(after.attribution.lateTouches).toMatchObject([{ pixelEvent: late.event.id }]);
  });

  it('verifies a pixel with its first event from an allowed domain, once', async () => {
    const shop = await openShop();
    const stranger = browserEvent(shop, 'page_view');
    delete stranger.event.body.allowedOrigin;
    await consume([stranger]);
    const status = async () =>
      (await call('GET', `/v1/pixels/${shop.pixel}`, { key: shop.brand.key })).body.data;
    expect((await status()).status).toBe('waiting');
    await consume([browserEvent(shop, 'page_view'), browserEvent(shop, 'page_view')]);
    await consume([browserEvent(shop, 'page_view')]);
    expect(await status()).toMatchObject({ status: 'verified', version: 2 });
    const { n } = (await testEnv.DB.prepare(
      `SELECT COUNT(*) AS n FROM events WHERE account_id = ?1 AND type = 'pixel.verified'`,
    )
      .bind(shop.brand.id)
      .first<{ n: number }>())!;
    expect(n).toBe(1);
  });

  it('counts what the last 7 days of a pixel were made of', async () => {
    const shop = await openShop();
    await consume([
      browserEvent(shop, 'page_view', { consent: 'denied', location: { country: 'US' } }),
      browserEvent(shop, 'page_view', {
        serviceId: shop.submission,
        clickIds: { gclid: 'g' },
        user: { email: 'c'.repeat(64) },
      }),
      browserEvent(shop, 'page_view', { userAgent: 'curl/8.0' }),
    ]);
    const { body } = await call('GET', `/v1/pixels/${shop.pixel}`, { key: shop.brand.key });
    expect(body.data.quality).toEqual({
      events: 2,
      consented: 1,
      fromServer: 0,
      withUserData: 1,
      withClickIds: 1,
      credited: 1,
      located: 1,
    });
    expect(body.data.lastSeenAt).not.toBeNull();
  });

  it('recognises in-app browsers', async () => {
    const shop = await openShop();
    const agents = {
      instagram: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 309.0.0.40.113',
      tiktok:
        'Mozilla/5.0 (Linux; Android 13) Chrome/116 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6',
      facebook: 'Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/446.0.0]',
      snapchat: 'Mozilla/5.0 (iPhone) Mobile/15E148 Snapchat/12.60.0.30',
    };
    await consume(Object.values(agents).map((userAgent) => browserEvent(shop, 'purchase', { userAgent })));
    const { body } = await call('GET', `/v1/conversions/${shop.conversion}/report?by=in_app_browser`, {
      key: shop.brand.key,
    });
    expect(body.data.rows.map((row: { key: string }) => row.key)).toEqual([
      'facebook',
      'instagram',
      'snapchat',
      'tiktok',
    ]);
  });
});
