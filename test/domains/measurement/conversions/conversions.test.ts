import { createMessageBatch } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { consumePixelEvents } from '../../../../queues/pixel-events.ts';
import type { RecordedConversion } from '../../../../src/domains/measurement/conversions/recorded-conversion.ts';
import { type ConversionRule, matches } from '../../../../src/domains/measurement/conversions/rule.ts';
import { type SaleWait, saleWaitOf } from '../../../../src/domains/measurement/conversions/sale-wait.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, day } from '../../../../src/kit/time.ts';
import type { PixelEventBody } from '../../../../src/pixel/event-body.ts';
import * as clock from '../../../harness/clock.ts';
import { giveCode } from '../../../harness/work/codes.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const create = (brand: Minted, body: object) => call('POST', '/v1/conversions', { key: brand.key, body });

/** Sends browser events of a new pixel through the consumer. */
async function visit(
  brand: Minted,
  events: { name?: string; at?: number; body?: Partial<PixelEventBody> }[],
) {
  const { body } = await call('POST', '/v1/pixels', {
    key: brand.key,
    body: { name: 'p', domains: ['https://a.shop'] },
  });
  const row = await testEnv.DB.prepare('SELECT events_shard AS shard FROM accounts WHERE id = ?1')
    .bind(brand.id)
    .first<{ shard: number }>();
  const now = clock.now();
  const messages = events.map(({ name = 'purchase', at = now, body: more }, i) => ({
    id: `m${i}`,
    timestamp: new Date(clock.now()),
    attempts: 1,
    body: {
      kind: 'event',
      shard: row!.shard,
      account: brand.id,
      network: 'a'.repeat(16),
      event: {
        id: newId('pixelEvent', now),
        pixelId: body.data.id,
        name,
        occurredAt: at,
        receivedAt: now,
        ipAddress: null,
        body: { source: 'browser', consent: 'granted', ...more },
      },
    },
  }));
  await consumePixelEvents(createMessageBatch('pixel-events', messages), systemCtx(now));
}

