// @process ledger: it puts ledgers out of memory.
import { describe, expect, it } from 'vitest';
import { narrowed, saidOf } from '../../../../src/domains/money/differences/bounds.ts';
import { compareBooks } from '../../../../src/domains/money/differences/compare-books.ts';
import { day, HOUR_MS } from '../../../../src/kit/time.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { chargeScene, minute, nextDay, owe, pass } from '../../../harness/money/charges.ts';
import { testEnv } from '../../../harness/world.ts';

const FUNDS = 10_000;

async function shown(): Promise<{ more: number; day: string }[]> {
  const { results } = await testEnv.DB.prepare(
    "SELECT details ->> '$.more' AS more, seen_at AS seenAt FROM differences WHERE kind = 'platform_balance'",
  ).all<{ more: number; seenAt: number }>();
  return results.map(({ more, seenAt }) => ({ more, day: day(seenAt) }));
}

describe("the platform's balance", () => {
  it('shows a difference on its day, though a larger charge is under way at the first look', async () => {
    expectLogged('error', /platform_balance/);
    const scene = await chargeScene({ funds: FUNDS });
    const { stripe, customer } = scene;
    const compare = () => compareBooks(stripe.ctx(scene.at));
    await compare();
    const before = day(scene.at);
    expect(await shown()).toEqual([{ more: FUNDS, day: before }]);
    await owe(scene, 5_000);
    await nextDay(scene);
    const card = { payment_method: 'pm_card_bypassPending', confirm: true };
    const made = await stripe.stripe.paymentIntents.create({
      amount: 777,
      currency: 'usd',
      customer,
      ...card,
    });
    await compare();
    expect(await shown()).toEqual([{ more: FUNDS, day: day(scene.at) }]);
    await pass(scene, HOUR_MS);
    await minute(scene);
    await pass(scene, 2 * HOUR_MS);
    await compare();
    const { latest_charge: charge } = await stripe.stripe.paymentIntents.retrieve(made.id, {
      expand: ['latest_charge.balance_transaction'],
    });
    const { net } = (charge as { balance_transaction: { net: number } }).balance_transaction;
    expect(await shown()).toEqual([{ more: FUNDS + net, day: day(scene.at) }]);
    expect(day(scene.at - 5 * HOUR_MS)).toBe(day(scene.at));
  });

  it('has a difference that all looks of a day agree on, though money moves at each of them', () => {
    const first = narrowed(undefined, 1_007, 1_000);
    expect(saidOf(first, 0)).toBe(1_007);
    expect(saidOf(narrowed(undefined, 7, 1_000), 0)).toBe(0);
    const both = narrowed(first, -993, 1_000);
    expect(both).toEqual([7, 7]);
    expect(saidOf(both, 0)).toBe(7);
    // If the difference changes during the day, the later looks decide.
    expect(narrowed(both, 90, 10)).toEqual([80, 100]);
    expect(saidOf([80, 100], 85)).toBe(85);
  });
});
