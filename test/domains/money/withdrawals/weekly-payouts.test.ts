// Creators in countries without connected accounts: their money goes to the bank on Mondays, and only then.

import { afterEach, describe, expect, it } from 'vitest';
import { refreshPayoutAccount } from '../../../../src/domains/money/payout-accounts/refresh-payout-account.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import {
  balances,
  cron,
  cronUntilQuiet,
  type Earner,
  earn,
  earnWithoutFunds,
  eventsAbout,
  expectWhole,
  forgetPayouts,
  read,
  withdraw,
} from '../../../harness/money/payouts.ts';
import { accountOf, connect, mintRecipient, refusalOf } from '../../../harness/money/payouts-setup.ts';
import { stripeWorld } from '../../../harness/money/stripe.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { mintAccount } from '../../../harness/world.ts';

afterEach(forgetPayouts);

/** Nine in the morning (UTC) of the next Monday. */
function monday(): number {
  const today = Math.floor(clock.now() / DAY_MS);
  return (today + 7 - ((today + 3) % 7)) * DAY_MS + 9 * HOUR_MS;
}

/** A payee with earnings, on a Monday by the processor's clock. */
async function mintOnMonday(amount = 10_000, failing?: string): Promise<Earner> {
  const earner = await mintRecipient(failing);
  await earn(earner, amount);
  await earner.stripe.advance(Math.ceil((monday() - clock.now()) / 1000));
  return earner;
}

const withdrawals = (earner: Earner) => read(earner, '/v1/withdrawals');
const payouts = (earner: Earner) => read(earner, '/v1/payouts');
const outbound = async (earner: Earner) => {
  const list = earner.stripe.stripe.v2.moneyManagement.outboundPayments.list({ recipient: earner.account });
  return (await list).data.map((payment) => payment.amount.value);
};

/** Lets payouts that are under way arrive, and the cron notice it. @returns the time afterwards. */
async function arrive(earner: Earner, from: number): Promise<number> {
  await earner.stripe.advance((3 * DAY_MS) / 1000);
  return await cronUntilQuiet(earner, from + 3 * DAY_MS);
}

