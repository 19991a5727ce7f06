// Codes that leaked: what flags one, what waits then, and what each answer does to the pay.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShopOrder } from '../../../../src/domains/measurement/event-rules/shop-order.ts';
import { tidyShards } from '../../../../src/domains/measurement/pixel-events/archive-events.ts';
import { sweepEvents } from '../../../../src/domains/measurement/pixel-events/sweep-events.ts';
import { type CodeFacts, leakOf } from '../../../../src/domains/work/creator-codes/leak.ts';
import { lookAtCodes, tellShard } from '../../../../src/domains/work/creator-codes/look-at-codes.ts';
import { findCodeOf } from '../../../../src/domains/work/creator-codes/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import {
  midnightAfter,
  mintApproved,
  paidFor,
  type Scene,
  scene,
  setPay,
  tick,
} from '../../../harness/money/earnings.ts';
import { shopOrder, tell } from '../../../harness/pixel/shop-orders.ts';
import { flagCode, giveCode } from '../../../harness/work/codes.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

describe('the signs of a leak', () => {
  const now = 100 * DAY_MS;
  const views = (recent: number) =>
    [0, 7, 14, 21, 28, 35].map((week) => ({
      at: now - (35 - week) * DAY_MS,
      views: week * 100 + (week === 35 ? recent : 0),
    }));
  const facts = (more: Partial<CodeFacts>): CodeFacts => ({
    ...{ recent: 100, landed: 50, fromCouponSite: 0, earlier: 400, views: [], now },
    ...more,
  });
  const signs = (more: Partial<CodeFacts>) => leakOf(facts(more))?.map(({ code }) => code) ?? null;
  const few = { landed: 4 };
  const coupons = { fromCouponSite: 51 };
  const sudden = { earlier: 80, views: views(0) };

  it('are two of three, over at least ten orders', () => {
    expect(signs({ ...few, ...coupons })).toEqual(['few_landings', 'coupon_sites']);
    expect(signs({ ...few, ...sudden })).toEqual(['few_landings', 'sudden_rise']);
    expect(signs({ ...coupons, ...sudden })).toEqual(['coupon_sites', 'sudden_rise']);
    for (const one of [few, coupons, sudden]) expect(signs(one)).toBeNull();
    expect(signs({ recent: 10, landed: 0, fromCouponSite: 6 })).toHaveLength(2);
    expect(signs({ recent: 9, landed: 0, fromCouponSite: 9 })).toBeNull();
  });

  it('begin exactly where they say', () => {
    expect(signs({ ...coupons, landed: 5 })).toBeNull();
    expect(signs({ ...few, fromCouponSite: 50 })).toBeNull();
    expect(signs({ ...few, ...sudden, earlier: 81 })).toBeNull();
  });

  it('are not found in a code that is only spoken, nor where views explain the rise or are unknown', () => {
    expect(signs({ landed: 0, earlier: 40, views: views(5_000) })).toBeNull();
    expect(signs({ landed: 0, earlier: 40, views: [] })).toBeNull();
    expect(signs({ landed: 0, earlier: 0, views: views(0) })).toBeNull();
  });
});

