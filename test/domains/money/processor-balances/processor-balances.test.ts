// A payout sends a connected account exactly what it lacks to cover everything that may still leave it.
import { afterEach, describe, expect, it } from 'vitest';
import {
  centsToSend,
  clearProcessorBalance,
  moveProcessorBalance,
} from '../../../../src/domains/money/processor-balances/interface.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import {
  arrive,
  balances,
  clawBack,
  cron,
  earn,
  expectWhole,
  forgetPayouts,
  mintPaidOut,
  notedBalance,
  read,
  tomorrow,
  transfersTo,
  withdraw,
} from '../../../harness/money/payouts.ts';
import { commit } from '../../../harness/people/people.ts';
import { systemCtx } from '../../../harness/world.ts';

afterEach(forgetPayouts);

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
    expect(explanation.at(-1).text).toContain('$3.00 of that payout covered an amount that was owed');
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

  it('counts what is on its way to the bank as there, and what must stay there', async () => {
    const earner = await mintPaidOut(1_000);
    const lacking = (paying: number) => centsToSend(systemCtx(), earner.holder, 'usd', paying);
    expect([await lacking(0), await lacking(70)]).toEqual([0, 70]);
    expect((await withdraw(earner, { amount: 600 })).status).toBe(201);
    expect(await balances(earner)).toMatchObject({ withdrawable: 400, in_transit: 600 });
    expect([await lacking(0), await lacking(70)]).toEqual([0, 70]);
    await arrive(earner);
    expect([await notedBalance(earner), await lacking(0), await lacking(70)]).toEqual([400, 0, 70]);
  });

  it('is everything again once the account is replaced, in each currency', async () => {
    const earner = await mintPaidOut(1_000);
    await commit((ctx) => moveProcessorBalance(ctx, earner.holder, 'eur', 25));
    const held = await commit((ctx) => clearProcessorBalance(ctx, earner.holder));
    expect(held).toEqual({ usd: 1_000, eur: 25 });
    expect(await notedBalance(earner)).toBe(0);
    expect(await centsToSend(systemCtx(), earner.holder, 'usd', 0)).toBe(1_000);
    expect(await commit((ctx) => clearProcessorBalance(ctx, earner.holder))).toEqual({ usd: 0, eur: 0 });
  });
});
