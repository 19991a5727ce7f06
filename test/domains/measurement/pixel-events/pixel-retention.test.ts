import { describe, expect, it } from 'vitest';
import {
  archiveEvents,
  tidyShards,
} from '../../../../src/domains/measurement/pixel-events/archive-events.ts';
import { forgetArchived } from '../../../../src/domains/measurement/pixel-events/forget-archived.ts';
import { sweepEvents } from '../../../../src/domains/measurement/pixel-events/sweep-events.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  browserEvent,
  consume,
  counts,
  events,
  explained,
  openShop,
  send,
  shardDb,
} from '../../../harness/pixel/pixel-events.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

describe('the cron', () => {
  it('attributes events whose queue message was lost', async () => {
    const shop = await openShop();
    const row = browserEvent(shop, 'purchase', {
      serviceId: shop.submission,
      confirmedAt: clock.now(),
      source: 'server',
    }).event;
    await shardDb(shop)
      .prepare(
        `INSERT INTO pixel_events (id, account_id, pixel_id, name, state, occurred_at, received_at, matters, body, counted, rev)
         VALUES (?1, ?2, ?3, 'purchase', 'recorded', ?4, ?4, 1, ?5, 0, 1)`,
      )
      .bind(row.id, shop.brand.id, shop.pixel, row.receivedAt, JSON.stringify(row.body))
      .run();
    await sweepEvents(systemCtx(clock.now() + 1000));
    expect(await counts(shop)).toMatchObject({ recorded: 0 });
    await sweepEvents(systemCtx(clock.now() + 60_000));
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    await sweepEvents(systemCtx(clock.now() + 120_000));
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
  });

  it('moves old events to R2, where GET by ID finds them, and erases addresses after 13 months', async () => {
    const shop = await openShop();
    const now = clock.now();
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
    // Its key still represents it, and a late confirmation pays once.
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
    expect((await call('GET', `/v1/pixel-events/${view.event.id}`, { key: stranger.brand.key })).status).toBe(
      404,
    );
  });

  it('takes a visitor who says no later out of the archive, and out of what would recognise them', async () => {
    const shop = await openShop();
    const now = clock.now();
    const user = { email: 'f'.repeat(64) };
    const landing = browserEvent(shop, 'page_view', { eventId: 'l', serviceId: shop.submission, user }, now);
    const kept = browserEvent(shop, 'purchase', { eventId: 'kept', serviceId: shop.submission, user }, now);
    await consume([landing, kept]);
    const all = async (sql: string) => JSON.stringify((await shardDb(shop).prepare(sql).all()).results);
    const mine = `WHERE account_id = '${shop.brand.id}'`;
    await archiveEvents(systemCtx(now + 92 * DAY_MS));
    expect(await events(shop)).toEqual([]);
    expect(await explained(shop, landing.event.id)).toMatchObject({ user, ipAddress: '203.0.113.9' });
    const no = browserEvent(shop, 'page_view', { eventId: 'l', consent: 'denied' }, now + 92 * DAY_MS);
    await consume([no], now + 92 * DAY_MS);
    // Twice at the same time, as when a run takes longer than its minute, and then once more.
    await Promise.allSettled([forgetArchived(systemCtx()), forgetArchived(systemCtx())]);
    await forgetArchived(systemCtx());
    const after = await explained(shop, landing.event.id);
    expect(after).toMatchObject({ id: landing.event.id, name: 'page_view', user: null, ipAddress: null });
    expect(JSON.stringify(after)).not.toMatch(new RegExp(`${user.email}|service_id`));
    expect(await explained(shop, kept.event.id)).toMatchObject({ user, ipAddress: '203.0.113.9' });
    expect(await all(`SELECT event_id FROM touches ${mine}`)).not.toContain(landing.event.id);
    expect(await all(`SELECT event_id FROM touches ${mine}`)).toContain(kept.event.id);
    expect(await all(`SELECT * FROM archive_denials ${mine}`)).toBe('[]');
  });

  it('leaves nothing in a part of an event whose visitor said no while it was written', async () => {
    const shop = await openShop();
    const now = clock.now();
    const user = { email: 'e'.repeat(64) };
    const view = browserEvent(shop, 'page_view', { eventId: 'v', user }, now);
    await consume([view]);
    const { put } = testEnv.ARCHIVE;
    const ctx = systemCtx(now + 9 * DAY_MS);
    // Between writing the part and the database.
    const late = Object.assign(Object.create(testEnv.ARCHIVE), {
      put: async (...given: Parameters<typeof put>) => {
        const written = await testEnv.ARCHIVE.put(...given);
        await consume([browserEvent(shop, 'page_view', { eventId: 'v', consent: 'denied' }, now)]);
        return written;
      },
    });
    await archiveEvents({ ...ctx, env: { ...ctx.env, ARCHIVE: late } });
    await forgetArchived(ctx);
    await archiveEvents(ctx);
    expect(await events(shop)).toEqual([]);
    for (const { key } of (await testEnv.ARCHIVE.list({ prefix: `events/${shop.brand.id}` })).objects) {
      const body = (await testEnv.ARCHIVE.get(key))!.body.pipeThrough(new DecompressionStream('gzip'));
      expect(await new Response(body).text()).not.toContain(user.email);
    }
    expect(await explained(shop, view.event.id)).toMatchObject({ user: null, ipAddress: null });
  });
});
