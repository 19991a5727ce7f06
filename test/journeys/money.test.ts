// Money's whole way, from a brand's card to a creator's bank: exact to the cent at each step, reported once
// by signed webhooks, and the same when the service is killed on the way.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import {
  type Caller,
  type MoneyWorld,
  type Side,
  startMoneyWorld,
  type Told,
} from './support/money-world.ts';
import { pause, until } from './webhooks-world.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_SECONDS = 31 * 60;

let world: MoneyWorld;
/**
 * When the charges are due, and a little later: days of the service's clock, while its clients live today.
 */
let tomorrow: number;
beforeAll(async () => {
  world = await startMoneyWorld(8610);
  tomorrow = clock.now() + DAY_MS;
});
afterAll(async () => await world?.end());

/** A caller's balance in the only currency. */
async function balanceOf(caller: Caller) {
  const { balances } = await world.record('GET', '/v1/balance', caller);
  expect(balances).toHaveLength(1);
  const { available, pending, held, paid, withdrawable } = balances[0];
  return { available, pending, held, paid, withdrawable };
}

const NOTHING = { available: 0, pending: 0, held: 0, paid: 0, withdrawable: 0 };

/** Runs the cron as if it were `at` until `look` no longer throws. */
const minutesUntil = <T>(at: number, look: () => Promise<T>) =>
  until(async () => {
    await world.minute(at);
    return await look();
  }, 30_000);

const statusOf = async (path: string, caller: Caller) => (await world.record('GET', path, caller)).status;

/** A submission that the brand approves, whose payment waits for approval, and a bonus. */
async function hire(brand: Side, partner: Side) {
  const email = `${partner.id}@creators.example`;
  const { id } = await world.record('POST', '/v1/creators', partner, {
    email,
    name: 'Ana Films',
    visibility: 'network',
  });
  const creator = { ...partner, as: id as string };
  const program = await world.record('POST', '/v1/programs', brand, {
    name: 'Launch',
    type: 'organic',
    status: 'live',
    platforms: ['tiktok'],
    pay: { rules: [{ type: 'per_video', amount: 10_000 }], approval: 'manual' },
  });
  const invitation = await world.record('POST', '/v1/applications', brand, {
    program: program.id,
    creator: id,
  });
  await world.record('PATCH', `/v1/applications/${invitation.id}`, creator, { status: 'approved' });
  const submission = await world.record('POST', '/v1/submissions', creator, {
    program: program.id,
    url: `https://www.tiktok.com/@ana.films/video/${clock.now()}`,
    platform: 'tiktok',
  });
  await world.record('PATCH', `/v1/submissions/${submission.id}`, brand, { status: 'approved' });
  const waiting = await minutesUntil(clock.now(), async () => {
    const [payment] = await world.record('GET', `/v1/payments?submission=${submission.id}`, brand);
    expect(payment).toBeDefined();
    return payment;
  });
  const body = { creator: id, amount: 3_333, currency: 'usd', note: 'For the second take' };
  const bonus = await world.record('POST', '/v1/payments', brand, body, 'bonus');
  const again = await world.call('POST', '/v1/payments', brand, body, 'bonus');
  expect(again).toEqual({ status: 201, replayed: true, body: { data: bonus } });
  return { creator, waiting, bonus };
}

/**
 * How many events of each type there were about each subject. An event that was delivered again counts once.
 */
function countOf(told: Told[], types: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type, data } of new Map(told.map((event) => [event.id, event])).values()) {
    if (!types.includes(type)) continue;
    const [subject] = ['payment', 'payout', 'withdrawal', 'creator'].flatMap((kind) => data[kind] ?? []);
    counts[`${type} ${subject}`] = (counts[`${type} ${subject}`] ?? 0) + 1;
  }
  return counts;
}

