import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventsQuery } from '../../../../src/domains/measurement/pixel-events/event-store.ts';
import { sha256Hex } from '../../../../src/kit/crypto.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  browserEvent,
  consume,
  counts,
  DOMAIN,
  events,
  explained,
  openShop,
  process,
  type Shop,
  send,
  snapshot,
} from '../../../harness/pixel/pixel-events.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

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
    expect(event).toMatchObject({
      name: 'purchase',
      value: 2500,
      currency: 'usd',
      source: 'server',
      pageUrl: DOMAIN,
    });
    expect(event.confirmedAt).not.toBeNull();
  });

  it('drops user names and passwords out of pages and refuses no sale for them', async () => {
    const page = async (pageUrl: string) => {
      const answer = await send(shop, { name: 'purchase', value: 100, currency: 'usd', pageUrl });
      expect([answer.status, answer.body.data?.status]).toEqual([202, 'accepted']);
      return (await explained(shop, answer.body.data.id)).pageUrl;
    };
    const clean = 'https://shop.example.com/thanks?to=me@mail.example';
    for (const who of ['me:secret@', 'me@', ':secret@'])
      expect(await page(clean.replace('//', `//${who}`))).toBe(clean);
    expect(await page('https:me:secret@shop.example.com')).toBe('https://shop.example.com/');
    expect(await page('app://me:secret@cart/1')).toBe('app://cart/1');
    for (const kept of [clean, 'https://shop.example.com/@me', 'mailto:me@shop.example'])
      expect(await page(kept)).toBe(kept);
    const refused = await send(shop, { name: 'purchase', pageUrl: 'no page' });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, '/pageUrl']);
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

  it('takes one of 60 identical events sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        send(shop, { name: 'purchase', orderId: 'race', value: 100, currency: 'usd' }),
      ),
    );
    expect(answers.map((a) => a.status)).toEqual(Array(60).fill(202));
    expect(answers.filter((a) => a.body.data.status === 'accepted')).toHaveLength(1);
    expect(new Set(answers.map((a) => a.body.data.id)).size).toBe(1);
  });

  it('takes what is 32 deep, and nothing deeper', async () => {
    const event = (levels: number) =>
      `{"name":"lead","properties":{"custom":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}}`;
    const post = (body: string) =>
      call('POST', `/v1/pixels/${shop.pixel}/events`, { key: shop.brand.key, body });
    expect((await post(event(29))).status).toBe(202);
    const refused = await post(event(30));
    const path = `/properties/custom/a${'/0'.repeat(29)}`;
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, path]);
  });

  it('stores hashes of personal data and never the data', async () => {
    const answer = await send(shop, {
      name: 'sign_up',
      user: {
        email: ' Nia@Example.com ',
        phone: '+1 (202) 555-0147',
        country: 'US',
        externalId: 'a'.repeat(64),
      },
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

  it.each(['denied', 'unknown'])(
    'with consent %s refuses links and keeps nothing personal',
    async (consent) => {
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
    },
  );

  it('takes times of the last 7 days and no others', async () => {
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    expect((await send(shop, { name: 'lead', occurredAt: at(-7 * DAY_MS + 60_000) })).status).toBe(202);
    expect((await send(shop, { name: 'lead', occurredAt: at(-7 * DAY_MS - 60_000) })).status).toBe(422);
    expect((await send(shop, { name: 'lead', occurredAt: at(DAY_MS) })).status).toBe(422);
  });

  it('keeps each field that a server may send', async () => {
    const sent = {
      ...{ name: 'add_to_cart', orderId: 'A-7', eventId: 'whole', value: 4_900, currency: 'eur' },
      ...{ attributionId: 'att-1', clickId: 'c-1', pageUrl: `${DOMAIN}/cart`, actionSource: 'phone_call' },
      ...{ userAgent: 'Server/1', creatorCode: 'ANA', discountCode: 'ANA10', ipAddress: '203.0.113.9' },
      occurredAt: new Date(clock.now() - DAY_MS).toISOString(),
      landedAt: new Date(clock.now() - 2 * DAY_MS).toISOString(),
      properties: {
        ...{ productId: 'p', quantity: 2, variantId: 'v', custom: { gift: true } },
        contents: [{ id: 'sku', quantity: 2, price: 2_450 }],
      },
      clickIds: {
        fbc: 'f',
        fbp: 'p',
        gclid: 'g',
        gbraid: 'b',
        wbraid: 'w',
        ttclid: 't',
        ttp: 'q',
        sccid: 's',
        scid: 'i',
      },
      location: { country: 'PT', region: 'Porto', city: 'Porto', postalCode: '4000' },
    };
    const user = { firstName: 'Nia', lastName: 'Cruz', city: 'Porto', state: 'Porto', zip: '4000' };
    const event = await explained(shop, (await send(shop, { ...sent, user })).body.data.id);
    expect(event).toMatchObject({ ...sent, consent: 'granted', source: 'server' });
    expect(Object.keys(event.user).sort()).toEqual(Object.keys(user).sort());
    expect(event.user.firstName).toBe(sha256Hex('nia'));
    for (const actionSource of [
      'website',
      'app',
      'physical_store',
      'chat',
      'email',
      'system_generated',
      'other',
    ])
      expect((await send(shop, { name: 'lead', actionSource })).status).toBe(202);
    for (const bad of [
      { actionSource: 'fax' },
      { properties: { contents: [{ quantity: 1 }] } },
      { value: 1.5 },
    ])
      expect((await send(shop, { name: 'lead', ...bad })).status, JSON.stringify(bad)).toBe(422);
  });

  it('refuses names that are neither standard nor snake_case', async () => {
    for (const name of ['Purchase', 'add-to-cart', '', 'x'.repeat(65), '_x', 'a__b']) {
      expect((await send(shop, { name })).status).toBe(422);
    }
    expect((await send(shop, { name: 'quiz_finished_2' })).status).toBe(202);
  });

  it('flags bots and keeps them out of conversions', async () => {
    const before = await counts(shop);
    const answer = await send(shop, {
      name: 'purchase',
      userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)',
    });
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
      call('POST', `/v1/pixels/${body.data.id}/events`, {
        key: shop.brand.key,
        body: { name: 'lead', ...event },
      });
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

describe('GET /v1/pixel-events', () => {
  it('filters by order, event, conversion, credit, source and state, alone and together', async () => {
    const shop = await openShop();
    const at = clock.now();
    const server = { source: 'server', confirmedAt: at } as const;
    const made = [
      browserEvent(shop, 'page_view', {}, at),
      browserEvent(shop, 'purchase', { orderId: 'o-1', eventId: 'e-1', serviceId: shop.submission }, at + 1),
      browserEvent(shop, 'purchase', { orderId: 'o-2', discountCode: 'nia10', ...server }, at + 2),
      browserEvent(shop, 'lead', { eventId: 'e-2' }, at + 3),
      browserEvent(shop, 'purchase', { eventId: 'e-3' }, at + 4),
      // Connects the last one to the first order.
      browserEvent(shop, 'purchase', { eventId: 'e-3', orderId: 'o-1' }, at + 5),
    ];
    for (const one of made) await consume([one]);
    const recorded = await send(shop, { name: 'contact', orderId: 'o-1' });
    const [view, first, second, lead, tied] = made.map(({ event }) => event.id);
    const contact = recorded.body.data.id;
    const expected: [query: string, ids: (string | undefined)[]][] = [
      ['orderId=o-1', [contact, first]],
      ['orderId=o-1&name=purchase', [first]],
      ['eventId=e-1', [first]],
      [`conversion=${shop.conversion}`, [second, first]],
      [`conversion=${shop.conversion}&source=server`, [second]],
      [`submission=${shop.submission}`, [first]],
      [`creator=${shop.creator}`, [second, first]],
      [`creator=${shop.creator}&submission=${shop.submission}`, [first]],
      ['source=server', [contact, second]],
      ['source=shop', []],
      ['state=recorded', [contact]],
      ['state=merged', [tied]],
      ['state=processed', [lead, second, first, view]],
      ['name=page_view', [view]],
      ['name=lead&source=browser', [lead]],
      ['conversion=conv_unknown', []],
    ];
    for (const [query, ids] of expected) {
      const found = (await events(shop, `?${query}`)).map((one: { id: string }) => one.id);
      expect([query, found]).toEqual([query, ids]);
      const page = await call('GET', `/v1/pixel-events?${query}&limit=1`, { key: shop.brand.key });
      if (ids.length < 2) expect(page.body.nextCursor).toBeNull();
      else {
        const next = `&limit=1&cursor=${page.body.nextCursor}`;
        expect((await events(shop, `?${query}${next}`))[0].id).toBe(ids[1]);
      }
    }
    const other = await openShop();
    expect(await events(other, '?orderId=o-1')).toEqual([]);
    expect(await events(other, `?conversion=${shop.conversion}`)).toEqual([]);
    for (const query of ['source=car', 'state=new', 'orderId=', 'order=o-1']) {
      const { status } = await call('GET', `/v1/pixel-events?${query}`, { key: shop.brand.key });
      expect([query, status]).toEqual([query, 400]);
    }
  });

  it.each([
    ['pixel_events_account', {}],
    ['pixel_events_pixel', { pixel: 'x' }],
    ['pixel_events_name', { name: 'purchase' }],
    ['pixel_events_order', { orderId: 'x' }],
    ['pixel_events_event_id', { eventId: 'x' }],
    ['pixel_events_submission', { submission: 'x' }],
    ['pixel_events_creator', { creator: 'x' }],
    ['pixel_events_source', { source: 'server' }],
    ['pixel_events_state', { state: 'merged' }],
    ['PRIMARY KEY', { conversion: 'x' }],
  ])('reads a page by %s alone, without sorting', async (index, filter) => {
    const actor = { account: { id: 'acct_x' } } as never;
    for (const before of [null, 'pev_x']) {
      const query = eventsQuery({ ...systemCtx(), actor, requestId: 'req_x' }, filter, 26, {
        before,
        after: null,
      });
      const { sql, params } = new SQLiteSyncDialect().sqlToQuery(query);
      const { results } = await testEnv
        .EVENTS_0!.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...params)
        .all<{ detail: string }>();
      const plan = results.map(({ detail }) => detail);
      expect(plan[0]).toMatch(new RegExp(`USING (INDEX )?${index} `));
      expect(plan.join()).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });

  it('pages newest first by pixel and name without gaps or repeats', async () => {
    const shop = await openShop();
    const at = clock.now();
    await consume(
      Array.from({ length: 23 }, (_, i) => browserEvent(shop, i % 2 ? 'lead' : 'page_view', {}, at + i)),
    );
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