describe('/v1/conversions', () => {
  it('keeps every field and shows defaults', async () => {
    const brand = await mintAccount();
    const plain = await create(brand, { name: 'Sales', eventName: 'purchase' });
    expect(plain.status).toBe(201);
    expect(plain.body.data).toMatchObject({
      pageUrlContains: null,
      minValue: null,
      attributionWindowDays: 30,
      payBrowserEvents: false,
      status: 'active',
      counts: { recorded: 0, credited: 0, paid: 0 },
      version: 1,
    });
    const full = await create(brand, {
      name: 'Big sales',
      eventName: 'my_event',
      pageUrlContains: '/Thanks',
      minValue: { amount: 1000, currency: 'EUR' },
      attributionWindowDays: 90,
      payBrowserEvents: true,
    });
    expect(full.body.data).toMatchObject({
      pageUrlContains: '/Thanks',
      minValue: { amount: 1000, currency: 'eur' },
      attributionWindowDays: 90,
      payBrowserEvents: true,
    });
    const list = await call('GET', '/v1/conversions', { key: brand.key });
    expect(list.body.data.map((c: { name: string }) => c.name)).toEqual(['Big sales', 'Sales']);
  });

  it('refuses windows outside 1 to 90 days and half a least value', async () => {
    const brand = await mintAccount();
    for (const attributionWindowDays of [0, 91, 1.5, -1]) {
      expect((await create(brand, { name: 'x', eventName: 'lead', attributionWindowDays })).status).toBe(422);
    }
    const half = await create(brand, { name: 'x', eventName: 'lead', minValue: { amount: 5 } });
    expect(half.body.error.details).toMatchObject([{ path: '/minValue/currency' }]);
  });

  it('changes at the version that was read, and not once archived', async () => {
    const brand = await mintAccount();
    const { id } = (await create(brand, { name: 'Sales', eventName: 'purchase' })).body.data;
    const patch = (body: object) => call('PATCH', `/v1/conversions/${id}`, { key: brand.key, body });
    expect((await patch({ minValue: { amount: 5, currency: 'usd' }, version: 1 })).body.data.version).toBe(2);
    expect((await patch({ name: 'stale', version: 1 })).body.error.code).toBe('version_conflict');
    expect((await patch({ minValue: null, version: 2 })).body.data.minValue).toBeNull();
    expect((await patch({ status: 'archived' })).body.data.status).toBe('archived');
    expect((await patch({ name: 'again' })).body.error.code).toBe('conflict');
    expect((await patch({ status: 'archived' })).status).toBe(200);
    await visit(brand, [{}]);
    expect((await call('GET', `/v1/conversions/${id}`, { key: brand.key })).body.data.counts.recorded).toBe(
      0,
    );
  });

  it('does not count in hindsight what came before it was defined', async () => {
    const brand = await mintAccount();
    await visit(brand, [{ body: { orderId: 'o1' } }]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { id } = (await create(brand, { name: 'Sales', eventName: 'purchase' })).body.data;
    await visit(brand, [{ body: { orderId: 'o2' } }]);
    expect((await call('GET', `/v1/conversions/${id}`, { key: brand.key })).body.data.counts.recorded).toBe(
      1,
    );
  });
});

describe('matching', () => {
  const rule: ConversionRule = {
    id: 'conv_x',
    accountId: 'acct_x',
    eventName: 'purchase',
    pageUrlContains: '/Thanks',
    minValueCents: 1000,
    minValueCurrency: 'usd',
    attributionWindowDays: 30,
    payBrowserEvents: false,
    createdAt: 0,
  };
  const event = { name: 'purchase', pages: ['https://a.shop/THANKS?x'], value: 1000, currency: 'usd' };

  it.each([
    ['everything as asked', event, true],
    ['another name', { ...event, name: 'lead' }, false],
    ['another page', { ...event, pages: ['https://a.shop/cart'] }, false],
    ['no page', { ...event, pages: [] }, false],
    ['one cent less', { ...event, value: 999 }, false],
    ['no value', { ...event, value: undefined }, false],
    ['another currency', { ...event, currency: 'eur' }, false],
  ])('%s', (_name, given, expected) => {
    expect(matches(rule, given)).toBe(expected);
  });
});

describe('GET /v1/conversions/:id/report', () => {
  it('breaks down by each dimension, with values by currency', async () => {
    const brand = await mintAccount();
    const { id } = (await create(brand, { name: 'Sales', eventName: 'purchase' })).body.data;
    const creator = newId('creator', clock.now());
    await giveCode({
      accountId: brand.id,
      kind: 'creator',
      code: 'nia',
      creatorId: creator,
      programId: 'p',
    });
    const today = clock.now();
    await visit(brand, [
      {
        body: { value: 100, currency: 'usd', location: { country: 'US', region: 'CA' }, creatorCode: 'Nia' },
      },
      { body: { value: 250, currency: 'eur', location: { country: 'US', region: 'CA' } } },
      {
        body: { value: 50, currency: 'usd', source: 'server', confirmedAt: today, creatorCode: 'nia' },
        at: today - 2 * DAY_MS,
      },
    ]);
    const report = async (query: string) =>
      (await call('GET', `/v1/conversions/${id}/report?${query}`, { key: brand.key })).body.data.rows;
    expect(await report('by=creator')).toEqual([
      {
        key: null,
        count: 1,
        values: [{ currency: 'eur', amount: 250, returned: 0, returnedLate: 0 }],
        credited: 0,
        paid: 0,
        selfPurchases: 0,
        codeStopped: 0,
        held: 0,
        heldUntil: null,
      },
      {
        key: creator,
        count: 2,
        values: [{ currency: 'usd', amount: 150, returned: 0, returnedLate: 0 }],
        credited: 2,
        paid: 1,
        selfPurchases: 0,
        codeStopped: 0,
        held: 0,
        heldUntil: null,
      },
    ]);
    expect(await report('by=place')).toMatchObject([
      { key: null, count: 1 },
      {
        key: 'US-CA',
        count: 2,
        values: [
          { currency: 'eur', amount: 250 },
          { currency: 'usd', amount: 100 },
        ],
      },
    ]);
    expect(await report('by=source')).toMatchObject([
      { key: 'browser', count: 2 },
      { key: 'server', count: 1 },
    ]);
    expect(await report('by=day')).toMatchObject([
      { key: day(today - 2 * DAY_MS) },
      { key: day(today), count: 2 },
    ]);
    expect(await report(`by=day&from=${day(today)}&to=${day(today)}`)).toHaveLength(1);
  });

  it('refuses ranges that are reversed, too long or no days', async () => {
    const brand = await mintAccount();
    const { id } = (await create(brand, { name: 'Sales', eventName: 'purchase' })).body.data;
    for (const query of [
      'from=2026-02-02&to=2026-02-01',
      'from=2020-01-01&to=2026-01-01',
      'from=2026-02-30',
      'from=x',
      'by=moon',
    ]) {
      expect((await call('GET', `/v1/conversions/${id}/report?${query}`, { key: brand.key })).status).toBe(
        400,
      );
    }
    const other = await mintAccount();
    expect((await call('GET', `/v1/conversions/${id}/report`, { key: other.key })).status).toBe(404);
  });
});

describe('what a counted sale waits for', () => {
  const NOW = 10 * DAY_MS;
  const hit = {
    ...{ late: false, dropped: false, barred: null, creatorId: 'crtr_1', harvest: 0, lookAt: null },
    ...{ payableAt: NOW - DAY_MS, maturesAt: NOW + DAY_MS },
  };
  it.each<[string, Partial<RecordedConversion>, number | null, SaleWait | null]>([
    ['the end of its days', {}, null, { for: 'maturity', until: NOW + DAY_MS }],
    ['days that nobody has worked out', { maturesAt: null }, null, { for: 'maturity', until: null }],
    ['server or shop', { payableAt: null }, null, { for: 'confirmation', until: null }],
    ['an answer about its code', {}, NOW + 14 * DAY_MS, { for: 'code_answer', until: NOW + 14 * DAY_MS }],
    [
      'the last reading of its order, once its days are over',
      { maturesAt: NOW, lookAt: NOW - DAY_MS },
      null,
      { for: 'shop_reading', until: NOW + 6 * DAY_MS },
    ],
    [
      'nothing, where that was waited for long enough',
      { maturesAt: NOW, lookAt: NOW - 7 * DAY_MS },
      null,
      null,
    ],
    ['nothing at its end', { maturesAt: NOW }, null, null],
    ['nothing once it is taken for pay', { harvest: 2 }, NOW + DAY_MS, null],
    ['nothing where it earns nothing', { barred: 'self_purchase', payableAt: null }, null, null],
    ['nothing without a creator', { creatorId: null, payableAt: null }, null, null],
    ['nothing where another row counts', { late: true }, null, null],
    ['nothing where it no longer matches', { dropped: true }, null, null],
  ])('is %s', (_, changes, heldUntil, expected) => {
    expect(saleWaitOf({ ...hit, ...changes } as RecordedConversion, heldUntil, NOW)).toEqual(expected);
  });
});
