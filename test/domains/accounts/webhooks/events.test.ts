import { afterEach, describe, expect, it, vi } from 'vitest';
import { deliverySchema } from '../../../../src/events/catalogue.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import {
  consume,
  creatorOf,
  deliveryOf,
  emitNow,
  heldQueues,
  listener,
  receivers,
  setUrl,
} from '../../../harness/webhooks.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

afterEach(() => vi.unstubAllGlobals());

const idsOf = async (key: string, query = '') =>
  ((await call('GET', `/v1/events${query}`, { key })).body.data as { id: string }[]).map(({ id }) => id);

describe('GET /v1/events', () => {
  it('lists the events sent to this key, newest first, with what became of each', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    receivers({ [brand.url]: () => new Response() });
    const first = await emitNow(env, { account: brand.id });
    await consume(env, 'webhooks', [sent.pop()!.body]);
    const second = await emitNow(env, { account: brand.id });
    const { body } = await call('GET', '/v1/events', { key: brand.key });
    expect(body.data).toMatchObject([
      { id: second, type: 'file.ready', account: brand.id, delivery: 'pending' },
      { id: first, type: 'file.ready', account: brand.id, delivery: 'delivered' },
    ]);
    expect(Object.keys(body.data[0]).sort()).toEqual([
      'account',
      'createdAt',
      'data',
      'delivery',
      'id',
      'type',
    ]);
    expect(body.nextCursor).toBeNull();
  });

  it('pages without gaps or repeats, and its cursor is good for this key and these filters alone', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    const other = await listener();
    const began = clock.now();
    const all: string[] = [];
    for (let n = 0; n < 7; n++) all.unshift(await emitNow(env, { account: brand.id }, began + n));
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await call('GET', `/v1/events?limit=3${cursor && `&cursor=${cursor}`}`, {
        key: brand.key,
      });
      seen.push(...page.body.data.map((event: { id: string }) => event.id));
      cursor = page.body.nextCursor ?? '';
      if (cursor && seen.length === 3) {
        const path = `/v1/events?limit=3&cursor=${cursor}`;
        expect((await call('GET', path, { key: other.key })).status).toBe(400);
        expect(
          (await call('GET', `${path}&createdAfter=2020-01-01T00:00:00Z`, { key: brand.key })).status,
        ).toBe(400);
      }
    } while (cursor);
    expect(seen).toEqual(all);
    const iso = (ms: number) => new Date(ms).toISOString();
    const between = `?createdAfter=${iso(began + 1)}&createdBefore=${iso(began + 5)}`;
    expect(await idsOf(brand.key, between)).toEqual(all.slice(2, 5));
    for (const bad of ['?limit=0', '?limit=101', '?cursor=x', '?status=failed', '?createdAfter=yesterday'])
      expect((await call('GET', `/v1/events${bad}`, { key: brand.key })).status, bad).toBe(400);
  });

  it('is filtered by type, delivery and what its data names, and sorts those of a millisecond as they came', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    const at = clock.now();
    const [one, two] = [newId('file', at), newId('file', at)];
    const ready = await emitNow(env, { account: brand.id, data: { file: one } }, at);
    const failed = await emitNow(env, { account: brand.id, type: 'file.failed', data: { file: one } }, at);
    const other = await emitNow(env, { account: brand.id, data: { file: two } }, at);
    await testEnv.DB.prepare("UPDATE deliveries SET status = 'failed' WHERE event_id = ?1")
      .bind(failed)
      .run();
    expect(await idsOf(brand.key, '?type=file.ready')).toEqual([other, ready]);
    expect(await idsOf(brand.key, '?delivery=failed')).toEqual([failed]);
    expect(await idsOf(brand.key, '?delivery=pending')).toEqual([other, ready]);
    expect(await idsOf(brand.key, `?subject=${one}`)).toEqual([failed, ready]);
    expect(await idsOf(brand.key, `?subject=${one}&type=file.ready&delivery=pending`)).toEqual([ready]);
    expect(await idsOf(brand.key, `?subject=${newId('file', clock.now())}`)).toEqual([]);
    for (const bad of ['?type=file.unknown', '?delivery=late', '?subject=x'])
      expect((await call('GET', `/v1/events${bad}`, { key: brand.key })).status, bad).toBe(400);
  });

  it('looks through so many events for a page, and goes on from there', async () => {
    const brand = await listener();
    const began = clock.now();
    const found = newId('event', began - 10_000);
    const ids = [found, ...Array.from({ length: 5_100 }, (_, n) => newId('event', began - 6_000 + n))];
    await testEnv.DB.batch([
      testEnv.DB.prepare(`INSERT INTO events (id, type, account_id, data, occurred_at)
        SELECT value, iif(value = ?2, 'file.failed', 'file.ready'), ?3, '{}', 1 FROM json_each(?1)`).bind(
        JSON.stringify(ids),
        found,
        brand.id,
      ),
      testEnv.DB.prepare(`INSERT INTO deliveries (id, event_id, key_id, status, wake_at, retries_since, occurred_at)
        SELECT 'dlv' || value, value, ?2, 'delivered', 1, 1, 1 FROM json_each(?1)`).bind(
        JSON.stringify(ids),
        brand.keyId,
      ),
    ]);
    const first = await call('GET', '/v1/events?type=file.failed', { key: brand.key });
    expect([first.body.data, first.body.nextCursor]).toEqual([[], expect.any(String)]);
    const second = await call('GET', `/v1/events?type=file.failed&cursor=${first.body.nextCursor}`, {
      key: brand.key,
    });
    expect([second.body.data, second.body.nextCursor]).toEqual([
      [expect.objectContaining({ id: found })],
      null,
    ]);
  });

  it('holds only events from while the key had a URL, and none of another key, even of the same account', async () => {
    const { env } = heldQueues();
    const brand = await mintAccount();
    await emitNow(env, { account: brand.id });
    await setUrl(brand.key, 'https://hooks.example.com/');
    const during = await emitNow(env, { account: brand.id }, clock.now() + 1);
    await setUrl(brand.key, null);
    await emitNow(env, { account: brand.id }, clock.now() + 1);
    expect(await idsOf(brand.key)).toEqual([during]);
    expect(await idsOf(brand.readKey)).toEqual([]);
    const stranger = await listener();
    expect((await call('GET', `/v1/events/${during}`, { key: stranger.key })).status).toBe(404);
    expect((await call('POST', `/v1/events/${during}/redeliveries`, { key: stranger.key })).status).toBe(404);
  });
});

