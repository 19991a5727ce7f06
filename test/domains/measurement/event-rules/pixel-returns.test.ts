// Refunds that a server reports: before the sale has matured they lower what it earns, afterwards they are
// only shown.
import { beforeEach, describe, expect, it } from 'vitest';
import { archiveEvents } from '../../../../src/domains/measurement/pixel-events/archive-events.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
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
} from '../../../harness/pixel/pixel-events.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});

async function say(body: Record<string, unknown>): Promise<string> {
  const answer = await send(shop, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  await process(shop, [answer.body.data.id]);
  return answer.body.data.id;
}

const sale = (more: object = {}) =>
  say({
    name: 'purchase',
    orderId: '1042',
    value: 5_000,
    currency: 'usd',
    serviceId: shop.submission,
    ...more,
  });
const refund = (eventId: string, more: object = {}) =>
  say({ name: 'refund', orderId: '1042', eventId, ...more });
const state = async (id: string) => {
  const [one] = (await explained(shop, id)).conversions;
  return [one.value, one.returned, one.returnedLate, one.earnsNothing, one.payableAt !== null];
};
const told = async () => {
  const { results } = await testEnv[`EVENTS_${shop.shard}`]!.prepare(
    `SELECT type FROM outbox WHERE account_id = ?1 AND type = 'conversion.returned'`,
  )
    .bind(shop.brand.id)
    .all();
  return results.length;
};

describe('a refund', () => {
  it('takes its value off the sale, once for each of its IDs, and tells', async () => {
    const id = await sale();
    await refund('r-1', { value: 1_200 });
    await refund('r-1', { value: 1_200 });
    expect(await state(id)).toEqual([5_000, 1_200, 0, null, true]);
    expect(await told()).toBe(1);
    await refund('r-2', { value: 800, currency: 'usd' });
    expect(await state(id)).toEqual([5_000, 2_000, 0, null, true]);
    const report = await call('GET', `/v1/conversions/${shop.conversion}/report`, shop.brand);
    expect(report.body.data.rows).toMatchObject([
      { count: 1, paid: 1, values: [{ currency: 'usd', amount: 5_000, returned: 2_000, returnedLate: 0 }] },
    ]);
    expect(await told()).toBe(2);
  });

  it('of more than the sale takes off the sale, and what is wholly back earns nothing', async () => {
    for (const more of [{ value: 9_000 }, {}]) {
      shop = await openShop();
      const id = await sale();
      await refund('r-1', { value: 100 });
      await refund('r-2', more);
      expect(await state(id)).toEqual([5_000, 5_000, 0, 'returned', false]);
      expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 0 });
    }
  });

  it('that is reported of another order later is that order’s alone', async () => {
    const [one, other] = [await sale(), await sale({ orderId: '1041' })];
    await refund('r-1', { value: 1_200 });
    expect(await state(one)).toEqual([5_000, 1_200, 0, null, true]);
    await refund('r-1', { value: 1_200, orderId: '1041' });
    await process(shop, [one, other]);
    expect(await state(one)).toEqual([5_000, 0, 0, null, true]);
    expect(await state(other)).toEqual([5_000, 1_200, 0, null, true]);
  });

  it('counts before the sale, at the same time and behind it alike', async () => {
    const message = (name: string, body: object) =>
      browserEvent(shop, name, { source: 'server', confirmedAt: clock.now(), ...body });
    for (const when of ['before', 'with', 'at once', 'after'] as const) {
      shop = await openShop();
      const sold = message('purchase', {
        orderId: ' 1042',
        value: 5_000,
        currency: 'usd',
        serviceId: shop.submission,
      });
      const back = message('refund', { orderId: '1042 ', eventId: 'r-1', value: 1_500, currency: 'usd' });
      if (when === 'with') await consume([sold, back]);
      else if (when === 'at once') await Promise.all([consume([sold]), consume([back])]);
      else for (const one of when === 'before' ? [back, sold] : [sold, back]) await consume([one]);
      await consume([back, sold]);
      expect([when, ...(await state(sold.event.id))]).toEqual([when, 5_000, 1_500, 0, null, true]);
    }
  });

  it('of an order in another currency is refused, and one that comes before it takes nothing off', async () => {
    await refund('r-0', { value: 700, currency: 'eur' });
    const id = await sale();
    const answer = await send(shop, {
      name: 'refund',
      orderId: '1042',
      eventId: 'r-1',
      value: 700,
      currency: 'eur',
    });
    expect([answer.status, answer.body.error.details[0]]).toEqual([
      422,
      { path: '/currency', message: 'The order is in usd.', code: 'other_currency' },
    ]);
    expect(await state(id)).toEqual([5_000, 0, 0, null, true]);
  });

  it('without an order, without an ID, of an unknown order or by a browser returns nothing', async () => {
    const id = await sale();
    await say({ name: 'refund', eventId: 'r-1', value: 100 });
    await say({ name: 'refund', orderId: '1042', value: 100 });
    await refund('r-2', { orderId: '9999', value: 100 });
    await consume([browserEvent(shop, 'refund', { orderId: '1042', eventId: 'r-3', value: 100 })]);
    // A browser that names the server's refund does not decide which order it belongs to.
    await consume([browserEvent(shop, 'refund', { orderId: '1042', eventId: 'r-4' })]);
    await say({ name: 'refund', eventId: 'r-4', value: 100 });
    // Nor does it decide the order of a sale that the server reported with another one.
    await consume([browserEvent(shop, 'purchase', { eventId: 'e-1', orderId: '9999' })]);
    const other = await say({ name: 'purchase', eventId: 'e-1', value: 3_000, currency: 'usd' });
    expect(await state(id)).toEqual([5_000, 0, 0, null, true]);
    expect((await state(other)).slice(0, 2)).toEqual([3_000, 0]);
  });

  it('that leaves less than the conversion asks for leaves nothing to earn', async () => {
    shop = await openShop({ minValue: { amount: 4_000, currency: 'usd' } });
    const id = await sale();
    await refund('r-1', { value: 1_000 });
    expect(await state(id)).toEqual([5_000, 1_000, 0, null, true]);
    await refund('r-2', { value: 1 });
    expect(await state(id)).toEqual([5_000, 1_001, 0, 'returned', false]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 0 });
  });

  it('that comes once the sale has matured shows, takes nothing and tells nobody', async () => {
    const id = await sale();
    await refund('r-1', { value: 1_000 });
    await testEnv[`EVENTS_${shop.shard}`]!.prepare(
      'UPDATE recorded_conversions SET matures_at = payable_at WHERE account_id = ?1',
    )
      .bind(shop.brand.id)
      .run();
    await refund('r-2', { value: 9_000 });
    expect(await state(id)).toEqual([5_000, 1_000, 4_000, null, true]);
    expect(await told()).toBe(1);
  });

  it('shows with a sale whose event is in the archive, once for each of its IDs', async () => {
    const id = await sale();
    await refund('r-1', { value: 1_000 });
    const db = testEnv[`EVENTS_${shop.shard}`]!;
    const { id: account } = shop.brand;
    await db
      .prepare('UPDATE recorded_conversions SET matures_at = payable_at WHERE account_id = ?1')
      .bind(account)
      .run();
    await archiveEvents(systemCtx(clock.now() + 91 * DAY_MS));
    expect((await db.prepare('SELECT id FROM pixel_events WHERE id = ?1').bind(id).all()).results).toEqual(
      [],
    );
    await refund('r-2', { value: 1_500 });
    await refund('r-2', { value: 1_500 });
    await refund('r-3', { value: 500 });
    expect(await state(id)).toEqual([5_000, 1_000, 2_000, null, true]);
  });

  it('that is reported of another order later leaves a sale in the archive, final or not', async () => {
    const [final, open] = [await sale(), await sale({ orderId: '1041' })];
    const db = testEnv[`EVENTS_${shop.shard}`]!;
    const matured = db.prepare('UPDATE recorded_conversions SET matures_at = payable_at WHERE event_id = ?1');
    await matured.bind(final).run();
    await archiveEvents(systemCtx(clock.now() + 91 * DAY_MS));
    await refund('r-0', { value: 500 });
    await refund('r-1', { value: 1_200 });
    await refund('r-2', { orderId: '1041' });
    expect([await state(final), await state(open)]).toEqual([
      [5_000, 0, 1_700, null, true],
      [5_000, 5_000, 0, 'returned', false],
    ]);
    const other = await sale({ orderId: '1040' });
    const later = new Date(clock.now() + 60_000).toISOString();
    for (const id of ['r-1', 'r-2']) await refund(id, { value: 700, orderId: '1040', occurredAt: later });
    await process(shop, [other]);
    expect([await state(final), await state(open), await state(other)]).toEqual([
      [5_000, 0, 500, null, true],
      [5_000, 0, 0, null, true],
      [5_000, 1_400, 0, null, true],
    ]);
  });

  it('leaves a sale that earns nothing so, whatever is told once its event is in the archive', async () => {
    const id = await sale();
    const db = testEnv[`EVENTS_${shop.shard}`]!;
    await db
      .prepare(
        "UPDATE recorded_conversions SET barred = 'self_purchase', payable_at = NULL, matures_at = NULL WHERE account_id = ?1",
      )
      .bind(shop.brand.id)
      .run();
    await archiveEvents(systemCtx(clock.now() + 91 * DAY_MS));
    await refund('r-1', { value: 1_000 });
    expect(await state(id)).toEqual([5_000, 1_000, 0, 'self_purchase', false]);
    await db
      .prepare('UPDATE recorded_conversions SET confirmed_by = NULL WHERE account_id = ?1')
      .bind(shop.brand.id)
      .run();
    await sale({ eventId: 'again' });
    expect(await state(id)).toEqual([5_000, 1_000, 0, 'self_purchase', false]);
  });

  it('comes off what an edit made of the sale, and an edit to less tells too', async () => {
    const id = await sale();
    const later = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
    await refund('r-1', { value: 2_000 });
    await say({ name: 'purchase', orderId: '1042', value: 4_000, currency: 'usd', occurredAt: later(1) });
    expect(await state(id)).toEqual([4_000, 2_000, 0, null, true]);
    expect(await told()).toBe(2);
    await say({ name: 'purchase', orderId: '1042', value: 1_000, currency: 'usd', occurredAt: later(2) });
    expect(await state(id)).toEqual([1_000, 1_000, 0, 'returned', false]);
    await say({ name: 'purchase', orderId: '1042', value: 9_000, currency: 'usd', occurredAt: later(3) });
    expect(await state(id)).toEqual([9_000, 2_000, 0, null, true]);
  });
});
