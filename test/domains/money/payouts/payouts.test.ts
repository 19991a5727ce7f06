// Earnings on their way to the payout balance: paid once, to the cent, while the connected account holds what
// it must.

import { afterEach, describe, expect, it } from 'vitest';
import { inOneBatch } from '../../../../src/db/one-batch.ts';
import { notePayoutDue, wakePayouts } from '../../../../src/domains/money/payables/interface.ts';
import type { PayoutRow } from '../../../../src/domains/money/payouts/payout.ts';
import { savePayout } from '../../../../src/domains/money/payouts/store.ts';
import { moveProcessorBalance } from '../../../../src/domains/money/processor-balances/interface.ts';
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
  earnWithoutFunds,
  eventsAbout,
  expectWhole,
  forgetPayouts,
  mintEarner,
  mintPaidOut,
  notedBalance,
  read,
  setIdentity,
  transfersTo,
  withdraw,
} from '../../../harness/money/payouts.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

afterEach(forgetPayouts);

const dueRows = async ({ holder }: Earner): Promise<number> =>
  (await testEnv.DB.prepare('SELECT count(*) AS n FROM payout_due WHERE holder = ?')
    .bind(holder)
    .first<{ n: number }>())!.n;

/** The start of the next UTC day. */
const tomorrow = (): number => (Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS;

describe('a payout', () => {
  it('takes what is available to the payout balance, and as much cash to the connected account', async () => {
    const earner = await mintEarner();
    await earn(earner, 7_000);
    await earn(earner, 3_001);
    await cron(earner, clock.now());
    expect(await balances(earner)).toMatchObject({ available: 0, paid: 10_001, withdrawable: 10_001 });
    expect(await transfersTo(earner)).toEqual([10_001]);
    const [payout] = await read(earner, '/v1/payouts');
    expect(payout).toMatchObject({
      creator: earner.holder,
      account: null,
      amount: 10_001,
      currency: 'usd',
      status: 'paid',
      earnings: 2,
      failureReason: null,
      failureMessage: null,
    });
    expect(await eventsAbout(payout.id)).toEqual(['payout.paid']);
    const [line] = await read(earner, '/v1/balance/transactions?type=payout');
    expect(line).toMatchObject({ amount: 10_001, source: payout.id, balance: 10_001 });
    await expectWhole(earner);
  });

  it("pays a partner's commissions to the partner", async () => {
    const earner = await mintEarner({ partner: true });
    await earn(earner, 900);
    await cron(earner, clock.now());
    const [payout] = await read(earner, '/v1/payouts');
    expect(payout).toMatchObject({ creator: null, account: earner.holder, amount: 900, status: 'paid' });
    expect(await eventsAbout(payout.id)).toEqual(['payout.paid']);
  });

  it('waits, as available, for a verified identity', async () => {
    const earner = await mintEarner({ identity: 'required' });
    await earn(earner, 500);
    await cronUntilQuiet(earner);
    expect(await balances(earner)).toMatchObject({ available: 500 });
    expect(await read(earner, '/v1/payouts')).toEqual([]);
    await setIdentity(earner, 'verified');
    const ctx = earner.stripe.ctx();
    wakePayouts(ctx, earner.holder);
    await ctx.write.commit();
    await cron(earner, clock.now());
    expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 500 });
  });

  it('waits where the account takes another currency: nothing is converted on the way', async () => {
    const earner = await mintEarner({ country: 'DE' });
    await earn({ ...earner, currency: 'usd' }, 500);
    await cronUntilQuiet(earner);
    expect(await balances({ ...earner, currency: 'usd' })).toMatchObject({ available: 500 });
    expect(await transfersTo(earner)).toEqual([]);
  });

  it('happens once a day: what becomes available later waits for the next', async () => {
    const earner = await mintEarner();
    await earn(earner, 500);
    await cron(earner, clock.now());
    await earn(earner, 200);
    await cron(earner, clock.now());
    expect(await balances(earner)).toMatchObject({ available: 200, withdrawable: 500 });
    await cron(earner, tomorrow() + 1);
    expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 700 });
    expect(await read(earner, '/v1/payouts')).toHaveLength(2);
    await expectWhole(earner);
  });

  it('is not made twice by two crons at once', async () => {
    const earner = await mintEarner();
    await earn(earner, 500);
    await Promise.all([cron(earner, clock.now()), cron(earner, clock.now()), cron(earner, clock.now() + 1)]);
    await cronUntilQuiet(earner);
    expect(await read(earner, '/v1/payouts')).toHaveLength(1);
    expect(await transfersTo(earner)).toEqual([500]);
    await expectWhole(earner);
  });
});

