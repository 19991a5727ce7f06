// Money from the payout balance to the bank: the request, its fee, and its outcome.

import { afterEach, describe, expect, it } from 'vitest';
import { withdrawalFee } from '../../../../src/domains/money/withdrawals/quote-withdrawal.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  arrive,
  balances,
  cron,
  type EarnerOptions,
  earn,
  eventsAbout,
  expectWhole,
  forgetPayouts,
  ledgerCash,
  mintEarner,
  mintPaidOut,
  notedBalance,
  read,
  setIdentity,
  withdraw,
} from '../../../harness/money/payouts.ts';
import { call, testEnv } from '../../../harness/world.ts';

afterEach(forgetPayouts);

const rowsOf = async (holder: string) =>
  (
    await testEnv.DB.prepare('SELECT status FROM withdrawals WHERE holder = ?')
      .bind(holder)
      .all<{ status: string }>()
  ).results;

describe('a withdrawal', () => {
  it('goes from the payout balance to the bank', async () => {
    const earner = await mintPaidOut(5_000);
    const asked = await withdraw(earner, { amount: 3_000 });
    expect(asked.status).toBe(201);
    const { id } = asked.body.data;
    expect(asked.body.data).toMatchObject({
      amount: 3_000,
      fee: 0,
      net: 3_000,
      currency: 'usd',
      speed: 'standard',
      status: 'pending',
      failureMessage: null,
      arrivesAt: null,
    });
    const sent = await read(earner, `/v1/withdrawals/${id}`);
    expect(sent.status).toBe('in_transit');
    expect(Date.parse(sent.arrivesAt) - clock.now()).toBeGreaterThan(DAY_MS);
    expect(await balances(earner)).toMatchObject({ withdrawable: 2_000, in_transit: 3_000 });
    expect(await eventsAbout(id)).toEqual(['withdrawal.created']);
    const [line] = await read(earner, '/v1/balance/transactions?type=withdrawal');
    expect(line).toMatchObject({
      amount: -3_000,
      fee: 0,
      net: -3_000,
      status: 'pending',
      source: id,
      balance: 2_000,
    });
    await arrive(earner);
    expect((await read(earner, `/v1/withdrawals/${id}`)).status).toBe('paid');
    expect(await balances(earner)).toMatchObject({ withdrawable: 2_000, in_transit: 0 });
    expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
    const [done] = await read(earner, '/v1/balance/transactions?type=withdrawal');
    expect(done.status).toBe('completed');
    await expectWhole(earner);
  });

  it('takes everything withdrawable when no amount is named', async () => {
    const earner = await mintPaidOut(4_321);
    const { status, body } = await withdraw(earner);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ amount: 4_321, net: 4_321 });
    expect(await balances(earner)).toMatchObject({ withdrawable: 0, in_transit: 4_321 });
  });

  it("is a partner's too, of its commissions", async () => {
    const earner = await mintPaidOut(700, { partner: true });
    const { id } = (await withdraw(earner)).body.data;
    await arrive(earner);
    expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid']);
    await expectWhole(earner);
  });

  it('fails with a reason when the bank does not take it, and the money is withdrawable again', async () => {
    const earner = await mintPaidOut(2_000, { failing: 'no_account' });
    const { id } = (await withdraw(earner, { amount: 1_500 })).body.data;
    await arrive(earner);
    const failed = await read(earner, `/v1/withdrawals/${id}`);
    expect(failed).toMatchObject({ status: 'failed', amount: 1_500 });
    expect(failed.failureMessage).toBe('The bank knows no such account. Add the bank account again.');
    expect(await balances(earner)).toMatchObject({ withdrawable: 2_000, in_transit: 0 });
    expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.failed']);
    const [line] = await read(earner, '/v1/balance/transactions?type=withdrawal');
    expect(line).toMatchObject({ status: 'failed' });
    await expectWhole(earner);
  });

  it('fails when the processor refuses it for good, and the money is withdrawable again', async () => {
    const earner = await mintPaidOut(2_000);
    // Without our knowing: we believe that the account is in order.
    await earner.stripe.sim(`accounts/${earner.account}/review`, { to: 'due' });
    const { id } = (await withdraw(earner)).body.data;
    const failed = await read(earner, `/v1/withdrawals/${id}`);
    expect(failed.status).toBe('failed');
    expect(failed.failureMessage).toContain('Complete what the payout set-up asks for');
    expect(await eventsAbout(id)).toEqual(['withdrawal.failed']);
    await expectWhole(earner);
    expect(await balances(earner)).toMatchObject({ withdrawable: 2_000 });
  });

  it('fails by a new line when the bank returns it after it was paid, fee and all', async () => {
    const earner = await mintPaidOut(10_000);
    const { id } = (await withdraw(earner, { speed: 'instant' })).body.data;
    const at = await arrive(earner);
    expect(await balances(earner)).toMatchObject({ withdrawable: 0 });
    expect(await notedBalance(earner)).toBe(150);
    const before = await read(earner, '/v1/balance/transactions?type=withdrawal');
    const row = await testEnv.DB.prepare('SELECT processor_payout AS payout FROM withdrawals WHERE id = ?')
      .bind(id)
      .first<{ payout: string }>();
    await earner.stripe.sim(`payouts/${row!.payout}`, { account: earner.account, code: 'account_closed' });
    // Its webhook is lost, so the cron asks.
    await arrive(earner, at + DAY_MS);
    const failed = await read(earner, `/v1/withdrawals/${id}`);
    expect(failed).toMatchObject({
      status: 'failed',
      failureMessage: 'The bank account is closed. Add another one.',
    });
    expect(await eventsAbout(id)).toEqual(['withdrawal.created', 'withdrawal.paid', 'withdrawal.failed']);
    expect(await balances(earner)).toMatchObject({ withdrawable: 10_000, in_transit: 0 });
    expect(await read(earner, '/v1/balance/transactions?type=withdrawal')).toEqual(before);
    const [line] = await read(earner, '/v1/balance/transactions?type=withdrawal_failed');
    expect(line).toMatchObject({ amount: 9_850, fee: -150, net: 10_000, balance: 10_000, source: id });
    await expectWhole(earner);
  });
});

