// Withdrawals when the processor fails, answers late or lacks the money, and when its webhooks are lost or
// out of order.

import { afterEach, describe, expect, it } from 'vitest';
import { debitLedger } from '../../../../src/domains/money/withdrawals/debit-ledger.ts';
import { driveWithdrawal } from '../../../../src/domains/money/withdrawals/drive-withdrawals.ts';
import { refreshWithdrawal } from '../../../../src/domains/money/withdrawals/refresh-withdrawal.ts';
import { findWithdrawal, insertWithdrawalAtOnce } from '../../../../src/domains/money/withdrawals/store.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  arrive,
  balances,
  clawBack,
  cron,
  cronUntilQuiet,
  type Earner,
  earn,
  eventsAbout,
  expectWhole,
  forgetPayouts,
  mintPaidOut,
  notedBalance,
  read,
  transfersTo,
  withdraw,
} from '../../../harness/money/payouts.ts';
import { testEnv } from '../../../harness/world.ts';

afterEach(forgetPayouts);

/** The amounts of all payouts that the processor ever accepted for the earner. */
async function payoutsOf(earner: Earner): Promise<number[]> {
  const options = { stripeAccount: earner.account };
  const { data } = await earner.stripe.stripe.payouts.list({ limit: 100 }, options);
  return data.map((payout) => payout.amount);
}

async function processorPayout(id: string): Promise<string> {
  const row = await testEnv.DB.prepare('SELECT processor_payout AS payout FROM withdrawals WHERE id = ?')
    .bind(id)
    .first<{ payout: string }>();
  return row!.payout;
}

/** As if the connected account had lost cents without our record of it. */
async function noteLess({ holder }: Earner, cents: number): Promise<void> {
  await testEnv.DB.prepare('UPDATE processor_balances SET cents = cents - ? WHERE holder = ?')
    .bind(cents, holder)
    .run();
}