describe('a run that was overtaken', () => {
  it('writes nothing: neither the record nor our note of the connected account', async () => {
    const earner = await mintPaidOut(500);
    const [before] = await read(earner, '/v1/payouts');
    const row = await testEnv.DB.prepare('SELECT attempt, first_sent_at AS at FROM payouts WHERE id = ?')
      .bind(before.id)
      .first<{ attempt: number; at: number }>();
    const stale = {
      id: before.id,
      status: 'pending',
      attempt: row!.attempt,
      firstSentAt: row!.at,
    } as PayoutRow;
    const written = await inOneBatch(earner.stripe.ctx(), (own) => {
      savePayout(own, stale, { status: 'failed' });
      moveProcessorBalance(own, earner.holder, 'usd', 500);
    });
    expect(written).toBe(false);
    expect(await read(earner, '/v1/payouts')).toEqual([before]);
    expect(await notedBalance(earner)).toBe(500);
  });
});

describe('what is due', () => {
  it('is kept while nothing is there yet: the note may come before the ledger instruction it tells of', async () => {
    const earner = await mintEarner();
    const ctx = earner.stripe.ctx();
    notePayoutDue(ctx, earner.holder, 'usd');
    await ctx.write.commit();
    await cron(earner, clock.now());
    expect(await dueRows(earner)).toBe(1);
    await earn(earner, 300);
    await cron(earner, clock.now() + MINUTE_MS);
    expect(await balances(earner)).toMatchObject({ withdrawable: 300 });
  });

  it('is forgotten once nothing is left, and noted again by the next earning', async () => {
    const earner = await mintEarner();
    await earn(earner, 300);
    await cron(earner, clock.now());
    await cron(earner, tomorrow() + HOUR_MS);
    expect(await dueRows(earner)).toBe(0);
    await earn(earner, 40);
    await cron(earner, tomorrow() + HOUR_MS);
    expect(await balances(earner)).toMatchObject({ withdrawable: 340 });
  });
});

describe('what is sent to the connected account', () => {
  it('is less by what a clawback left there', async () => {
    const earner = await mintPaidOut(1_000);
    await clawBack(earner, 300);
    await earn(earner, 500);
    await cron(earner, tomorrow() + 1);
    expect(await transfersTo(earner)).toEqual([1_000, 200]);
    expect(await balances(earner)).toMatchObject({ withdrawable: 1_200 });
    await expectWhole(earner);
  });

  it('is nothing, without a word to the processor, when enough is there', async () => {
    const earner = await mintPaidOut(1_000);
    await clawBack(earner, 600);
    await earn(earner, 500);
    await earner.stripe.fault('fail_before', 'POST /v1/transfers', 1);
    await cron(earner, tomorrow() + 1);
    expect(await transfersTo(earner)).toEqual([1_000]);
    const [payout] = await read(earner, '/v1/payouts');
    expect(payout).toMatchObject({ amount: 500, status: 'paid' });
    await expectWhole(earner);
  });

  it('pays off what is owed first, and says so wherever it is shown', async () => {
    const earner = await mintPaidOut(1_000);
    expect((await withdraw(earner)).status).toBe(201);
    await arrive(earner);
    await clawBack(earner, 400);
    expect(await balances(earner)).toMatchObject({ withdrawable: 0, owed: 400 });
    expect((await read(earner, '/v1/balance')).balances).toMatchObject([{ owed: 400, withdrawable: 0 }]);
    await earn(earner, 100);
    await cron(earner, tomorrow() + 3 * DAY_MS);
    expect(await transfersTo(earner)).toEqual([1_000]);
    expect(await balances(earner)).toMatchObject({ withdrawable: 0, owed: 300 });
    await earn(earner, 500);
    await cron(earner, tomorrow() + 4 * DAY_MS);
    expect(await transfersTo(earner)).toEqual([1_000, 200]);
    expect(await balances(earner)).toMatchObject({ withdrawable: 200, owed: 0 });
    const [last, before, first] = await read(earner, '/v1/payouts');
    expect([last, before, first]).toMatchObject([
      { amount: 500, owedPaid: 300 },
      { amount: 100, owedPaid: 100 },
      { amount: 1_000, owedPaid: 0 },
    ]);
    const lines = await read(earner, '/v1/balance/transactions?type=payout');
    expect(lines.map((line: { owedPaid: number }) => line.owedPaid)).toEqual([300, 100, 0]);
    expect((await read(earner, '/v1/balance')).balances).toMatchObject([{ owed: 0, withdrawable: 200 }]);
    const earnings = (await read(earner, '/v1/earnings')) as { id: string; net: number }[];
    const earned = earnings.find(({ net }) => net === 500)!;
    const { explanation } = await read(earner, `/v1/earnings/${earned.id}?expand=explanation`);
    expect(explanation.at(-1).text).toContain('3.00 USD of that payout paid off what was owed');
    await expectWhole(earner);
  });

  it('leaves the fees of withdrawals there for the next payout', async () => {
    const earner = await mintPaidOut(10_000);
    expect((await withdraw(earner, { speed: 'instant' })).body.data).toMatchObject({ fee: 150, net: 9_850 });
    await arrive(earner);
    expect(await notedBalance(earner)).toBe(150);
    await earn(earner, 400);
    await cron(earner, tomorrow() + 3 * DAY_MS);
    expect(await transfersTo(earner)).toEqual([10_000, 250]);
    await expectWhole(earner);
  });
});