describe('the weekly payout', () => {
  it('waits for Monday, and takes everything to the bank', async () => {
    const earner = await mintOnMonday(10_000);
    const at = monday();
    for (let days = 6; days > 0; days--) await cron(earner, at - days * DAY_MS);
    expect(await payouts(earner)).toEqual([]);
    expect(await balances(earner)).toMatchObject({ available: 10_000 });
    await cronUntilQuiet(earner, at);
    const [payout, ...more] = await payouts(earner);
    expect(more).toEqual([]);
    expect(payout).toMatchObject({ status: 'paid', amount: 10_000, creator: earner.holder });
    expect(await eventsAbout(payout.id)).toEqual(['payout.paid']);
    const [sent] = await withdrawals(earner);
    expect(sent).toMatchObject({
      amount: 10_000,
      fee: 25,
      net: 9_975,
      currency: 'usd',
      status: 'in_transit',
    });
    expect(sent.delivered).toEqual({ amount: expect.any(Number), currency: 'mxn' });
    expect(sent.delivered.amount).toBeGreaterThan(9_975);
    expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 0, in_transit: 10_000 });
    await arrive(earner, at);
    expect((await withdrawals(earner))[0].status).toBe('paid');
    expect(await eventsAbout(sent.id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
    expect(await outbound(earner)).toEqual([9_975]);
    await expectWhole(earner);
  });

  it('is one a Monday: what is earned later that day waits a week', async () => {
    const earner = await mintOnMonday(10_000);
    const at = await cronUntilQuiet(earner, monday());
    await earn(earner, 500);
    await cronUntilQuiet(earner, at + HOUR_MS);
    await cronUntilQuiet(earner, at + DAY_MS);
    expect(await outbound(earner)).toEqual([9_975]);
    await earner.stripe.advance((7 * DAY_MS) / 1000);
    await cronUntilQuiet(earner, monday() + 7 * DAY_MS);
    expect((await outbound(earner)).sort()).toEqual([499, 9_975]);
    await expectPaid(earner, monday() + 7 * DAY_MS, 2);
  });

  it('of what a bank did not take goes out again the next Monday, without new earnings', async () => {
    const earner = await mintOnMonday(10_000, 'payout_method_declined');
    const at = await arrive(earner, await cronUntilQuiet(earner, monday()));
    const [failed] = await withdrawals(earner);
    expect(failed).toMatchObject({ status: 'failed', failureMessage: expect.stringMatching(/\w/) });
    expect(await eventsAbout(failed.id)).toEqual(['withdrawal.created', 'withdrawal.failed']);
    expect(await balances(earner)).toMatchObject({ withdrawable: 10_000, in_transit: 0 });
    await expectWhole(earner);
    await earner.stripe.sim(`accounts/${earner.account}/onboard`, {});
    await refreshPayoutAccount(earner.stripe.ctx(at), earner.account);
    const next = monday() + 7 * DAY_MS;
    await earner.stripe.advance(Math.max(1, Math.ceil((next - at) / 1000)));
    await cronUntilQuiet(earner, next);
    await expectPaid(earner, next, 1);
    expect(await payouts(earner)).toHaveLength(1);
  });

  it('that the bank returns after it was paid is the creator’s again, and goes out once more', async () => {
    const earner = await mintOnMonday(10_000);
    const at = await arrive(earner, await cronUntilQuiet(earner, monday()));
    const [paid] = await withdrawals(earner);
    expect(paid.status).toBe('paid');
    // On a Monday without anything to pay, the creator is no longer noted as due.
    await cronUntilQuiet(earner, monday() + 7 * DAY_MS);
    const [payment] = (
      await earner.stripe.stripe.v2.moneyManagement.outboundPayments.list({ recipient: earner.account })
    ).data;
    await earner.stripe.sim(`outbound/${payment!.id}`, { code: 'payout_method_closed' });
    await cronUntilQuiet(earner, at + 5 * DAY_MS);
    expect((await withdrawals(earner))[0]).toMatchObject({ id: paid.id, status: 'failed' });
    expect(await eventsAbout(paid.id)).toEqual([
      'withdrawal.created',
      'withdrawal.paid',
      'withdrawal.failed',
    ]);
    expect(await balances(earner)).toMatchObject({ withdrawable: 10_000 });
    await expectWhole(earner);
    await cronUntilQuiet(earner, monday() + 14 * DAY_MS);
    await expectPaid(earner, monday() + 14 * DAY_MS, 1);
  });

  it('that the processor refuses is tried once a Monday', async () => {
    const earner = await mintOnMonday(10_000);
    await earner.stripe.sim(`accounts/${earner.account}/review`, { to: 'rejected' });
    const at = await cronUntilQuiet(earner, monday());
    await cronUntilQuiet(earner, at + MINUTE_MS);
    await cronUntilQuiet(earner, at + HOUR_MS);
    const [failed, ...more] = await withdrawals(earner);
    expect(more).toEqual([]);
    expect(failed).toMatchObject({
      status: 'failed',
      failureMessage: expect.stringMatching(/payout set-up/),
    });
    expect(await balances(earner)).toMatchObject({ withdrawable: 10_000, in_transit: 0 });
    await cronUntilQuiet(earner, monday() + 7 * DAY_MS);
    expect(await withdrawals(earner)).toHaveLength(2);
    await expectWhole(earner);
  });

  it('waits while our own balance has too little, and is sent when it has', async () => {
    const earner = await mintRecipient();
    await earnWithoutFunds(earner, 10_000);
    await earner.stripe.advance(Math.ceil((monday() - clock.now()) / 1000));
    const at = await cronUntilQuiet(earner, monday());
    expect((await withdrawals(earner))[0].status).toBe('pending');
    expect(await outbound(earner)).toEqual([]);
    await earner.stripe.fund(10_000);
    await cronUntilQuiet(earner, at + HOUR_MS + MINUTE_MS);
    await expectPaid(earner, at + HOUR_MS, 1);
  });

  it.each([
    ['POST /v2/money_management/outbound_payments', 'fail_after'],
    ['POST /v2/money_management/outbound_payments', 'garbage_after'],
    ['POST /v1/payouts', 'fail_after'],
    ['POST /v1/payouts', 'fail_before'],
  ] as const)('is sent once, whatever %s answers: %s', async (path, kind) => {
    const earner = await mintOnMonday(10_000);
    await earner.stripe.fault(kind, path, 2);
    const at = await cronUntilQuiet(earner, monday());
    await cronUntilQuiet(earner, at);
    await expectPaid(earner, at, 1);
  });

  it('ends the same wherever its process dies', { timeout: 180_000 }, async () => {
    const boundaries = await atEveryDeath({
      scene: async () => {
        await forgetPayouts();
        return await mintOnMonday(10_000);
      },
      live: (earner, env) => cron(earner, monday(), env),
      afterwards: async (earner) => {
        const at = await cronUntilQuiet(earner, monday() + 4 * MINUTE_MS);
        await expectPaid(earner, at, 1);
        expect(await outbound(earner)).toEqual([9_975]);
      },
    });
    expect(boundaries).toContain('processor POST /v2/money_management/outbound_payments');
    expect(boundaries).toContain('processor POST /v1/payouts');
  });
});

