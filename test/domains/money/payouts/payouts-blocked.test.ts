// Pay that the creator's bank does not accept is reported to both sides, and does not wait silently.
import { afterEach, describe, expect, it } from 'vitest';
import { inOneBatch } from '../../../../src/db/one-batch.ts';
import { notePayoutDue } from '../../../../src/domains/money/payables/interface.ts';
import { makePayment } from '../../../../src/domains/money/payments/make-payment.ts';
import { refuseRecord } from '../../../../src/domains/work/claims/refuse-record.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { findCreatorEmail } from '../../../../src/domains/work/creator-consent/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  cron,
  type Earner,
  earn,
  eventsAbout,
  forgetPayouts,
  mintEarner,
  read,
  setIdentity,
} from '../../../harness/money/payouts.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

afterEach(forgetPayouts);

describe('a payment that no bank of the creator takes', () => {
  const blocked = async (earner: Earner, account: string, currency: string): Promise<string> => {
    const ctx = earner.stripe.ctx();
    const payment = await makePayment(ctx, {
      cause: `test:${crypto.randomUUID()}`,
      account,
      creator: earner.holder,
      program: null,
      submission: null,
      retainer: null,
      application: null,
      source: 'bonus',
      amount: 5_000,
      currency,
      note: null,
      approval: 'automatic',
      holdDays: 0,
    });
    await Promise.allSettled(await ctx.write.commit());
    return payment.id;
  };
  const problemOf = async (id: string, caller: { key: string; as?: string }) =>
    (await call('GET', `/v1/payments/${id}`, caller)).body.data.payoutProblem;

  it('is told to both sides at once, and that it is over once a bank takes it', async () => {
    const earner = await mintEarner();
    const brand = await mintAccount();
    const id = await blocked(earner, brand.id, 'jpy');
    const told = ['payment.created', 'payment.payout_blocked'];
    expect(await eventsAbout(id)).toEqual(told);
    expect(await problemOf(id, brand)).toMatch(/creator's bank account does not take JPY.*another currency/);
    expect(await problemOf(id, earner.caller)).toMatch(/Your bank account does not take JPY.*Add one/);
    expect(await problemOf(await blocked(earner, brand.id, 'krw'), brand)).toMatch(
      /No bank account takes KRW/,
    );
    expect(await problemOf(await blocked(earner, brand.id, 'usd'), brand)).toBeNull();
    await cron(earner, clock.now());
    expect(await eventsAbout(id)).toEqual(told);
    const banks = ['usd', 'jpy'].map((currency) => ({ id: currency, last4: '1', currency, instant: false }));
    await testEnv.DB.prepare('UPDATE payout_accounts SET banks = ? WHERE holder = ?')
      .bind(JSON.stringify(banks), earner.holder)
      .run();
    await cron(earner, clock.now() + DAY_MS);
    expect(await problemOf(id, brand)).toBeNull();
  });

  it('is why the balance says that what is available waits, as is an identity that is not verified', async () => {
    const earner = await mintEarner({ identity: 'required' });
    await earn(earner, 500);
    await earn({ ...earner, currency: 'jpy' }, 700);
    const shown = async () => {
      const { balances } = await read(earner, '/v1/balance');
      return Object.fromEntries(
        balances.map((one: Record<string, unknown>) => [one.currency, one.payoutProblem]),
      );
    };
    expect(await shown()).toEqual({
      jpy: expect.stringMatching(/does not take JPY/),
      usd: expect.stringMatching(/identity is not verified.*Finish/),
    });
    await setIdentity(earner, 'verified');
    expect((await shown()).usd).toBeNull();
    await cron(earner, clock.now());
    expect(await shown()).toEqual({ jpy: expect.stringMatching(/does not take JPY/), usd: null });
  });

  it('is told once payouts are set up in a country where that is so, to both, and once', async () => {
    const earner = await mintEarner();
    const brand = await mintAccount();
    await testEnv.DB.prepare('UPDATE payout_accounts SET processor_account = NULL WHERE holder = ?')
      .bind(earner.holder)
      .run();
    const id = await blocked(earner, brand.id, 'jpy');
    expect(await problemOf(id, brand)).toBeNull();
    await testEnv.DB.prepare('UPDATE payout_accounts SET processor_account = ? WHERE holder = ?')
      .bind(earner.account, earner.holder)
      .run();
    await inOneBatch(earner.stripe.ctx(), (own) => notePayoutDue(own, earner.holder, 'jpy'));
    await cron(earner, clock.now());
    await cron(earner, clock.now() + DAY_MS);
    expect(await eventsAbout(id)).toEqual(['payment.created', 'payment.payout_blocked']);
    expect(await problemOf(id, brand)).toMatch(/does not take JPY/);
  });
});

describe('earnings of a record whose address a person has verified', () => {
  it('wait until the person has taken it over or refused it', async () => {
    const earner = await mintEarner();
    await earn(earner, 500);
    const person = newId('person', clock.now());
    const email = (await findCreatorEmail(earner.stripe.ctx(), earner.holder))!;
    await inOneBatch(earner.stripe.ctx(), async (own) => void (await verifyAddress(own, person, email)));
    await cron(earner, clock.now());
    expect(await read(earner, '/v1/payouts')).toEqual([]);
    expect((await read(earner, '/v1/balance')).balances[0].payoutProblem).toMatch(/person.*verified/);
    await inOneBatch(earner.stripe.ctx(), (own) => refuseRecord(own, person, earner.holder));
    await cron(earner, clock.now() + DAY_MS);
    expect(await read(earner, '/v1/payouts')).toMatchObject([{ amount: 500 }]);
  });
});