describe('what it costs', () => {
  it.each<[string, EarnerOptions, string, number, number]>([
    ['nothing in the US', {}, 'standard', 10_000, 0],
    ['1.5 % at once', {}, 'instant', 10_000, 150],
    ['50 at least at once', {}, 'instant', 1_000, 50],
    ['0.25 % abroad', { country: 'DE' }, 'standard', 10_000, 25],
    ['both abroad and at once', { country: 'DE' }, 'instant', 10_000, 175],
  ])('%s', async (_, options, speed, amount, fee) => {
    const earner = await mintPaidOut(amount, options);
    const { status, body } = await withdraw(earner, { speed });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ amount, fee, net: amount - fee, currency: earner.currency });
    await arrive(earner);
    expect((await read(earner, `/v1/withdrawals/${body.data.id}`)).status).toBe('paid');
    await expectWhole(earner);
  });

  it('is what the balance says it is, for every amount', () => {
    const fees = { instant: { percent: 1.5, minimum: 50 }, crossBorder: { percent: 0.25 } };
    for (let amount = 1; amount <= 20_000; amount++) {
      expect(withdrawalFee(fees, amount, 'standard')).toBe(Math.floor((amount * 25 + 5_000) / 10_000));
      const atOnce = Math.max(50, Math.floor((amount * 150 + 5_000) / 10_000));
      expect(withdrawalFee(fees, amount, 'instant') - withdrawalFee(fees, amount, 'standard')).toBe(atOnce);
    }
  });
});