describe('a code that leaked', () => {
  let at: Scene;
  let submission: string;
  let code: string;
  let number: number;
  beforeEach(async () => {
    at = await scene();
    await setPay(at.pair, { schedule: { holdDays: 0 } });
    submission = await mintApproved(at.pair);
    const { brand, creator, program } = at.pair;
    const given = { accountId: brand.id, creatorId: creator.as, programId: program };
    code = await giveCode({ ...given, kind: 'discount', code: 'nia10' });
    number = 0;
  });

  const sell = (now: number, more: Partial<ShopOrder> = {}) => {
    const id = String(7_000 + number++);
    const order = {
      id,
      name: `#${id}`,
      checkoutToken: `token-${id}`,
      createdAt: now,
      updatedAt: now,
      readAt: now,
      paidAt: now,
    };
    const seen = { discountCodes: ['NIA10'], referrers: ['www.retailmenot.com'] };
    return tell(
      { brand: at.pair.brand, pixel: at.till.pixel } as never,
      shopOrder({ ...order, ...seen, ...more }),
      now,
    );
  };
  const kept = async () => {
    const shards = [testEnv.EVENTS_0, testEnv.EVENTS_1];
    const counts = await Promise.all(
      shards.map((db) => db!.prepare('SELECT count(*) AS n FROM code_orders').first<number>('n')),
    );
    return Number(counts[0]) + Number(counts[1]);
  };
  const look = (now: number) => lookAtCodes(systemCtx(now));
  const read = async (who: { key: string; as?: string } = at.pair.brand) =>
    (await call('GET', `/v1/creator-codes/${code}`, who)).body.data;
  const answer = async (body: object) =>
    await call('PATCH', `/v1/creator-codes/${code}`, { key: at.pair.brand.key, body });
  const counted = async (event: string) =>
    (await call('GET', `/v1/pixel-events/${event}`, at.pair.brand)).body.data.conversions[0];
  const earned = async () =>
    (await call('GET', `/v1/submissions/${submission}`, at.pair.brand)).body.data.earned[0];
  const report = async () =>
    (await call('GET', `/v1/conversions/${at.till.conversion}/report?by=creator`, at.pair.brand)).body.data
      .rows[0];

  /** Ten orders from a coupon site, a flag, and one more sale. */
  async function leaked() {
    const now = clock.now();
    for (let n = 0; n < 10; n++) await sell(now);
    await look(now + 1);
    const event = await sell(now + MINUTE_MS);
    await tick(now + MINUTE_MS);
    return { now, event, until: now + 1 + 14 * DAY_MS };
  }

  it('is flagged once, with the reasons for its account alone', async () => {
    const now = clock.now();
    for (let n = 0; n < 9; n++) await sell(now);
    // A test order is no sale, and an order that is told again is one.
    const last = { id: '6999', name: '#6999', checkoutToken: 'token-6999' };
    await sell(now, { noSale: 'test' });
    await sell(now, { ...last, referrers: undefined, discountCodes: ['NIA10', 'nia10', 'OTHER'] });
    await look(now);
    expect(await read()).toMatchObject({ status: 'flagged', uses: 10, flag: { answer: null } });
    await look(now + MINUTE_MS);
    await sell(now, { ...last, updatedAt: now + 1 });
    await look(now + 2 * MINUTE_MS);
    const { evidence, uses, flag } = await read();
    expect([evidence.map((one: { code: string }) => one.code), uses]).toEqual([
      ['few_landings', 'coupon_sites'],
      10,
    ]);
    expect(evidence[1].text).toBe('90% of the 10 orders in the last 7 days came from coupon sites.');
    expect(Date.parse(flag.answerBy) - Date.parse(flag.flaggedAt)).toBe(14 * DAY_MS);
    expect(await read(at.pair.creator)).toMatchObject({
      status: 'flagged',
      evidence: null,
      flag: { note: null },
    });
    const [listed] = (await call('GET', '/v1/creator-codes', at.pair.creator)).body.data;
    expect(listed).toMatchObject({ id: code, status: 'flagged', evidence: null, flag: { note: null } });
    const sent = (await eventsOf(at.pair.brand.id)).filter(({ type }) => type === 'creator_code.flagged');
    expect(sent.map(({ data }) => data.creator_code)).toEqual([code]);
    expect((await answer({ status: 'paused' })).body.error.code).toBe('conflict');
  });

  it('counts its uses for ever, though its orders are forgotten after 90 days', async () => {
    const now = clock.now();
    for (let n = 0; n < 3; n++) await sell(now);
    const old = { id: '6999', name: '#6999', checkoutToken: 'token-6999', createdAt: now };
    await sell(now, old);
    const later = now + 90 * DAY_MS + 1;
    await tidyShards(systemCtx(later - 2));
    expect(await kept()).toBe(4);
    for (let n = 0; n < 2; n++) await tidyShards(systemCtx(later));
    expect(await kept()).toBe(0);
    await sell(later, { ...old, updatedAt: later });
    await sell(later);
    await look(later);
    expect((await read()).uses).toBe(5);
  });

  it('is looked at in its turn, though a hundred others cannot be looked at', async () => {
    const now = clock.now();
    const other = { accountId: 'acct_0', kind: 'discount', creatorId: 'crtr_0' } as const;
    const others = Array.from({ length: 100 }, (_, n) => `other-${n}`);
    for (const one of others) await giveCode({ ...other, code: one });
    const shard = testEnv[`EVENTS_${at.till.shard}`]!;
    const mark = 'INSERT INTO codes_to_look_at SELECT ?1, value, 1, ?2 FROM json_each(?3)';
    await shard
      .prepare(mark)
      .bind(other.accountId, now - 1, JSON.stringify(others))
      .run();
    for (let n = 0; n < 10; n++) await sell(now);
    const ctx = (at: number) => {
      const made = systemCtx(at);
      const creatorViews = async () => async (_: unknown, account: string) => {
        if (account === other.accountId) throw new Error('Its views cannot be read.');
        return null;
      };
      return { ...made, reactions: { ...made.reactions, creatorViews } };
    };
    expectLogged('error', /Its views cannot be read/);
    await lookAtCodes(ctx(now + 1));
    expect((await read()).status).toBe('active');
    await lookAtCodes(ctx(now + 2));
    expect((await read()).status).toBe('flagged');
    const left = await shard.prepare('SELECT count(*) AS n FROM codes_to_look_at').first<number>('n');
    expect(left).toBe(100);
    await shard.prepare('DELETE FROM codes_to_look_at').run();
  });

  it('is kept in time, though another that waits longer cannot be', async () => {
    const other = { accountId: 'acct_0', kind: 'discount', creatorId: 'crtr_0', code: 'other' } as const;
    await flagCode(await giveCode(other));
    const { until } = await leaked();
    await testEnv.DB.prepare(
      "CREATE TRIGGER stays BEFORE UPDATE ON creator_codes WHEN OLD.account_id = 'acct_0' BEGIN SELECT RAISE(ABORT, 'no'); END",
    ).run();
    expectLogged('error', /acct_0/);
    await look(until).finally(() => testEnv.DB.prepare('DROP TRIGGER stays').run());
    expect(await read()).toMatchObject({ status: 'active', flag: { answer: 'keep' } });
  });

  it('is not flagged by orders that its creator brought', async () => {
    const now = clock.now();
    for (let n = 0; n < 10; n++)
      await sell(now, { referrers: ['www.youtube.com'], landing: { serviceId: submission, landedAt: now } });
    await look(now);
    expect(await read()).toMatchObject({ status: 'active', uses: 10 });
  });

  it('lets its sales wait, and an answer `keep` counts them', async () => {
    const { now, event, until } = await leaked();
    const iso = new Date(until).toISOString();
    const waits = { waitsFor: 'code_answer', waitsUntil: iso };
    expect(await counted(event)).toMatchObject({ maturesAt: iso, heldUntil: iso, ...waits });
    const { body } = await call('GET', `/v1/submissions/${submission}/conversions?limit=1`, at.pair.brand);
    expect(body.data).toMatchObject([{ pixelEvent: event, ...waits }]);
    expect((await earned()).waiting).toMatchObject({ sales: 11, until: iso });
    expect(await report()).toMatchObject({ count: 11, held: 1, heldUntil: iso });
    await tick(midnightAfter(now) + HOUR_MS);
    // Those from before the flag: 10 % of 50.00, and 3.00, ten times. Their orders were read after the day had ended, or 7 days passed.
    await tick(midnightAfter(now) + 8 * DAY_MS);
    expect(await paidFor(submission)).toEqual([['program', 8_000]]);
    expect((await answer({ answer: 'keep', note: 'A sale of ours.' })).body.data).toMatchObject({
      ...{ status: 'active', flag: { answer: 'keep', note: 'A sale of ours.' } },
    });
    expect(await counted(event)).toMatchObject({ heldUntil: null });
    await tick(midnightAfter(now) + 9 * DAY_MS);
    await tick(midnightAfter(now) + 10 * DAY_MS);
    expect(await paidFor(submission)).toEqual([
      ['program', 8_000],
      ['program', 800],
    ]);
    // What was answered for does not flag it again.
    await sell(clock.now() + HOUR_MS);
    await look(clock.now() + HOUR_MS);
    expect((await read()).status).toBe('active');
  });

  it('earns nothing since the flag after an answer `stop`, and earns again once it is resumed', async () => {
    const { now, event } = await leaked();
    expect((await answer({ answer: 'stop' })).body.data).toMatchObject({
      status: 'paused',
      flag: { answer: 'stop' },
    });
    await sweepEvents(systemCtx(now + 2 * MINUTE_MS));
    await tick(now + 2 * MINUTE_MS);
    const late = await sell(now + 3 * MINUTE_MS);
    await tick(now + 4 * MINUTE_MS);
    for (const one of [event, late])
      expect(await counted(one)).toMatchObject({
        earnsNothing: 'code_stopped',
        payableAt: null,
        counts: true,
      });
    expect(await report()).toMatchObject({ count: 12, credited: 12, paid: 10, codeStopped: 2, held: 0 });
    const stopped = await findCodeOf(systemCtx(), at.pair.brand.id, 'nia10');
    expect((await answer({ status: 'active' })).body.data.status).toBe('active');
    // A run that read the code before comes to the shard after.
    await tellShard(systemCtx(), stopped!);
    const again = await sell(clock.now() + 5 * MINUTE_MS);
    await tick(clock.now() + 6 * MINUTE_MS);
    expect(await counted(again)).toMatchObject({ earnsNothing: null });
    await tick(midnightAfter(now) + 20 * DAY_MS);
    await tick(midnightAfter(now) + 21 * DAY_MS);
    expect(await paidFor(submission)).toEqual([['program', 8_800]]);
  });

  it('is kept after 14 days without an answer', async () => {
    const { now, until } = await leaked();
    await look(until - 1);
    expect((await read()).status).toBe('flagged');
    await look(until);
    expect(await read()).toMatchObject({ status: 'active', flag: { answer: 'keep' } });
    await tick(until + DAY_MS);
    await tick(until + 9 * DAY_MS);
    const paid = (await paidFor(submission)).reduce((sum, [, amount]) => sum + Number(amount), 0);
    expect([paid, now < until]).toEqual([8_800, true]);
  });
});
