// Earnings on their way to the payout balance: paid once, to the cent, while the connected account holds what
// it must.

import { afterEach, describe, expect, it } from 'vitest';
import { inOneBatch } from '../../../../src/db/one-batch.ts';
import { wakePayouts } from '../../../../src/domains/money/payables/interface.ts';
import type { PayoutRow } from '../../../../src/domains/money/payouts/payout.ts';
import { savePayout } from '../../../../src/domains/money/payouts/store.ts';
import { moveProcessorBalance } from '../../../../src/domains/money/processor-balances/interface.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  balances,
  cron,
  cronUntilQuiet,
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
  tomorrow,
  transfersTo,
} from '../../../harness/money/payouts.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

afterEach(forgetPayouts);

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
    // Its person is told once, however often the cron finds the money.
    await cron(earner, clock.now() + DAY_MS);
    const told = testEnv.DB.prepare(
      "SELECT COUNT(*) AS n FROM events WHERE type = 'payouts.needed' AND creator_id = ?",
    );
    expect(await told.bind(earner.holder).first('n')).toBe(1);
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