describe('a refusal', () => {
  const refusals: [string, EarnerOptions, { amount?: number; speed?: string }, string][] = [
    ['more than is withdrawable', {}, { amount: 1_001 }, 'insufficient_funds'],
    ['no bank account', { bank: false }, {}, 'bank_account_missing'],
    ['a bank that takes nothing at once', { instant: false }, { speed: 'instant' }, 'instant_unavailable'],
    ['a fee that leaves nothing', {}, { amount: 50, speed: 'instant' }, 'fee_exceeds_amount'],
  ];
  it.each(refusals)('says why: %s', async (_, options, body, reason) => {
    const earner = await mintPaidOut(1_000, options);
    const refused = await withdraw(earner, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'operation_rejected', details: { reason } });
    expect(await balances(earner)).toMatchObject({ withdrawable: 1_000 });
    expect(await rowsOf(earner.holder)).toEqual([]);
  });

  it('says why: at once is not for pay by the account that manages the creator', async () => {
    const earner = await mintPaidOut(1_000);
    const { key } = earner.caller;
    const brand = (await call('POST', '/v1/brands', { key, body: { name: 'Own client' } })).body.data.id;
    await call('PATCH', `/v1/creators/${earner.holder}`, { key, body: { brands: [brand] } });
    const body = { creator: earner.holder, amount: 100, currency: 'usd' };
    const headers = { 'Idempotency-Key': 'own' };
    expect((await call('POST', '/v1/payments', { key, as: brand, body, headers })).status).toBe(201);
    const refused = await withdraw(earner, { amount: 500, speed: 'instant' });
    expect(refused.body.error.details.reason).toBe('paid_by_own_account');
    expect((await withdraw(earner, { amount: 500 })).status).toBe(201);
  });

  it('says why: an identity that is not verified, or no payout account at all', async () => {
    const earner = await mintPaidOut(1_000);
    await setIdentity(earner, 'required');
    expect((await withdraw(earner)).body.error.details.reason).toBe('identity_not_verified');
    await testEnv.DB.prepare('DELETE FROM payout_accounts WHERE holder = ?').bind(earner.holder).run();
    expect((await withdraw(earner)).body.error.details.reason).toBe('identity_not_verified');
  });

  it('says why: a bank that takes another currency than what was earned', async () => {
    const earner = await mintEarner({ country: 'DE' });
    await earn({ ...earner, currency: 'usd' }, 500);
    const { error } = (await withdraw(earner)).body;
    expect(error.details).toEqual({ reason: 'currency_not_supported', currencies: ['usd'] });
  });

  it('goes to the bank of its currency: the usual one, the only one with something, or the one named', async () => {
    const earner = await mintEarner({ country: 'GB', currencies: ['usd'] });
    const dollars = { ...earner, currency: 'usd', cashBefore: await ledgerCash('usd') };
    await earn(dollars, 1_000);
    await cron(earner, clock.now());
    expect((await withdraw(earner, { amount: 400 })).body.data).toMatchObject({
      amount: 400,
      currency: 'usd',
    });
    await earn(earner, 500);
    const later = clock.now() + DAY_MS;
    await cron(earner, later);
    expect((await withdraw(earner)).body.data).toMatchObject({ amount: 500, currency: 'gbp' });
    const named = await withdraw(earner, { currency: 'usd' });
    expect(named.body.data).toMatchObject({ amount: 600, currency: 'usd' });
    const { error } = (await withdraw(earner, { currency: 'eur' })).body;
    expect(error.details).toEqual({ reason: 'currency_not_supported', currencies: ['eur'] });
    await arrive(earner, later);
    const paid = (await read(earner, '/v1/withdrawals?status=paid')) as { currency: string }[];
    expect(paid.map((each) => each.currency)).toEqual(['usd', 'gbp', 'usd']);
    await expectWhole(earner);
    await expectWhole(dollars);
  });

  it('goes to a bank that takes whole units only as far as there are some; the rest stays', async () => {
    const earner = await mintEarner({ country: 'HU' });
    await earn(earner, 123_456);
    await cron(earner, clock.now());
    const named = await withdraw(earner, { amount: 50_050 });
    expect(named.body.error.details).toEqual({ reason: 'whole_units', amount: expect.any(Number) });
    const { status, body } = await withdraw(earner);
    expect([status, body.data.net % 100]).toEqual([201, 0]);
    expect(123_456 - body.data.amount).toBeLessThan(101);
    await arrive(earner);
    expect((await read(earner, `/v1/withdrawals/${body.data.id}`)).status).toBe('paid');
    await expectWhole(earner);
  });

  it('says why: nothing is withdrawable', async () => {
    const earner = await mintEarner();
    expect((await withdraw(earner)).body.error.details.reason).toBe('insufficient_funds');
  });

  it.each([{ amount: 0 }, { amount: -5 }, { amount: 1.5 }, { amount: '5' }, { speed: 'slow' }])(
    'of a body that makes no sense: %j',
    async (body) => {
      const earner = await mintEarner();
      const refused = await withdraw(earner, body as never);
      expect(refused.status).toBe(422);
      expect(refused.body.error.code).toBe('validation_failed');
    },
  );
});

