// Who is credited with a counted conversion: by the conversion's own window and only once, but events that
// arrive within a day still count. Also, what a visitor's refusal removes.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/kit/time.ts';
import type { PixelEventBody } from '../../../../src/pixel/event-body.ts';
import * as clock from '../../../harness/clock.ts';
import {
  browserEvent,
  consume,
  counts,
  explained,
  openShop,
  process,
  type Shop,
  send,
  shardDb,
  snapshot,
} from '../../../harness/pixel/pixel-events.ts';
import { call, testEnv } from '../../../harness/world.ts';

const HOUR_MS = 3_600_000;
const user = { email: 'f'.repeat(64) };

/** The events that the account got about its conversions, oldest first. */
async function told(shop: Shop): Promise<{ type: string; data: Record<string, string> }[]> {
  const { results } = await testEnv.DB.prepare(
    `SELECT type, data FROM events WHERE account_id = ?1 AND type LIKE 'conversion.%' ORDER BY type DESC, id`,
  )
    .bind(shop.brand.id)
    .all<{ type: string; data: string }>();
  return results.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
}

/** An order that the shop's server reports, and that is counted. @returns the event's ID. */
async function order(shop: Shop, body: object = {}): Promise<string> {
  const answer = await send(shop, { name: 'purchase', orderId: 'o-1', value: 900, currency: 'usd', ...body });
  await process(shop, [answer.body.data.id]);
  return answer.body.data.id;
}