describe('who gets an event', () => {
  const body = async (env: ReturnType<typeof heldQueues>, event: string, key: { url: string }) => {
    const got = receivers({ 'https://': () => new Response() });
    await consume(env.env, 'webhooks', [{ event, at: clock.now() }]);
    const mine = got.filter((r) => r.url === key.url);
    return mine.length === 0 ? null : JSON.parse(mine[0]!.body);
  };

  it('its account, and the partner that manages it while the relationship lasts; never another brand', async () => {
    const held = heldQueues();
    const partner = await listener('partner');
    const client = await listener('brand', { managedBy: partner.id });
    const foreign = await listener();
    const foreignPartner = await listener('partner');
    const event = await emitNow(held.env, { account: client.id });
    expect(await deliveryOf(event, client.keyId)).not.toBeNull();
    expect(await deliveryOf(event, partner.keyId)).not.toBeNull();
    expect(await deliveryOf(event, foreign.keyId)).toBeNull();
    expect(await deliveryOf(event, foreignPartner.keyId)).toBeNull();
    expect((await body(held, event, partner)).account).toBe(client.id);
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?1").bind(client.id).run();
    const later = await emitNow(held.env, { account: client.id });
    expect(await deliveryOf(later, client.keyId)).not.toBeNull();
    expect(await deliveryOf(later, partner.keyId)).toBeNull();
  });

  it('a partner with the creator on its roster, who then finds the creator in the data; the account does not', async () => {
    const held = heldQueues();
    const owner = await listener();
    const managing = await listener('partner');
    const related = await listener('partner');
    const foreign = await listener('partner');
    const creator = await creatorOf(managing.id, [related.id]);
    const event = await emitNow(held.env, { account: owner.id, creator });
    for (const partner of [managing, related]) {
      const { body } = await call('GET', `/v1/events/${event}`, { key: partner.key });
      expect(body.data.data.creator).toBe(creator);
      expect(body.data.account).toBe(owner.id);
    }
    expect(await deliveryOf(event, foreign.keyId)).toBeNull();
    const sent = await body(held, event, managing);
    expect(sent.data.creator).toBe(creator);
    deliverySchema('file.ready').parse(sent);
    const own = await call('GET', `/v1/events/${event}`, { key: owner.key });
    expect(own.body.data.data).not.toHaveProperty('creator');
  });

  it('no partner that only asked, works with the creator directly, or was left by its person, but of its own', async () => {
    const held = heldQueues();
    const owner = await listener();
    const [asking, direct, left] = [
      await listener('partner'),
      await listener('partner'),
      await listener('partner'),
    ];
    const creator = await creatorOf(left.id, [asking.id, direct.id, left.id]);
    const set = (changes: string, partner: { id: string }) =>
      testEnv.DB.prepare(`UPDATE creator_relationships SET ${changes} WHERE account_id = ?`)
        .bind(partner.id)
        .run();
    await set("consent = 'invited'", asking);
    await set("relationship = 'direct'", direct);
    const deliveries = async (about: object) => {
      const event = await emitNow(held.env, { creator, account: owner.id, ...about });
      const all = await Promise.all([asking, direct, left].map(({ keyId }) => deliveryOf(event, keyId)));
      return all.map((one) => one !== null);
    };
    expect(await deliveries({})).toEqual([false, false, true]);
    const alone = { type: 'creator.payouts_updated' as const, account: null, data: { creator } };
    // A person took the record over, and left.
    await testEnv.DB.prepare('UPDATE creators SET claimed_at = 1 WHERE id = ?').bind(creator).run();
    await set("consent = 'ended'", left);
    expect(await deliveries(alone)).toEqual([false, false, false]);
    expect(await deliveries({ account: direct.id })).toEqual([false, true, false]);
  });

  it('once, a partner that both manages the brand and has the creator on its roster', async () => {
    const held = heldQueues();
    const partner = await listener('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const creator = await creatorOf(partner.id, [partner.id]);
    const event = await emitNow(held.env, { account: client.id, creator });
    const rows = await testEnv.DB.prepare('SELECT * FROM deliveries WHERE event_id = ?1').bind(event).all();
    expect(rows.results).toHaveLength(1);
    expect((await body(held, event, partner)).data.creator).toBe(creator);
  });

  it('whoever manages the creator, for an event about a creator alone; its account is null', async () => {
    const held = heldQueues();
    const brand = await listener();
    const creator = await creatorOf(brand.id);
    const event = await emitNow(held.env, {
      type: 'creator.payouts_updated',
      account: null,
      creator,
      data: { creator },
    });
    expect(await body(held, event, brand)).toEqual({
      id: event,
      type: 'creator.payouts_updated',
      account: null,
      data: { creator },
    });
  });

  it('nobody that was only removed from the roster or has a revoked key', async () => {
    const held = heldQueues();
    const brand = await mintAccount();
    const removed = await listener('partner');
    const revoked = await listener('partner');
    const creator = await creatorOf(null, [removed.id, revoked.id]);
    await testEnv.DB.prepare(
      "UPDATE creator_relationships SET status = 'removed', consent = 'ended' WHERE account_id = ?1",
    )
      .bind(removed.id)
      .run();
    await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE account_id = ?1')
      .bind(revoked.id)
      .run();
    const event = await emitNow(held.env, { account: brand.id, creator });
    const rows = await testEnv.DB.prepare('SELECT * FROM deliveries WHERE event_id = ?1').bind(event).all();
    expect(rows.results).toHaveLength(0);
  });

  it('of brand.created: the brand is the account, the partner hears of it, and the body is the catalogue’s', async () => {
    const partner = await listener('partner');
    receivers({ 'https://': () => new Response() });
    const created = await call('POST', '/v1/brands', { key: partner.key, body: { name: 'New brand' } });
    expect(created.status).toBe(201);
    const brand = created.body.data.id;
    const [event] = (await call('GET', '/v1/events', { key: partner.key })).body.data;
    expect(event).toMatchObject({ type: 'brand.created', account: brand, data: { brand } });
    const { id, type, account, data } = event;
    deliverySchema('brand.created').parse({ id, type, account, data });
    // The test did not pass the message on here: the queue did.
    await vi.waitFor(async () => {
      expect(await deliveryOf(id, partner.keyId)).toMatchObject({ status: 'delivered' });
    }, PATIENCE);
  });
});

describe('POST /v1/events/:id/redeliveries', () => {
  it('sends a delivered or a failed event again, with the retry table before it anew', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    let status = 200;
    const got = receivers({ [brand.url]: () => new Response(null, { status }) });
    const event = await emitNow(env, { account: brand.id });
    await consume(env, 'webhooks', [sent.pop()!.body]);
    for (const state of ['delivered', 'failed', 'pending']) {
      await testEnv.DB.prepare('UPDATE deliveries SET status = ?2, attempts = 10 WHERE event_id = ?1')
        .bind(event, state)
        .run();
      const answer = await call('POST', `/v1/events/${event}/redeliveries`, { key: brand.key });
      expect(answer.status).toBe(202);
      expect(answer.body.data).toMatchObject({ id: event, delivery: 'pending' });
      status = 500;
      await consume(env, 'webhooks-slow', [{ event, at: clock.now() }]);
      expect(await deliveryOf(event, brand.keyId)).toMatchObject({ status: 'pending', attempts: 11 });
    }
    expect(got).toHaveLength(4);
    expect(new Set(got.map((r) => r.body)).size).toBe(1);
  });

  it('retries an event that is older than 72 hours for another 72 hours', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    receivers({ [brand.url]: () => new Response(null, { status: 500 }) });
    const event = await emitNow(env, { account: brand.id });
    await testEnv.DB.prepare(
      "UPDATE deliveries SET status = 'failed', attempts = 10, retries_since = ?2 WHERE event_id = ?1",
    )
      .bind(event, clock.now() - 4 * DAY_MS)
      .run();
    await call('POST', `/v1/events/${event}/redeliveries`, { key: brand.key });
    await consume(env, 'webhooks', [{ event, at: clock.now() }]);
    const { status, next_attempt_at } = (await deliveryOf(event, brand.keyId))!;
    expect(status).toBe('pending');
    expect(next_attempt_at).toBeGreaterThan(clock.now());
  });

  it('is refused while the event is being sent, without a URL, to a read key and for an unknown event', async () => {
    const { env } = heldQueues();
    const brand = await listener();
    const event = await emitNow(env, { account: brand.id });
    const path = `/v1/events/${event}/redeliveries`;
    await testEnv.DB.prepare('UPDATE deliveries SET leased_until = ?2 WHERE event_id = ?1')
      .bind(event, clock.now() + 60_000)
      .run();
    expect(await call('POST', path, { key: brand.key })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    await setUrl(brand.key, null);
    expect(await call('POST', path, { key: brand.key })).toMatchObject({
      status: 422,
      body: { error: { code: 'operation_rejected', details: { reason: 'no_webhook_url' } } },
    });
    expect((await call('POST', path, { key: brand.readKey })).status).toBe(403);
    expect((await call('POST', '/v1/events/evt_x/redeliveries', { key: brand.key })).status).toBe(404);
    expect((await call('GET', '/v1/events/evt_x', { key: brand.key })).status).toBe(404);
  });
});