describe('the processor', () => {
  it.each([
    ['fails before the effect', 'fail_before', 1],
    ['fails before the effect for long', 'fail_before', 6],
    ['fails after the effect', 'fail_after', 2],
    ['answers garbage after the effect', 'garbage_after', 2],
    ['is busy', 'rate_limit', 3],
  ] as const)('is asked under the same key, and pays out once, when it %s', async (_, kind, times) => {
    const earner = await mintPaidOut(1_000);
    await earner.stripe.fault(kind, 'POST /v1/payouts', times);
    const { status, body } = await withdraw(earner, { amount: 750 });
    expect([status, body.data.status]).toEqual([201, 'pending']);
    const at = await cronUntilQuiet(earner);
    expect(await payoutsOf(earner)).toEqual([750]);
    await arrive(earner, at);
    expect((await read(earner, `/v1/withdrawals/${body.data.id}`)).status).toBe('paid');
    expect(await eventsAbout(body.data.id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
    await expectWhole(earner);
  });

  it('is looked through for a payout whose key it has forgotten', async () => {
    const earner = await mintPaidOut(1_000);
    await earner.stripe.fault('fail_after', 'POST /v1/payouts', 1);
    await earner.stripe.fault('fail_before', 'POST /v1/payouts', 1);
    await earner.stripe.fault('fail_before', 'GET /v1/payouts', 1);
    const { id } = (await withdraw(earner)).body.data;
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('pending');
    await earner.stripe.advance(25 * 3600);
    await cron(earner, clock.now() + 25 * HOUR_MS);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('in_transit');
    expect(await payoutsOf(earner)).toEqual([1_000]);
  });
});

describe('a connected account that holds too little', () => {
  it('is sent what it lacks, by what our note says, and then pays out', async () => {
    const earner = await mintPaidOut(1_000);
    // The payout's money was sent back: 400 are missing there, and are in our own balance.
    const [first] = (await earner.stripe.stripe.transfers.list({ destination: earner.account })).data;
    await earner.stripe.stripe.transfers.createReversal(first!.id, { amount: 400 });
    await noteLess(earner, 400);
    const { id } = (await withdraw(earner)).body.data;
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('in_transit');
    expect(await transfersTo(earner)).toEqual([1_000, 400]);
    expect(await notedBalance(earner)).toBe(1_000);
    await arrive(earner);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('paid');
    await expectWhole(earner);
  });

  it.each(['fail_before', 'fail_after'] as const)('is sent it once: %s', async (kind) => {
    const earner = await mintPaidOut(1_000);
    const [first] = (await earner.stripe.stripe.transfers.list({ destination: earner.account })).data;
    await earner.stripe.stripe.transfers.createReversal(first!.id, { amount: 400 });
    await noteLess(earner, 400);
    await earner.stripe.fault(kind, 'POST /v1/transfers', 3);
    const { id } = (await withdraw(earner)).body.data;
    const at = await cronUntilQuiet(earner);
    expect(await transfersTo(earner)).toEqual([1_000, 400]);
    await arrive(earner, at);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('paid');
    await expectWhole(earner);
  });

  it('waits for our own balance when that is too small as well', async () => {
    const earner = await mintPaidOut(1_000);
    const [first] = (await earner.stripe.stripe.transfers.list({ destination: earner.account })).data;
    await earner.stripe.stripe.transfers.createReversal(first!.id, { amount: 400 });
    await noteLess(earner, 400);
    const { stripe } = earner.stripe;
    const away = await stripe.accounts.create({
      country: 'US',
      capabilities: { transfers: { requested: true } },
    });
    await earner.stripe.sim(`accounts/${away.id}/onboard`);
    const moved = await stripe.transfers.create({ amount: 400, currency: 'usd', destination: away.id });
    const { id } = (await withdraw(earner)).body.data;
    await cronUntilQuiet(earner);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('pending');
    await stripe.transfers.createReversal(moved.id);
    await cron(earner, clock.now() + 2 * HOUR_MS);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('in_transit');
    expect(await eventsAbout(id)).toEqual(['withdrawal.created']);
    await arrive(earner, clock.now() + 3 * HOUR_MS);
    await expectWhole(earner);
  });

  it('gets nothing where our note says that all is there: a person must look, and the withdrawal waits', async () => {
    const earner = await mintPaidOut(1_000);
    const [first] = (await earner.stripe.stripe.transfers.list({ destination: earner.account })).data;
    await earner.stripe.stripe.transfers.createReversal(first!.id, { amount: 400 });
    const { id } = (await withdraw(earner)).body.data;
    await cronUntilQuiet(earner);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('pending');
    expect(await transfersTo(earner)).toEqual([1_000]);
    expect(await balances(earner)).toMatchObject({ withdrawable: 0, in_transit: 1_000 });
  });
});

describe('notices of the processor', () => {
  it('change nothing when they come twice, late or for what is not ours', async () => {
    const earner = await mintPaidOut(1_000);
    const { id } = (await withdraw(earner)).body.data;
    const payout = await processorPayout(id);
    const refresh = (account = earner.account, of = payout) =>
      refreshWithdrawal(earner.stripe.ctx(), account, of);
    await refresh();
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('in_transit');
    await earner.stripe.advance((2 * DAY_MS) / 1000 + 60);
    await Promise.all([refresh(), refresh(), refresh()]);
    await refresh();
    await refresh(earner.account, 'po_of_somebody_else');
    await refresh('acct_of_somebody_else');
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('paid');
    expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
    await cronUntilQuiet(earner);
    await expectWhole(earner);
  });

  it('reach us signed, doubled and in reverse, and end where the processor is', async () => {
    const earner = await mintPaidOut(1_000);
    await earner.stripe.webhooks();
    const { id } = (await withdraw(earner, { amount: 400 })).body.data;
    await earner.stripe.advance((2 * DAY_MS) / 1000 + 60);
    const answers = await earner.stripe.webhooks({
      reverse: true,
      copies: 2,
      only: (type) => type.startsWith('payout.'),
    });
    expect(answers.length).toBeGreaterThan(2);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('paid');
    await earner.stripe.sim(`payouts/${await processorPayout(id)}`, {
      account: earner.account,
      code: 'declined',
    });
    await earner.stripe.webhooks({ copies: 3 });
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('failed');
    expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid', 'withdrawal.failed']);
    await cronUntilQuiet(earner);
    expect(await balances(earner)).toMatchObject({ withdrawable: 1_000, in_transit: 0 });
    await expectWhole(earner);
  });

  it('may be lost: the cron asks after the arrival, and after a return', async () => {
    const earner = await mintPaidOut(1_000);
    const { id } = (await withdraw(earner)).body.data;
    const at = await arrive(earner);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('paid');
    await earner.stripe.sim(`payouts/${await processorPayout(id)}`, {
      account: earner.account,
      code: 'no_account',
    });
    await cron(earner, at + HOUR_MS);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('paid');
    await cronUntilQuiet(earner, at + DAY_MS + HOUR_MS);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('failed');
    expect(await balances(earner)).toMatchObject({ withdrawable: 1_000, in_transit: 0 });
    await expectWhole(earner);
  });

  it('may tell of the failure first and of the payment never', async () => {
    const earner = await mintPaidOut(1_000);
    const { id } = (await withdraw(earner)).body.data;
    const payout = await processorPayout(id);
    await earner.stripe.advance((2 * DAY_MS) / 1000 + 60);
    await earner.stripe.sim(`payouts/${payout}`, { account: earner.account, code: 'no_account' });
    await refreshWithdrawal(earner.stripe.ctx(), earner.account, payout);
    await cronUntilQuiet(earner);
    expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.failed']);
    expect(await balances(earner)).toMatchObject({ withdrawable: 1_000, in_transit: 0 });
    await expectWhole(earner);
  });

  it('stop being waited for a week after the money arrived', async () => {
    const earner = await mintPaidOut(1_000);
    const { id } = (await withdraw(earner)).body.data;
    const at = await arrive(earner);
    for (let day = 1; day <= 9; day++) await cron(earner, at + day * (DAY_MS + MINUTE_MS));
    const row = await testEnv.DB.prepare('SELECT status, next_at FROM withdrawals WHERE id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ status: 'paid', next_at: null });
  });
});

describe('a refusal of the ledger', () => {
  it('is for good: a run that was held up takes nothing when there is money again', async () => {
    const earner = await mintPaidOut(1_000);
    const ctx = earner.stripe.ctx();
    const first = await findWithdrawal(ctx, (await withdraw(earner)).body.data.id);
    // Written while there still seemed to be enough.
    const fresh = { id: newId('withdrawal', ctx.now), idempotencyKey: 'late', status: 'requested' as const };
    await insertWithdrawalAtOnce(ctx, { ...first!, ...fresh, line: null, processorPayout: null });
    await driveWithdrawal(ctx, fresh.id);
    const refused = await findWithdrawal(ctx, fresh.id);
    expect(refused!.status).toBe('refused');
    await earn(earner, 1_000);
    await cron(earner, clock.now() + DAY_MS);
    expect(await balances(earner)).toMatchObject({ withdrawable: 1_000 });
    expect(await debitLedger(ctx, refused!, null)).toBeNull();
    expect(await balances(earner)).toMatchObject({ withdrawable: 1_000 });
    const again = await withdraw(earner, {}, 'late');
    expect([again.status, again.body.error.details.reason]).toEqual([422, 'insufficient_funds']);
  });
});

describe('a clawback', () => {
  it('between payout and withdrawal leaves that much less to withdraw', async () => {
    const earner = await mintPaidOut(1_000);
    await clawBack(earner, 300);
    const refused = await withdraw(earner, { amount: 1_000 });
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'insufficient_funds']);
    const { data } = (await withdraw(earner)).body;
    expect(data.amount).toBe(700);
    await arrive(earner);
    expect(await notedBalance(earner)).toBe(300);
    await expectWhole(earner);
  });

  it('while a withdrawal is under way becomes owed, and a returned withdrawal pays it', async () => {
    const earner = await mintPaidOut(1_000, { failing: 'account_closed' });
    expect((await withdraw(earner)).status).toBe(201);
    await clawBack(earner, 300);
    expect(await balances(earner)).toMatchObject({ withdrawable: 0, in_transit: 1_000, owed: 300 });
    await arrive(earner);
    expect(await balances(earner)).toMatchObject({ withdrawable: 700, in_transit: 0, owed: 0 });
    await earn(earner, 100);
    await cron(earner, clock.now() + 4 * DAY_MS);
    expect(await transfersTo(earner)).toEqual([1_000]);
    await expectWhole(earner);
  });
});