describe('a credit', () => {
  it('belongs to each conversion by its own window, and is explained so', async () => {
    const shop = await openShop({ attributionWindowDays: 7 });
    const longer = await call('POST', '/v1/conversions', {
      key: shop.brand.key,
      body: { name: 'Longer', eventName: 'purchase', attributionWindowDays: 30 },
    });
    const landedAt = new Date(clock.now() - 10 * DAY_MS).toISOString();
    const id = await order(shop, { serviceId: shop.submission, landedAt, discountCode: 'nia10' });
    const plain = await order(shop, { orderId: 'o-2', serviceId: shop.submission, landedAt });
    const { conversions } = await explained(shop, plain);
    const by = (conversion: string) =>
      conversions.find((one: { conversion: string }) => one.conversion === conversion);
    expect(by(shop.conversion)).toMatchObject({
      windowDays: 7,
      rule: null,
      submission: null,
      payableAt: null,
    });
    expect(by(shop.conversion).steps[0]).toMatchObject({
      outcome: 'missed',
      reason: 'The touch lies outside the attribution window.',
    });
    expect(by(longer.body.data.id)).toMatchObject({
      windowDays: 30,
      rule: 'own_link',
      submission: shop.submission,
      touchedAt: landedAt,
    });
    expect(by(longer.body.data.id).steps[0].outcome).toBe('credited');
    expect(by(longer.body.data.id).payableAt).not.toBeNull();
    const rules = (await explained(shop, id)).conversions.map((one: { rule: string }) => one.rule);
    expect(rules.sort()).toEqual(['discount_code', 'own_link']);
  });

  it('comes within a day from what the browser says of the same order, is told once, and pays', async () => {
    const shop = await openShop();
    const id = await order(shop);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 0, paid: 0 });
    const later = clock.now() + 23 * HOUR_MS;
    const report = browserEvent(shop, 'purchase', { orderId: 'o-1', serviceId: shop.submission });
    await consume([report, report], later);
    await consume([report], later);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    const data = { conversion: shop.conversion, pixel_event: id };
    expect(await told(shop)).toEqual([
      { type: 'conversion.recorded', data },
      { type: 'conversion.credited', data: { ...data, submission: shop.submission } },
    ]);
    expect(await explained(shop, id)).toMatchObject({
      credit: { rule: 'own_link', submission: shop.submission },
      conversions: [{ rule: 'own_link', creator: shop.creator, late: false, lateCredit: null }],
    });
    // Once given, the credit never moves.
    await consume([
      browserEvent(shop, 'purchase', { orderId: 'o-1', discountCode: 'other', user }, clock.now()),
    ]);
    expect((await told(shop)).length).toBe(2);
  });

  it('that comes after a day is kept and shown, and neither told nor paid', async () => {
    const shop = await openShop();
    const id = await order(shop);
    const tooLate = clock.now() + DAY_MS + HOUR_MS;
    await consume([browserEvent(shop, 'purchase', { orderId: 'o-1', serviceId: shop.submission })], tooLate);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 0, paid: 0 });
    expect((await told(shop)).map(({ type }) => type)).toEqual(['conversion.recorded']);
    const event = await explained(shop, id);
    expect(event.credit).toBeNull();
    expect(event.conversions).toMatchObject([
      { rule: null, payableAt: null, lateCredit: { rule: 'own_link', submission: shop.submission } },
    ]);
  });

  it('is found whichever of order, landing and browser come first or at once', async () => {
    const at = clock.now() - HOUR_MS;
    const keys = { orderId: 'o-1', value: 900, currency: 'usd' };
    const confirmed: Partial<PixelEventBody> = { source: 'server', confirmedAt: at };
    const makers = [
      (shop: Shop) => browserEvent(shop, 'purchase', { ...keys, ...confirmed, user }, at),
      (shop: Shop) => browserEvent(shop, 'page_view', { serviceId: shop.submission, user }, at - HOUR_MS),
      (shop: Shop) => browserEvent(shop, 'purchase', { ...keys, eventId: 'e-1' }, at + 5),
    ];
    const orders = [
      [[0], [1], [2]],
      [[0], [2], [1]],
      [[1], [0], [2]],
      [[1], [2], [0]],
      [[2], [0], [1]],
      [[2], [1], [0]],
      [[0, 1], [2]],
      [[2, 0], [1]],
    ];
    for (const [index, arrival] of [...orders, ...orders.slice(0, 2)].entries()) {
      const shop = await openShop();
      const messages = makers.map((make) => make(shop));
      for (const { event } of messages) event.receivedAt = clock.now();
      const batches = arrival.map((batch) => batch.map((one) => messages[one]!));
      // One batch after another, and some at the same time.
      if (index < orders.length) for (const batch of batches) await consume(batch);
      else await Promise.all(batches.map((batch) => consume(batch)));
      for (const batch of batches) await consume(batch);
      expect([arrival, await counts(shop)]).toEqual([arrival, { recorded: 1, credited: 1, paid: 1 }]);
      const types = (await told(shop)).map(({ type }) => type);
      expect(types.filter((type) => type === 'conversion.recorded')).toHaveLength(1);
      expect(types.length).toBeLessThanOrEqual(2);
    }
  });

  it('of two browsers is the one whose word came first, though it names nobody', async () => {
    for (const links of [
      [true, false],
      [false, true],
    ]) {
      const shop = await openShop();
      const link = (given = false) => (given ? { serviceId: shop.submission } : {});
      await consume([browserEvent(shop, 'purchase', { orderId: 'o-1', ...link(links[0]) })]);
      await consume([
        browserEvent(shop, 'purchase', { eventId: 'e-1', ...link(links[1]) }, clock.now() + 1_000),
      ]);
      await order(shop, { orderId: 'o-1', eventId: 'e-1' });
      const credited = links[0] ? 1 : 0;
      expect(await counts(shop)).toEqual({ recorded: 1, credited, paid: credited });
    }
  });
});

