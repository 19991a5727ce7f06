// POST /v1/pixels/:id/event-batches: many events at once, each handled by itself.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { counts, events, openShop, process, type Shop, send } from '../../../harness/pixel/pixel-events.ts';
import { call } from '../../../harness/world.ts';

const batch = (shop: Shop, body: unknown, key = shop.brand.key) =>
  call('POST', `/v1/pixels/${shop.pixel}/event-batches`, { key, body });

describe('POST /v1/pixels/:id/event-batches', () => {
  it('answers a receipt or an error for each event, in their order, and stores the good ones', async () => {
    const shop = await openShop();
    const known = await send(shop, { name: 'purchase', orderId: 'known' });
    const sent = [
      { name: 'purchase', orderId: 'o-1', value: 100, currency: 'usd', serviceId: shop.submission },
      { name: 'Not Snake' },
      { name: 'purchase', orderId: 'o-1' },
      { name: 'lead', occurredAt: new Date(clock.now() - 8 * DAY_MS).toISOString(), eventId: 'old' },
      { name: 'lead', consent: 'denied', clickId: 'c' },
      { name: 'purchase', orderId: 'known' },
      { name: 'lead', userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
      { name: 'lead', eventId: 'e-1' },
      'lead',
      null,
      [{ name: 'lead' }],
    ];
    const answer = await batch(shop, { events: sent });
    expect(answer.status).toBe(202);
    const { receipts } = answer.body.data;
    expect(receipts.map((one: { status: string }) => one.status)).toEqual([
      'accepted',
      'refused',
      'duplicate',
      'refused',
      'refused',
      'duplicate',
      'bot',
      'accepted',
      'refused',
      'refused',
      'refused',
    ]);
    expect(receipts[2].id).toBe(receipts[0].id);
    expect(receipts[5].id).toBe(known.body.data.id);
    const paths = receipts.map(
      (one: { error: { details: { path: string }[] } | null }) => one.error?.details[0]?.path,
    );
    expect(paths).toEqual([
      undefined,
      '/name',
      undefined,
      '/occurredAt',
      '/clickId',
      undefined,
      undefined,
      undefined,
      '',
      '',
      '',
    ]);
    expect([receipts[3].id, receipts[3].eventId]).toEqual([null, 'old']);
    expect(receipts[7].eventId).toBe('e-1');
    expect(await events(shop)).toHaveLength(4);
    // Sending the same batch again sends the same events.
    const again = await batch(shop, { events: sent });
    const status = again.body.data.receipts.map((one: { status: string }) => one.status);
    expect(status.filter((one: string) => one === 'accepted')).toEqual([]);
    await process(shop, [receipts[0].id, known.body.data.id]);
    expect(await counts(shop)).toEqual({ recorded: 2, credited: 1, paid: 1 });
  });

  it('takes at most 500 and 1 MiB, and tells a mistake in the batch itself', async () => {
    const shop = await openShop();
    const many = (count: number) => ({
      events: Array.from({ length: count }, (_, i) => ({ name: 'lead', eventId: `e-${i}` })),
    });
    const full = await batch(shop, many(500));
    expect(full.status).toBe(202);
    const ids = full.body.data.receipts.map((one: { id: string }) => one.id);
    expect(new Set(ids).size).toBe(500);
    expect((await batch(shop, many(501))).status).toBe(422);
    expect((await batch(shop, { events: [] })).status).toBe(422);
    expect((await batch(shop, [{ name: 'lead' }])).status).toBe(422);
    const large = { events: [{ name: 'lead', properties: { custom: { text: 'x'.repeat(1024 * 1024) } } }] };
    expect((await batch(shop, large)).status).toBe(413);
    const nothing = await batch(shop, { events: [{ name: '!' }, {}] });
    expect(nothing.body.data.receipts.map((one: { status: string }) => one.status)).toEqual([
      'refused',
      'refused',
    ]);
  });

  it('keeps what a single event keeps: countries, archived and foreign pixels', async () => {
    const shop = await openShop();
    await call('PATCH', `/v1/pixels/${shop.pixel}`, {
      key: shop.brand.key,
      body: { excludedCountries: ['DE'] },
    });
    const lead = (country: string) => ({ name: 'lead', location: { country } });
    const { body } = await batch(shop, { events: [lead('DE'), lead('FR'), lead('ZZ')] });
    expect(body.data.receipts.map((one: { status: string }) => one.status)).toEqual([
      'excluded_country',
      'accepted',
      'refused',
    ]);
    const other = await openShop();
    expect((await batch(shop, { events: [{ name: 'lead' }] }, other.brand.key)).status).toBe(404);
    await call('PATCH', `/v1/pixels/${shop.pixel}`, { key: shop.brand.key, body: { status: 'archived' } });
    expect((await batch(shop, { events: [{ name: 'lead' }] })).status).toBe(410);
  });
});