describe('an Idempotency-Key', () => {
  it('is required', async () => {
    const earner = await mintEarner();
    const refused = await call('POST', '/v1/withdrawals', { ...earner.caller, body: {} });
    expect(refused.status).toBe(400);
    expect(refused.body.error.code).toBe('invalid_request');
  });

  it('answers the same for as long as there is the record, whatever became of it', async () => {
    const earner = await mintPaidOut(1_000);
    const first = await withdraw(earner, { amount: 400 }, 'the key');
    await arrive(earner);
    expect((await read(earner, `/v1/withdrawals/${first.body.data.id}`)).status).toBe('paid');
    await testEnv.DB.prepare('UPDATE idempotency_keys SET created_at = created_at - ?')
      .bind(400 * DAY_MS)
      .run();
    const again = await withdraw(earner, { amount: 400 }, 'the key');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const other = await withdraw(earner, { amount: 401 }, 'the key');
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    expect(await rowsOf(earner.holder)).toHaveLength(1);
  });
});

describe('many at once', () => {
  it('of 200 for the whole balance, exactly one succeeds', async () => {
    const earner = await mintPaidOut(9_999);
    const answers = await Promise.all(Array.from({ length: 200 }, () => withdraw(earner, { amount: 9_999 })));
    const by = new Map<string, number>();
    for (const { status, body } of answers) {
      const kind = `${status} ${body.error?.details?.reason ?? body.error?.code ?? ''}`.trim();
      by.set(kind, (by.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(by)).toEqual({ '201': 1, '422 insufficient_funds': 199 });
    expect(await read(earner, '/v1/withdrawals')).toHaveLength(1);
    expect(await balances(earner)).toMatchObject({ withdrawable: 0, in_transit: 9_999 });
    await arrive(earner);
    await expectWhole(earner);
  });

  it('of 100 with one key there is one withdrawal, and one answer', async () => {
    const earner = await mintPaidOut(9_999);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => withdraw(earner, { amount: 90 }, 'one key')),
    );
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]!.body]);
    expect(await read(earner, '/v1/withdrawals')).toHaveLength(1);
    expect(await balances(earner)).toMatchObject({ withdrawable: 9_909, in_transit: 90 });
    await arrive(earner);
    await expectWhole(earner);
  });
});

describe('GET /v1/withdrawals', () => {
  it('shows everybody their own, by status', async () => {
    const earner = await mintPaidOut(1_000);
    const other = await mintPaidOut(70, { stripe: earner.stripe });
    const [first, second] = [
      (await withdraw(earner, { amount: 100 })).body.data.id,
      (await withdraw(earner, { amount: 200 })).body.data.id,
    ];
    const ids = async (path: string) => (await read(earner, path)).map((one: { id: string }) => one.id);
    expect(await ids('/v1/withdrawals')).toEqual([second, first]);
    expect(await ids('/v1/withdrawals?status=in_transit,paid')).toEqual([second, first]);
    expect(await ids('/v1/withdrawals?status=failed')).toEqual([]);
    expect((await call('GET', `/v1/withdrawals/${first}`, other.caller)).status).toBe(404);
  });

  it.each(['requested', 'refused'])('shows nothing of one that is %s', async (status) => {
    const earner = await mintPaidOut(1_000);
    const { id } = (await withdraw(earner)).body.data;
    await testEnv.DB.prepare('UPDATE withdrawals SET status = ? WHERE id = ?').bind(status, id).run();
    expect(await read(earner, '/v1/withdrawals')).toEqual([]);
    expect((await call('GET', `/v1/withdrawals/${id}`, earner.caller)).status).toBe(404);
  });
});