async function play(disturb: () => Promise<void>): Promise<void> {
  const { brand, partner } = await world.newSides();
  const bank = { provider: 'stripe', country: 'US' };
  await world.connect(brand, { provider: 'card' }, { card: 'pm_card_bypassPending' });
  const { paymentMethod } = await world.record('GET', '/v1/account', brand);
  expect(paymentMethod).toEqual({ status: 'active', brand: 'visa', last4: '0077' });
  await world.connect(partner, bank);

  const { creator, waiting, bonus } = await hire(brand, partner);
  expect(waiting).toMatchObject({
    status: 'pending_approval',
    amount: 10_000,
    net: 9_000,
    fees: { service: 500, partner: 1_000 },
  });
  expect(bonus).toMatchObject({
    status: 'processing',
    amount: 3_333,
    net: 3_000,
    fees: { service: 167, partner: 333 },
  });
  await minutesUntil(clock.now(), async () =>
    expect(await balanceOf(creator)).toEqual({ ...NOTHING, pending: 12_000 }),
  );

  const approved = await world.record('PATCH', `/v1/payments/${waiting.id}`, brand, { decision: 'approve' });
  expect(approved.status).toBe('processing');
  await disturb();
  for (const { id } of [waiting, bonus])
    await minutesUntil(tomorrow, async () =>
      expect(await statusOf(`/v1/payments/${id}`, brand)).toBe('succeeded'),
    );
  // The creator cannot be paid out yet; the partner can.
  await minutesUntil(tomorrow, async () => {
    expect(await balanceOf(creator)).toEqual({ ...NOTHING, available: 12_000 });
    expect(await balanceOf(partner)).toEqual({ ...NOTHING, withdrawable: 1_333 });
  });

  await world.connect(creator, bank);
  const payout = await minutesUntil(tomorrow, async () => {
    const [paid] = await world.record('GET', '/v1/payouts', creator);
    expect(paid).toMatchObject({ status: 'paid', amount: 12_000, currency: 'usd', earnings: 2 });
    return paid;
  });
  expect(await balanceOf(creator)).toEqual({ ...NOTHING, paid: 12_000, withdrawable: 12_000 });

  const tooMuch = await world.call('POST', '/v1/withdrawals', creator, { amount: 12_001 }, 'too-much');
  expect([tooMuch.status, tooMuch.body.error.details]).toEqual([422, { reason: 'insufficient_funds' }]);
  const asked = { amount: 5_000, speed: 'instant' };
  const withdrawal = await world.record('POST', '/v1/withdrawals', creator, asked, 'withdrawal');
  expect(withdrawal).toMatchObject({ status: 'pending', amount: 5_000, fee: 75, net: 4_925 });
  await disturb();
  const repeated = await world.call('POST', '/v1/withdrawals', creator, asked, 'withdrawal');
  expect(repeated).toEqual({ status: 201, replayed: true, body: { data: withdrawal } });
  expect(await balanceOf(creator)).toEqual({ ...NOTHING, paid: 12_000, withdrawable: 7_000 });
  const path = `/v1/withdrawals/${withdrawal.id}`;
  const later = tomorrow + 3_600_000;
  await minutesUntil(later, async () => expect(await statusOf(path, creator)).toBe('in_transit'));
  await world.sim('clock', { advance: HALF_HOUR_SECONDS });
  await minutesUntil(later + DAY_MS, async () => expect(await statusOf(path, creator)).toBe('paid'));

  expect(await balanceOf(creator)).toEqual({ ...NOTHING, paid: 12_000, withdrawable: 7_000 });
  expect(await balanceOf(partner)).toEqual({ ...NOTHING, withdrawable: 1_333 });
  const lines = await world.record('GET', '/v1/balance/transactions?type=withdrawal', creator);
  expect(lines).toMatchObject([
    { status: 'completed', amount: -4_925, fee: 75, net: -5_000, balance: 7_000, source: withdrawal.id },
  ]);

  const [commission] = await world.record('GET', '/v1/payouts', partner);
  const brands = {
    [`payment.created ${waiting.id}`]: 1,
    [`payment.pending_approval ${waiting.id}`]: 1,
    [`payment.succeeded ${waiting.id}`]: 1,
    [`payment.created ${bonus.id}`]: 1,
    [`payment.succeeded ${bonus.id}`]: 1,
  };
  const partners = {
    [`creator.payouts_updated ${creator.as}`]: 1,
    [`payout.paid ${payout.id}`]: 1,
    [`payout.paid ${commission.id}`]: 1,
    [`withdrawal.created ${withdrawal.id}`]: 1,
    [`withdrawal.paid ${withdrawal.id}`]: 1,
  };
  const told = () => [
    countOf(world.toldTo(brand), typesOf(brands)),
    countOf(world.toldTo(partner), typesOf(partners)),
  ];
  await minutesUntil(later + DAY_MS, async () => expect(told()).toEqual([brands, partners]));
  // And nothing more comes.
  for (let more = 1; more <= 2; more++) {
    await world.minute(later + (1 + more) * DAY_MS);
    await pause(1_000);
  }
  expect(told()).toEqual([brands, partners]);
}

function typesOf(events: Record<string, number>): string[] {
  return [...new Set(Object.keys(events).map((key) => key.split(' ')[0]!))];
}

describe("a brand's money", () => {
  it("reaches the creator's bank, and each step is told once", async () => {
    await play(async () => {});
  });

  it('takes the same way when the service is killed after the approval and after the withdrawal', async () => {
    await play(() => world.killAndStart());
  });

  it('is all there: what the processor holds is what the ledgers say', async () => {
    const books = await world.closeTheBooks('usd');
    const cash = await world.sim('cash', { currency: 'usd' });
    // Twice 140.00 from the card, less 4.36 in processor fees, less 49.25 that went to the bank.
    expect(cash.platform + cash.connected).toBe(2 * (14_000 - 436 - 4_925));
    expect(books.cash_in! - books.cash_out!).toBe(cash.platform + cash.connected);
    const { withdrawable, fees, processor_fees: kept, sent, received, ...rest } = books;
    expect({ withdrawable, fees, kept }).toEqual({ withdrawable: 16_666, fees: 1_484, kept: 872 });
    expect(sent).toBe(received);
    const { paid: _paid, cash_in: _in, cash_out: _out, ...empty } = rest;
    expect(Object.values(empty).filter((amount) => amount !== 0)).toEqual([]);
  });
});