describe('consent that one of two reports denies', () => {
  const marks = 'M4RK';
  const granted = (shop: Shop): Partial<PixelEventBody> => ({
    orderId: 'o-1',
    user: { email: 'dead'.repeat(16) },
    clickIds: { gclid: `${marks}1` },
    clickId: `${marks}2`,
    attributionId: `${marks}3`,
    campaign: `${marks}4`,
    serviceId: `${marks}5`,
    landing: { serviceId: `${marks}6`, clickIds: { fbc: `${marks}7` } },
    landedAt: clock.now() - HOUR_MS,
    pageUrl: `https://shop.example.com/thanks?a=1&gclid=${marks}8`,
    referrer: `https://shop.example.com/?service_id=${shop.submission}`,
    location: { country: 'DE', city: `${marks}9` },
  });

  async function expectForgotten(shop: Shop, id: string): Promise<void> {
    expect(await explained(shop, id)).toMatchObject({
      consent: 'denied',
      orderId: 'o-1',
      user: null,
      ipAddress: null,
      clickIds: null,
      clickId: null,
      attributionId: null,
      campaign: null,
      serviceId: null,
      landedAt: null,
      location: { country: 'DE' },
    });
    expect((await explained(shop, id)).pageUrl).toMatch(/^https:\/\/shop\.example\.com/);
    expect(await snapshot(shop)).not.toMatch(new RegExp(`${marks}|dead|203\\.0\\.113|service_id=`));
  }

  it('takes out what the other brought, in whichever order they come', async () => {
    for (const deniedFirst of [true, false]) {
      const shop = await openShop();
      const browser = browserEvent(shop, 'purchase', granted(shop));
      const denied = { consent: 'denied', location: { country: 'DE', city: 'x' } };
      let id = browser.event.id;
      if (deniedFirst) id = await order(shop, denied);
      await consume([browser]);
      if (!deniedFirst) await order(shop, denied);
      await expectForgotten(shop, id);
    }
  });

  it('takes it out of a landing that was remembered, and of all that proved to be one', async () => {
    const shop = await openShop();
    const link = { ...granted(shop), serviceId: shop.submission };
    const first = browserEvent(shop, 'lead', { ...link, eventId: 'e-1' });
    await consume([first]);
    expect(await snapshot(shop)).toContain(`gclid:${marks}1`);
    const second = browserEvent(shop, 'lead', {
      eventId: 'e-1',
      consent: 'denied',
      location: { country: 'DE' },
    });
    await consume([second]);
    await expectForgotten(shop, first.event.id);
    // Two events that a third one connects.
    const other = await openShop();
    const [a, b] = [granted(other), granted(other)];
    delete a.orderId;
    await consume([
      browserEvent(other, 'purchase', { ...a, eventId: 'e-1' }),
      browserEvent(other, 'purchase', b),
    ]);
    await consume([browserEvent(other, 'purchase', { eventId: 'e-1', orderId: 'o-1' })]);
    const both = await order(other, { consent: 'denied', location: { country: 'DE' } });
    await expectForgotten(other, both);
  });

  it('leaves the code of a creator to credit it by', async () => {
    const shop = await openShop();
    await consume([browserEvent(shop, 'purchase', { ...granted(shop), discountCode: 'NIA10' })]);
    const id = await order(shop, { consent: 'unknown' });
    expect((await explained(shop, id)).credit).toMatchObject({
      rule: 'discount_code',
      creator: shop.creator,
    });
  });
});

describe('what a server may say', () => {
  it('is no landing in the future, no country or currency that is none, and no value beyond counting', async () => {
    const shop = await openShop();
    const refused = async (body: object) => {
      const answer = await send(shop, { name: 'lead', ...body });
      return [answer.status, answer.body.error?.details?.[0].path];
    };
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    expect(await refused({ landedAt: at(HOUR_MS) })).toEqual([422, '/landedAt']);
    expect(await refused({ landedAt: at(60_000) })).toEqual([202, undefined]);
    for (const country of ['ZZ', 'XX', 'UK', 'DEU', 'd', '12', 'germany', ''])
      expect([country, ...(await refused({ location: { country } }))]).toEqual([
        country,
        422,
        '/location/country',
      ]);
    for (const currency of ['zzz', 'xxx', 'dem', 'euro', ''])
      expect([currency, ...(await refused({ currency }))]).toEqual([currency, 422, '/currency']);
    expect(await refused({ value: 10 ** 12, currency: 'KWD' })).toEqual([202, undefined]);
    expect(await refused({ value: 10 ** 12 + 1 })).toEqual([422, '/value']);
    const { body } = await send(shop, { name: 'lead', location: { country: 'de' } });
    expect((await explained(shop, body.data.id)).location).toEqual({ country: 'DE' });
  });

  it('verifies the pixel with the nudge behind it, and not with the next cron', async () => {
    const shop = await openShop();
    const nudges: { body: unknown }[] = [];
    const queue = { sendBatch: async (messages: typeof nudges) => void nudges.push(...messages) };
    const env = { ...testEnv, PIXEL_EVENTS: queue } as unknown as typeof testEnv;
    const options = { key: shop.brand.key, body: { name: 'lead' }, env };
    expect((await call('POST', `/v1/pixels/${shop.pixel}/events`, options)).status).toBe(202);
    expect(nudges).toHaveLength(1);
    await consume(nudges.map(({ body }) => body));
    const pixel = await call('GET', `/v1/pixels/${shop.pixel}`, { key: shop.brand.key });
    expect(pixel.body.data.status).toBe('verified');
    const { results } = await shardDb(shop)
      .prepare(`SELECT relayed_at FROM outbox WHERE account_id = ?1 AND relayed_at IS NULL`)
      .bind(shop.brand.id)
      .all();
    expect(results).toEqual([]);
  });
});