/** This many withdrawals reached the bank, nothing is left, and the books agree. */
async function expectPaid(earner: Earner, from: number, count: number): Promise<void> {
  await arrive(earner, from);
  const paid = (await read(earner, '/v1/withdrawals?status=paid')) as unknown[];
  expect(paid).toHaveLength(count);
  expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 0, in_transit: 0 });
  await expectWhole(earner);
}

describe('whoever is paid weekly', () => {
  it('makes no withdrawals, and is told why', async () => {
    const earner = await mintRecipient();
    expect(refusalOf(await withdraw(earner))).toEqual([422, 'operation_rejected', 'paid_weekly']);
    await earn(earner, 10_000);
    const { balances: shown } = await read(earner, '/v1/balance');
    expect(shown[0]).toMatchObject({ available: 10_000, instantWithdrawable: 0 });
  });

  it('needs an email address, which the processor asks for', async () => {
    const stripe = await stripeWorld();
    const partner = await mintAccount('partner');
    expect((await accountOf(partner)).email).toBeNull();
    const asked = await connect(stripe, partner, { provider: 'stripe', country: 'IN' });
    expect(refusalOf(asked)).toEqual([422, 'operation_rejected', 'email_required']);
  });

  it('is told of by signed thin events: the set-up, and where the money is', async () => {
    const earner = await mintRecipient();
    await earner.stripe.sim(`accounts/${earner.account}/review`, { to: 'due' });
    for (const answer of await earner.stripe.webhooks({ copies: 2 })) expect(answer.status).toBe(200);
    const creator = await read(earner, `/v1/creators/${earner.holder}`);
    expect(creator.payouts.identity.status).toBe('required');
    const told = (await eventsAbout(earner.holder)).filter((type) => type === 'creator.payouts_updated');
    expect(told).toHaveLength(2);
  });

  it('hears that the money is at the bank when a thin event says so', async () => {
    const earner = await mintOnMonday(10_000);
    await cronUntilQuiet(earner, monday());
    await earner.stripe.webhooks();
    expect((await withdrawals(earner))[0].status).toBe('in_transit');
    await earner.stripe.advance((3 * DAY_MS) / 1000);
    await earner.stripe.webhooks();
    expect((await withdrawals(earner))[0].status).toBe('paid');
  });

  it('is in a country that is only open with a financial account', async () => {
    const earner = await mintRecipient();
    const mexico = { code: 'MX', name: 'Mexico', currency: 'mxn', schedule: 'weekly' };
    expect(await read(earner, '/v1/payouts/countries')).toContainEqual(mexico);
    const { STRIPE_FINANCIAL_ACCOUNT: _, ...closed } = earner.stripe.env as Env & {
      STRIPE_FINANCIAL_ACCOUNT: string;
    };
    const without: Earner = { ...earner, stripe: { ...earner.stripe, env: closed as Env } };
    expect(await read(without, '/v1/payouts/countries')).not.toContainEqual(mexico);
    const another = { ...earner.caller, as: (await mintCreator(earner.caller.key)).id as string };
    const asked = await connect(without.stripe, another, { provider: 'stripe', country: 'MX' });
    expect(refusalOf(asked)).toEqual([422, 'operation_rejected', 'country_not_supported']);
  });
});
