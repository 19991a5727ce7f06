import { createMessageBatch, getQueueResult } from 'cloudflare:test';
import { createExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { consumePixelEvents } from '../../queues/pixel-events.ts';
import { archiveEvents, tidyShards } from '../../src/domains/pixel-events/archive-events.ts';
import type { IncomingEvent, PixelEventBody } from '../../src/domains/pixel-events/event-body.ts';
import { sweepEvents } from '../../src/domains/pixel-events/sweep-events.ts';
import { newId } from '../../src/kit/ids.ts';
import { sha256Hex } from '../../src/kit/crypto.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../harness/world.ts';

const DOMAIN = 'https://shop.example.com';

interface Shop {
  brand: Minted;
  pixel: string;
  shard: number;
  conversion: string;
  submission: string;
  creator: string;
}

/** A brand with a pixel, a purchase conversion, and a creator's submission and codes. */
async function openShop(settings: Record<string, unknown> = {}): Promise<Shop> {
  const brand = await mintAccount();
  const pixel = await call('POST', '/v1/pixels', { key: brand.key, body: { name: 'Shop', domains: [DOMAIN] } });
  const conversion = await call('POST', '/v1/conversions', {
    key: brand.key,
    body: { name: 'Purchases', eventName: 'purchase', ...settings },
  });
  const now = Date.now();
  const submission = newId('submission', now);
  const creator = newId('creator', now);
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO submissions (id, account_id, program_id, creator_id, status, version, created_at, updated_at)
       VALUES (?1, ?2, 'prog_x', ?3, 'live', 1, ?4, ?4)`,
    ).bind(submission, brand.id, creator, now),
    testEnv.DB.prepare(
      `INSERT INTO creator_codes (account_id, kind, code, creator_id, program_id, created_at)
       VALUES (?1, 'discount', 'nia10', ?2, 'prog_x', ?3)`,
    ).bind(brand.id, creator, now),
  ]);
  const row = await testEnv.DB.prepare('SELECT events_shard FROM accounts WHERE id = ?1')
    .bind(brand.id)
    .first<{ events_shard: number }>();
  return {
    brand,
    pixel: pixel.body.data.id,
    shard: row!.events_shard,
    conversion: conversion.body.data.id,
    submission,
    creator,
  };
}

function shardDb(shop: Shop): D1Database {
  return testEnv[`EVENTS_${shop.shard}`]!;
}

function browserEvent(shop: Shop, name: string, body: Partial<PixelEventBody> = {}, at = Date.now()) {
  const event: IncomingEvent = {
    id: newId('pixelEvent', at),
    pixelId: shop.pixel,
    name,
    occurredAt: at,
    receivedAt: at,
    ipAddress: '203.0.113.9',
    body: { source: 'browser', consent: 'granted', allowedOrigin: true, ...body },
  };
  return { kind: 'event' as const, shard: shop.shard, account: shop.brand.id, event };
}

/** Hands messages to the consumer as the platform would. */
async function consume(bodies: unknown[], now = Date.now()) {
  const batch = createMessageBatch(
    'pixel-events',
    bodies.map((body, i) => ({ id: `m${i}-${crypto.randomUUID()}`, timestamp: new Date(now), attempts: 1, body })),
  );
  await consumePixelEvents(batch, systemCtx(now));
  return await getQueueResult(batch, createExecutionContext());
}

/** Every row of the shard that belongs to the shop's account, and its pixel's counters. */
async function snapshot(shop: Shop): Promise<string> {
  const db = shardDb(shop);
  const all = await db.batch([
    db.prepare('SELECT * FROM pixel_events WHERE account_id = ?1 ORDER BY id').bind(shop.brand.id),
    db.prepare('SELECT * FROM recorded_conversions WHERE account_id = ?1 ORDER BY event_id').bind(shop.brand.id),
    db.prepare('SELECT * FROM touches WHERE account_id = ?1 ORDER BY key, at').bind(shop.brand.id),
    db.prepare('SELECT id, type, data FROM outbox WHERE account_id = ?1 ORDER BY id').bind(shop.brand.id),
    db.prepare('SELECT * FROM pixel_daily WHERE pixel_id = ?1').bind(shop.pixel),
    db.prepare('SELECT * FROM conversion_totals WHERE conversion_id = ?1').bind(shop.conversion),
    db.prepare('SELECT * FROM event_keys WHERE pixel_id = ?1 ORDER BY key').bind(shop.pixel),
  ]);
  return JSON.stringify(all.map((result) => result.results));
}

const events = async (shop: Shop, query = '') =>
  (await call('GET', `/v1/pixel-events${query}`, { key: shop.brand.key })).body.data;
const explained = async (shop: Shop, id: string) =>
  (await call('GET', `/v1/pixel-events/${id}`, { key: shop.brand.key })).body.data;
const counts = async (shop: Shop) =>
  (await call('GET', `/v1/conversions/${shop.conversion}`, { key: shop.brand.key })).body.data.counts;
const send = (shop: Shop, body: unknown, key = shop.brand.key) =>
  call('POST', `/v1/pixels/${shop.pixel}/events`, { key, body });

/** What the queue would do for server events whose nudge has not come yet. */
async function process(shop: Shop, ids: string[]) {
  return await consume(ids.map((id) => ({ kind: 'process', shard: shop.shard, id })));
}

describe('POST /v1/pixels/:id/events', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });

  it('answers 202 with a receipt whose event can be read at once', async () => {
    const answer = await send(shop, { name: 'purchase', eventId: 'r1', value: 2500, currency: 'USD' });
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({ eventId: 'r1', status: 'accepted' });
    const event = await explained(shop, answer.body.data.id);
    expect(event).toMatchObject({ name: 'purchase', value: 2500, currency: 'usd', source: 'server', pageUrl: DOMAIN });
    expect(event.confirmedAt).not.toBeNull();
  });

  it('answers a repeat with the first event and stores nothing more', async () => {
    const first = await send(shop, { name: 'lead', eventId: 'twice' });
    const before = (await events(shop)).length;
    const second = await send(shop, { name: 'lead', eventId: 'twice' });
    expect(second.body.data).toEqual({ id: first.body.data.id, eventId: 'twice', status: 'duplicate' });
    expect((await events(shop)).length).toBe(before);
    const otherName = await send(shop, { name: 'contact', eventId: 'twice' });
    expect(otherName.body.data.status).toBe('accepted');
  });

  it('takes one of 20 identical events sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(shop, { name: 'purchase', orderId: 'race', value: 100, currency: 'usd' })),
    );
    expect(answers.map((a) => a.status)).toEqual(Array(20).fill(202));
    expect(answers.filter((a) => a.body.data.status === 'accepted')).toHaveLength(1);
    expect(new Set(answers.map((a) => a.body.data.id)).size).toBe(1);
  });

  it('stores hashes of personal data and never the data', async () => {
    const answer = await send(shop, {
      name: 'sign_up',
      user: { email: ' Nia@Example.com ', phone: '+1 (202) 555-0147', country: 'US', externalId: 'a'.repeat(64) },
      clickIds: { gclid: 'G-1' },
      ipAddress: '203.0.113.7',
    });
    const event = await explained(shop, answer.body.data.id);
    expect(event.user).toMatchObject({
      email: sha256Hex('nia@example.com'),
      phone: sha256Hex('12025550147'),
      country: sha256Hex('us'),
      externalId: 'a'.repeat(64),
    });
    expect(event.ipAddress).toBe('203.0.113.7');
    expect(await snapshot(shop)).not.toMatch(/nia@example|5550147/i);
  });

  it.each(['denied', 'unknown'])('with consent %s refuses links and keeps nothing personal', async (consent) => {
    for (const field of ['serviceId', 'campaign', 'attributionId', 'clickId']) {
      const refused = await send(shop, { name: 'purchase', consent, [field]: 'x' });
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toMatchObject([{ path: `/${field}`, code: 'needs_consent' }]);
    }
    const answer = await send(shop, {
      name: 'purchase',
      consent,
      user: { email: 'kept@nowhere.example' },
      ipAddress: '203.0.113.8',
      clickIds: { gclid: 'G' },
      discountCode: 'NIA10',
    });
    await process(shop, [answer.body.data.id]);
    const event = await explained(shop, answer.body.data.id);
    expect(event).toMatchObject({ user: null, ipAddress: null, clickIds: null });
    expect(event.credit).toMatchObject({ rule: 'discount_code', creator: shop.creator });
  });

  it('takes times of the last 7 days and no others', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    expect((await send(shop, { name: 'lead', occurredAt: at(-7 * DAY_MS + 60_000) })).status).toBe(202);
    expect((await send(shop, { name: 'lead', occurredAt: at(-7 * DAY_MS - 60_000) })).status).toBe(422);
    expect((await send(shop, { name: 'lead', occurredAt: at(DAY_MS) })).status).toBe(422);
  });

  it('refuses names that are neither standard nor snake_case', async () => {
    for (const name of ['Purchase', 'add-to-cart', '', 'x'.repeat(65), '_x', 'a__b']) {
      expect((await send(shop, { name })).status).toBe(422);
    }
    expect((await send(shop, { name: 'quiz_finished_2' })).status).toBe(202);
  });

  it('flags bots and keeps them out of conversions', async () => {
    const before = await counts(shop);
    const answer = await send(shop, { name: 'purchase', userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    expect(answer.body.data.status).toBe('bot');
    await process(shop, [answer.body.data.id]);
    expect((await explained(shop, answer.body.data.id)).bot).toBe(true);
    expect(await counts(shop)).toEqual(before);
  });

  it('does not store events of excluded countries, nor of unknown ones where some are excluded', async () => {
    const { body } = await call('POST', '/v1/pixels', {
      key: shop.brand.key,
      body: { name: 'EU out', domains: [DOMAIN], excludedCountries: ['de'] },
    });
    const to = (event: object) =>
      call('POST', `/v1/pixels/${body.data.id}/events`, { key: shop.brand.key, body: { name: 'lead', ...event } });
    const excluded = { id: null, eventId: null, status: 'excluded_country' };
    expect((await to({ location: { country: 'DE' } })).body.data).toEqual(excluded);
    expect((await to({ user: { country: 'de' } })).body.data).toEqual(excluded);
    expect((await to({})).body.data).toEqual(excluded);
    expect((await to({ user: { country: 'd'.repeat(64) } })).body.data).toEqual(excluded);
    expect((await to({ location: { country: 'FR' } })).body.data.status).toBe('accepted');
    expect(await events(shop, `?pixel=${body.data.id}`)).toHaveLength(1);
  });

  it('answers 410 for an archived pixel, 404 for a foreign one, 413 beyond 64 KiB', async () => {
    const other = await openShop();
    expect((await send(other, { name: 'lead' }, shop.brand.key)).status).toBe(404);
    await call('PATCH', `/v1/pixels/${other.pixel}`, { key: other.brand.key, body: { status: 'archived' } });
    expect((await send(other, { name: 'lead' })).status).toBe(410);
    const large = { name: 'lead', properties: { custom: { text: 'x'.repeat(65 * 1024) } } };
    expect((await send(shop, large)).status).toBe(413);
  });
});

describe('the consumer', () => {
  it('counts a browser purchase once, and pays when the server confirms it', async () => {
    const shop = await openShop();
    const landed = Date.now() - 5000;
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
    const confirmation = await send(shop, { name: 'purchase', eventId: 'p1', orderId: 'o1', value: 4200, currency: 'usd' });
    expect(confirmation.body.data.status).toBe('duplicate');
    await process(shop, [confirmation.body.data.id]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    await send(shop, { name: 'purchase', orderId: 'o1' });
    await process(shop, [confirmation.body.data.id]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    const event = await explained(shop, confirmation.body.data.id);
    expect(event).toMatchObject({ source: 'browser', orderId: 'o1', credit: { rule: 'kept_landing', creator: shop.creator } });
    expect(event.conversions).toMatchObject([{ conversion: shop.conversion, submission: shop.submission, late: false }]);
    const outbox = await shardDb(shop)
      .prepare(`SELECT COUNT(*) AS n FROM outbox WHERE account_id = ?1 AND type = 'conversion.recorded'`)
      .bind(shop.brand.id)
      .first<{ n: number }>();
    const sent = await testEnv.DB.prepare(`SELECT COUNT(*) AS n FROM events WHERE account_id = ?1 AND type = 'conversion.recorded'`)
      .bind(shop.brand.id)
      .first<{ n: number }>();
    expect(Math.max(outbox!.n, sent!.n)).toBe(1);
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
      browserEvent(shop, 'purchase', { eventId: 'x', user: { email: 'e'.repeat(64) }, value: 1, currency: 'usd' }),
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
    const at = Date.now();
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
    late.event.id = newId('pixelEvent', at + 60_000);
    late.event.receivedAt = at + 60_000;
    await consume([late], at + 60_000);
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
    const status = async () => (await call('GET', `/v1/pixels/${shop.pixel}`, { key: shop.brand.key })).body.data;
    expect((await status()).status).toBe('waiting');
    await consume([browserEvent(shop, 'page_view'), browserEvent(shop, 'page_view')]);
    await consume([browserEvent(shop, 'page_view')]);
    expect(await status()).toMatchObject({ status: 'verified', version: 2 });
    const { n } = (await testEnv.DB.prepare(`SELECT COUNT(*) AS n FROM events WHERE account_id = ?1 AND type = 'pixel.verified'`)
      .bind(shop.brand.id)
      .first<{ n: number }>())!;
    expect(n).toBe(1);
  });

  it('counts what the last 7 days of a pixel were made of', async () => {
    const shop = await openShop();
    await consume([
      browserEvent(shop, 'page_view', { consent: 'denied', location: { country: 'US' } }),
      browserEvent(shop, 'page_view', { serviceId: shop.submission, clickIds: { gclid: 'g' }, user: { email: 'c'.repeat(64) } }),
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
      tiktok: 'Mozilla/5.0 (Linux; Android 13) Chrome/116 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6',
      facebook: 'Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/446.0.0]',
      snapchat: 'Mozilla/5.0 (iPhone) Mobile/15E148 Snapchat/12.60.0.30',
    };
    await consume(Object.values(agents).map((userAgent) => browserEvent(shop, 'purchase', { userAgent })));
    const { body } = await call('GET', `/v1/conversions/${shop.conversion}/report?by=in_app_browser`, { key: shop.brand.key });
    expect(body.data.rows.map((row: { key: string }) => row.key)).toEqual(['facebook', 'instagram', 'snapchat', 'tiktok']);
  });
});

describe('the cron', () => {
  it('attributes events whose queue message was lost', async () => {
    const shop = await openShop();
    const row = browserEvent(shop, 'purchase', { serviceId: shop.submission, confirmedAt: Date.now(), source: 'server' }).event;
    await shardDb(shop)
      .prepare(
        `INSERT INTO pixel_events (id, account_id, pixel_id, name, state, occurred_at, received_at, matters, body, counted, rev)
         VALUES (?1, ?2, ?3, 'purchase', 'recorded', ?4, ?4, 1, ?5, 0, 1)`,
      )
      .bind(row.id, shop.brand.id, shop.pixel, row.receivedAt, JSON.stringify(row.body))
      .run();
    await sweepEvents(systemCtx(Date.now() + 1000));
    expect(await counts(shop)).toMatchObject({ recorded: 0 });
    await sweepEvents(systemCtx(Date.now() + 60_000));
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    await sweepEvents(systemCtx(Date.now() + 120_000));
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
  });

  it('moves old events to R2, where GET by ID finds them, and erases addresses after 13 months', async () => {
    const shop = await openShop();
    const now = Date.now();
    const view = browserEvent(shop, 'page_view', {}, now);
    const purchase = browserEvent(shop, 'purchase', { eventId: 'old', serviceId: shop.submission }, now);
    await consume([view, purchase]);
    const ids = async () => (await events(shop)).map((e: { id: string }) => e.id).sort();
    await archiveEvents(systemCtx(now + 7 * DAY_MS - 1000));
    expect(await ids()).toEqual([view.event.id, purchase.event.id].sort());
    await archiveEvents(systemCtx(now + 9 * DAY_MS));
    expect(await ids()).toEqual([purchase.event.id]);
    const archived = await explained(shop, view.event.id);
    expect(archived).toMatchObject({ id: view.event.id, name: 'page_view', ipAddress: '203.0.113.9' });
    await archiveEvents(systemCtx(now + 92 * DAY_MS));
    expect(await ids()).toEqual([]);
    expect((await explained(shop, purchase.event.id)).conversions).toHaveLength(1);
    // Its key stands for it still, and a late confirmation pays, once.
    expect((await send(shop, { name: 'purchase', eventId: 'old' })).body.data).toMatchObject({
      id: purchase.event.id,
      status: 'duplicate',
    });
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    await tidyShards(systemCtx(now + 390 * DAY_MS));
    expect((await explained(shop, view.event.id)).ipAddress).toBe('203.0.113.9');
    await tidyShards(systemCtx(now + 400 * DAY_MS));
    expect((await explained(shop, view.event.id)).ipAddress).toBeNull();
    const stranger = await openShop();
    expect((await call('GET', `/v1/pixel-events/${view.event.id}`, { key: stranger.brand.key })).status).toBe(404);
  });
});

describe('GET /v1/pixel-events', () => {
  it('pages newest first by pixel and name without gaps or repeats', async () => {
    const shop = await openShop();
    const at = Date.now();
    await consume(Array.from({ length: 23 }, (_, i) => browserEvent(shop, i % 2 ? 'lead' : 'page_view', {}, at + i)));
    const seen: string[] = [];
    let cursor = '';
    do {
      const query = `?limit=5&name=lead&pixel=${shop.pixel}${cursor && `&cursor=${cursor}`}`;
      const { body } = await call('GET', `/v1/pixel-events${query}`, { key: shop.brand.key });
      seen.push(...body.data.map((e: { id: string }) => e.id));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(seen).toHaveLength(11);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });
});