describe('a payout that meets trouble', () => {
  it('stays pending while our balance is too small, and is paid when it is not', async () => {
    const earner = await mintEarner();
    await earnWithoutFunds(earner, 800);
    const now = clock.now();
    await cron(earner, now);
    const [payout] = await read(earner, '/v1/payouts');
    expect(payout).toMatchObject({ status: 'pending', amount: 800, failureReason: null, paidAt: null });
    expect(await balances(earner)).toMatchObject({ available: 800 });
    expect(await eventsAbout(payout.id)).toEqual([]);
    await earner.stripe.fund(800);
    await cron(earner, now + 5 * MINUTE_MS);
    expect((await read(earner, `/v1/payouts/${payout.id}`)).status).toBe('pending');
    await cron(earner, now + HOUR_MS);
    expect(await read(earner, `/v1/payouts/${payout.id}`)).toMatchObject({ status: 'paid' });
    expect(await eventsAbout(payout.id)).toEqual(['payout.paid']);
    expect(await transfersTo(earner)).toEqual([800]);
    await expectWhole(earner);
  });

  it('does not begin a second one while the first waits, and pays the rest afterwards', async () => {
    const earner = await mintEarner();
    await earnWithoutFunds(earner, 800);
    const now = clock.now();
    await cron(earner, now);
    await earnWithoutFunds(earner, 50);
    await cron(earner, tomorrow() + 1);
    expect(await read(earner, '/v1/payouts')).toHaveLength(1);
    await earner.stripe.fund(850);
    await cron(earner, tomorrow() + 2 * HOUR_MS);
    await cron(earner, tomorrow() + 3 * HOUR_MS);
    expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 850 });
    expect(await read(earner, '/v1/payouts')).toHaveLength(2);
    await expectWhole(earner);
  });

  it('gives the earnings back when the account is refused for good, and says what to do', async () => {
    const earner = await mintEarner();
    await testEnv.DB.prepare('UPDATE payout_accounts SET processor_account = ? WHERE holder = ?')
      .bind('acct_gone', earner.holder)
      .run();
    await earn(earner, 650);
    const now = tomorrow();
    await cron(earner, now);
    const [payout] = await read(earner, '/v1/payouts?status=failed');
    expect(payout).toMatchObject({ amount: 650, failureReason: 'account_closed' });
    expect(payout.failureMessage).toContain('Set up payouts again');
    expect(await balances(earner)).toMatchObject({ available: 650 });
    expect(await eventsAbout(payout.id)).toEqual(['payout.failed']);
    await testEnv.DB.prepare('UPDATE payout_accounts SET processor_account = ? WHERE holder = ?')
      .bind(earner.account, earner.holder)
      .run();
    await cron(earner, now + HOUR_MS);
    expect(await balances(earner)).toMatchObject({ available: 650 });
    await cron(earner, now + DAY_MS);
    expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 650 });
    await expectWhole(earner);
  });

  it.each([
    ['no answer before the effect', 'fail_before', 4],
    ['no answer after the effect', 'fail_after', 4],
    ['garbage after the effect', 'garbage_after', 2],
    ['too many requests', 'rate_limit', 2],
  ] as const)('moves the money once: %s', async (_, kind, times) => {
    const earner = await mintEarner();
    await earn(earner, 1_234);
    await earner.stripe.fault(kind, 'POST /v1/transfers', times);
    await cronUntilQuiet(earner);
    expect(await transfersTo(earner)).toEqual([1_234]);
    expect(await balances(earner)).toMatchObject({ available: 0, withdrawable: 1_234 });
    await expectWhole(earner);
  });
});

describe('GET /v1/payouts', () => {
  it('shows everybody their own, by status and currency', async () => {
    const earner = await mintPaidOut(500);
    const other = await mintPaidOut(70, { stripe: earner.stripe });
    const [payout] = await read(earner, '/v1/payouts');
    expect(await read(earner, '/v1/payouts?status=paid&currency=USD')).toEqual([payout]);
    expect(await read(earner, '/v1/payouts?status=pending,failed')).toEqual([]);
    expect(await read(earner, '/v1/payouts?currency=eur')).toEqual([]);
    expect(await read(earner, `/v1/payouts/${payout.id}`)).toEqual(payout);
    const foreign = await call('GET', `/v1/payouts/${payout.id}`, other.caller);
    expect(foreign.status).toBe(404);
    const stranger = await mintAccount();
    expect((await call('GET', `/v1/payouts/${payout.id}`, { key: stranger.key })).status).toBe(404);
  });

  it('shows nothing of a payout that the ledger has not decided on', async () => {
    const earner = await mintPaidOut(500);
    const [payout] = await read(earner, '/v1/payouts');
    await testEnv.DB.prepare("UPDATE payouts SET status = 'planned' WHERE id = ?").bind(payout.id).run();
    expect(await read(earner, '/v1/payouts')).toEqual([]);
    expect((await call('GET', `/v1/payouts/${payout.id}`, earner.caller)).status).toBe(404);
  });
});
