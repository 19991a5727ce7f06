// The official package against the simulator: how money moves, and what is reported when a result is unknown.

import { describe, expect, it } from 'vitest';
import { cardOfSetup, createCustomer, removeCard, setUpCard } from '../../src/integrations/stripe/cards.ts';
import { chargeOffSession, readCharge, refundCharge } from '../../src/integrations/stripe/charges.ts';
import {
  createPayoutAccount,
  linkToAccount,
  openAccountSession,
  readPayoutAccount,
} from '../../src/integrations/stripe/connect.ts';
import { payOut, readPayout, transferTo } from '../../src/integrations/stripe/payouts.ts';
import * as clock from '../harness/clock.ts';
import { attempt, type StripeWorld, simulator } from './support/stripe.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_S = 86_400;
const INTENTS = 'POST /v1/payment_intents';

const PERSON = { email: null, person: true };

const chargeOf = (brand: { customer: string; card: string }, amount = 5000) => ({
  ...brand,
  amount,
  currency: 'usd',
  description: 'Payments of one day',
});
const intents = async (world: StripeWorld) => (await world.raw('/v1/payment_intents')).body.data;

describe('a card on file', () => {
  it('is saved by the hosted page, which leads back, and is taken off file once', async () => {
    const { stripe } = await simulator.world();
    const account = { id: 'acct_1', name: 'Brand', key: 'acct_1:customer' };
    const customer = await createCustomer(stripe, account);
    expect(await createCustomer(stripe, account)).toBe(customer);
    const returnUrl = 'https://brand.example/back?status=connected';
    const session = await setUpCard(stripe, { customer, checkout: 'hosted', returnUrl });
    expect(session.clientSecret).toBeNull();
    expect(await cardOfSetup(stripe, session.id)).toBeNull();
    const send = (card: string) =>
      fetch(session.url!, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
    expect((await send('pm_card_chargeDeclined')).status).toBe(400);
    expect(await cardOfSetup(stripe, session.id)).toBeNull();
    const done = await send('pm_card_visa');
    expect([done.status, done.headers.get('location')]).toEqual([303, returnUrl]);
    const saved = (await cardOfSetup(stripe, session.id))!;
    expect(saved).toMatchObject({ customer, brand: 'visa', last4: '4242' });
    expect(Math.abs(saved.givenAt - clock.now())).toBeLessThan(60_000);
    await removeCard(stripe, saved.card);
    await removeCard(stripe, saved.card);
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });
});

describe('a charge', () => {
  it('succeeds once under its key, however often it is sent', async () => {
    const world = await simulator.world();
    const [brand, once] = [await world.brand(), attempt()];
    const first = await chargeOffSession(world.stripe, chargeOf(brand), once);
    expect(first).toMatchObject({ status: 'succeeded', value: { amount: 5000, currency: 'usd' } });
    const again = await Promise.all(
      Array.from({ length: 5 }, () => chargeOffSession(world.stripe, chargeOf(brand), once)),
    );
    for (const one of again) expect(one).toEqual(first);
    expect(await intents(world)).toHaveLength(1);
    if (first.status !== 'succeeded') throw new Error('unreachable');
    expect(await readCharge(world.stripe, first.value.id)).toEqual(first);
  });

  it('that is declined says why, is replayed under its key, and succeeds under a new one', async () => {
    const world = await simulator.world();
    const [brand, once] = [await world.brand(), attempt()];
    await world.sim('declines', { codes: ['insufficient_funds', 'expired_card', 'stolen_card'] });
    const charge = (key = attempt()) => chargeOffSession(world.stripe, chargeOf(brand), key);
    const first = await charge(once);
    expect(first).toMatchObject({
      status: 'declined',
      reason: 'insufficient_funds',
      id: expect.stringMatching(/^pi_/),
    });
    expect(await charge(once)).toEqual(first);
    expect(await charge()).toMatchObject({ status: 'declined', reason: 'card_expired' });
    expect(await charge()).toMatchObject({ status: 'declined', reason: 'card_declined' });
    expect(await charge()).toMatchObject({ status: 'succeeded' });
    expect(await intents(world)).toHaveLength(4);
  });

  it('asks for the cardholder when the bank does', async () => {
    const world = await simulator.world();
    const brand = await world.brand('pm_card_authenticationRequired');
    const outcome = await chargeOffSession(world.stripe, chargeOf(brand), attempt());
    expect(outcome).toMatchObject({
      status: 'requires_action',
      clientSecret: expect.stringMatching(/^pi_.*_secret_/),
    });
    if (outcome.status !== 'requires_action') throw new Error('unreachable');
    expect(await readCharge(world.stripe, outcome.id)).toEqual(outcome);
  });

  it('below the minimum, or in the wrong currency, is refused and nothing happens', async () => {
    const world = await simulator.world();
    const brand = await world.brand();
    expect(await chargeOffSession(world.stripe, chargeOf(brand, 49), attempt())).toMatchObject({
      status: 'refused',
      code: 'amount_too_small',
    });
    const wrong = { ...chargeOf(brand), currency: 'xxx' };
    expect(await chargeOffSession(world.stripe, wrong, attempt())).toMatchObject({ status: 'refused' });
    expect(() => chargeOffSession(world.stripe, chargeOf(brand, 50.5), attempt())).toThrow(RangeError);
    expect(await intents(world)).toHaveLength(0);
  });

  it.each(['fail_before', 'fail_after', 'garbage_after'])('survives one %s by its repeat', async (kind) => {
    const world = await simulator.world();
    const brand = await world.brand();
    await world.sim('faults', { kind, path: INTENTS });
    expect(await chargeOffSession(world.stripe, chargeOf(brand), attempt())).toMatchObject({
      status: 'succeeded',
    });
    expect(await intents(world)).toHaveLength(1);
  });

  it('that took effect while every answer was lost is found, not made again', async () => {
    const world = await simulator.world(3000);
    const brand = await world.brand();
    await world.sim('faults', { kind: 'slow_after', path: INTENTS, times: 2, ms: 12_000 });
    const outcome = await chargeOffSession(world.stripe, chargeOf(brand), attempt());
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect(await intents(world)).toHaveLength(1);
  });

  it('that still runs is unknown, and its repeat answers the truth', async () => {
    const world = await simulator.world(3000);
    const [brand, once] = [await world.brand(), attempt()];
    await world.sim('faults', { kind: 'held_before', path: INTENTS });
    const outcome = await chargeOffSession(world.stripe, chargeOf(brand), once);
    expect(outcome).toMatchObject({ status: 'unknown', cause: 'in_progress' });
    await world.sim('release');
    expect(await chargeOffSession(world.stripe, chargeOf(brand), once)).toMatchObject({
      status: 'succeeded',
    });
    expect(await intents(world)).toHaveLength(1);
  });

  it('never done stays unknown while Stripe fails', async () => {
    const world = await simulator.world();
    const brand = await world.brand();
    await world.sim('faults', { kind: 'fail_before', path: INTENTS, times: 2 });
    const outcome = await chargeOffSession(world.stripe, chargeOf(brand), attempt());
    expect(outcome).toMatchObject({ status: 'unknown', cause: 'server_error' });
  });

  it('older than its key at Stripe is looked for before it is sent again', async () => {
    const world = await simulator.world();
    const [brand, once] = [await world.brand(), attempt()];
    const first = await chargeOffSession(world.stripe, chargeOf(brand), once);
    await world.sim('clock', { advance: DAY_S + 60 });
    const later = { ...once, now: once.now + 25 * HOUR_MS };
    expect(await chargeOffSession(world.stripe, chargeOf(brand), later)).toEqual(first);
    expect(await intents(world)).toHaveLength(1);
  });

  it('is found by a service whose clock is minutes ahead, long after Stripe has forgotten the key', async () => {
    const world = await simulator.world();
    const [brand, now] = [await world.brand(), attempt()];
    const once = { ...now, firstSentAt: now.firstSentAt + 10 * MINUTE_MS, now: now.now + 10 * MINUTE_MS };
    const first = await chargeOffSession(world.stripe, chargeOf(brand), once);
    await world.sim('clock', { advance: DAY_S + 60 });
    const later = { ...once, now: once.now + 25 * HOUR_MS };
    expect(await chargeOffSession(world.stripe, chargeOf(brand), later)).toEqual(first);
    expect(await intents(world)).toHaveLength(1);
  });

  it('is refunded in parts, to the cent and no further', async () => {
    const world = await simulator.world();
    const brand = await world.brand('pm_card_bypassPending');
    await world.fund(10_000);
    const charge = await chargeOffSession(world.stripe, chargeOf(brand), attempt());
    if (charge.status !== 'succeeded') throw new Error('not charged');
    const refund = (amount: number, key = attempt()) =>
      refundCharge(world.stripe, { paymentIntent: charge.value.id, amount }, key);
    const once = attempt();
    expect(await refund(2000, once)).toMatchObject({ status: 'succeeded', value: { amount: 2000 } });
    expect(await refund(2000, once)).toMatchObject({ status: 'succeeded', value: { amount: 2000 } });
    expect(await refund(3001)).toMatchObject({ status: 'refused' });
    expect(await refund(3000)).toMatchObject({ status: 'succeeded' });
    expect(await refund(1)).toMatchObject({ status: 'refused', code: 'charge_already_refunded' });
    const [last] = (await world.raw('/v1/refunds')).body.data;
    await world.sim(`refunds/${last.id}`);
    expect(await refund(3000, attempt())).toMatchObject({ status: 'succeeded' });
  });
});

describe("a creator's account", () => {
  it('goes from required to verified by the page, which works once', async () => {
    const { stripe, sim } = await simulator.world();
    const once = attempt();
    const make = () => createPayoutAccount(stripe, { ...PERSON, id: 'crtr_1', country: 'US' }, once);
    const made = await make();
    if (made.status !== 'succeeded') throw new Error(made.status);
    const fresh = made.value;
    expect(fresh).toMatchObject({
      identity: 'required',
      payoutsEnabled: false,
      currency: 'usd',
      banks: [],
      taxId: 'missing',
    });
    const [returnUrl, againUrl] = ['https://app.example/back', 'https://app.example/again'];
    const type = 'account_onboarding' as const;
    const { url } = await linkToAccount(stripe, { account: fresh.id, type, returnUrl, againUrl });
    const submit = async () => {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
      return answer.headers.get('location');
    };
    expect([await submit(), await submit()]).toEqual([returnUrl, againUrl]);
    expect(await make()).toMatchObject({ value: { id: fresh.id } });
    const done = await readPayoutAccount(stripe, fresh.id);
    expect(done).toMatchObject({
      identity: 'verified',
      payoutsEnabled: true,
      banks: [{ last4: '6789', currency: 'usd', instant: true }],
      taxId: 'verified',
    });
    const session = await openAccountSession(stripe, fresh.id, 'account_management');
    expect(session.expiresAt).toBeGreaterThan(clock.now());
    for (const [to, identity] of [
      ['pending', 'pending'],
      ['due', 'required'],
      ['rejected', 'rejected'],
    ]) {
      await sim(`accounts/${fresh.id}/review`, { to });
      expect(await readPayoutAccount(stripe, fresh.id)).toMatchObject({ identity, payoutsEnabled: false });
    }
  });

  it('has the bank of each currency, the default currency first', async () => {
    const { stripe, sim } = await simulator.world();
    const made = await createPayoutAccount(stripe, { ...PERSON, id: 'crtr_1', country: 'DE' }, attempt());
    if (made.status !== 'succeeded') throw new Error(made.status);
    await sim(`accounts/${made.value.id}/onboard`, { currencies: ['usd', 'gbp'] });
    const { currency, banks } = await readPayoutAccount(stripe, made.value.id);
    expect(currency).toBe('eur');
    expect(banks.map((bank) => bank.currency)).toEqual(['eur', 'usd', 'gbp']);
    expect(new Set(banks.map((bank) => bank.id)).size).toBe(3);
  });

  it('is refused for a country that Stripe does not take', async () => {
    const { stripe } = await simulator.world();
    const refused = await createPayoutAccount(stripe, { ...PERSON, id: 'crtr_1', country: 'XX' }, attempt());
    expect(refused).toMatchObject({ status: 'refused', code: 'country_unsupported' });
  });

  it('is made once when the answer is lost, and when Stripe has forgotten the key since', async () => {
    const { stripe, sim } = await simulator.world();
    const holder = { ...PERSON, id: 'crtr_1', country: 'DE' };
    await sim('faults', { kind: 'fail_after', path: 'POST /v1/accounts', times: 1 });
    const once = attempt();
    const made = await createPayoutAccount(stripe, holder, once);
    await sim('clock', { advance: 25 * 3600 });
    const later = { ...once, now: once.now + 25 * HOUR_MS };
    expect(await createPayoutAccount(stripe, holder, later)).toEqual(made);
    expect((await stripe.accounts.list()).data).toHaveLength(1);
  });
});

describe('money to a creator', () => {
  const usd = (account: string, amount: number) => ({ account, amount, currency: 'usd' });
  const balance = async (world: StripeWorld, account = '') => {
    const headers: Record<string, string> = account ? { 'Stripe-Account': account } : {};
    return (await world.raw('/v1/balance', undefined, headers)).body.available[0].amount as number;
  };

  it('moves once, and only what is there', async () => {
    const world = await simulator.world();
    const account = await world.creator();
    expect(await transferTo(world.stripe, usd(account, 100), attempt())).toMatchObject({
      status: 'refused',
      code: 'balance_insufficient',
    });
    await world.fund(10_000);
    await world.sim('faults', { kind: 'fail_after', path: 'POST /v1/transfers', times: 2 });
    const once = attempt();
    const moved = await transferTo(world.stripe, usd(account, 4000), once);
    expect(moved).toMatchObject({ status: 'succeeded', value: { amount: 4000, destination: account } });
    expect(await transferTo(world.stripe, usd(account, 4000), once)).toEqual(moved);
    expect([await balance(world), await balance(world, account)]).toEqual([6000, 4000]);
  });

  it.each([
    ['standard', 2 * DAY_S],
    ['instant', 1800],
  ] as const)('reaches the bank by a %s payout when its time has come', async (method, seconds) => {
    const world = await simulator.world();
    const account = await world.creator();
    await world.fund(5000);
    await transferTo(world.stripe, usd(account, 5000), attempt());
    const sent = await payOut(world.stripe, { ...usd(account, 5000), method }, attempt());
    if (sent.status !== 'succeeded') throw new Error(JSON.stringify(sent));
    expect(sent.value.status).toBe('pending');
    const more = await payOut(world.stripe, { ...usd(account, 1), method }, attempt());
    expect(more).toMatchObject({ status: 'refused', code: 'balance_insufficient' });
    await world.sim('clock', { advance: seconds - 60 });
    expect((await readPayout(world.stripe, account, sent.value.id)).status).toBe('in_transit');
    await world.sim('clock', { advance: 120 });
    expect((await readPayout(world.stripe, account, sent.value.id)).status).toBe('paid');
    await world.sim(`payouts/${sent.value.id}`, { account, code: 'account_closed' });
    const returned = await readPayout(world.stripe, account, sent.value.id);
    expect(returned).toMatchObject({ status: 'failed', failureCode: 'account_closed' });
    expect(await balance(world, account)).toBe(5000);
  });

  it('is sent once when answers are lost, fails at a bank that refuses, and is never instant there', async () => {
    const world = await simulator.world();
    const account = await world.creator('no_account');
    await world.fund(5000);
    await transferTo(world.stripe, usd(account, 5000), attempt());
    const instant = await payOut(world.stripe, { ...usd(account, 5000), method: 'instant' }, attempt());
    expect(instant).toMatchObject({ status: 'refused', code: 'instant_payouts_unsupported' });
    await world.sim('faults', { kind: 'garbage_after', path: 'POST /v1/payouts', times: 2 });
    const sent = await payOut(world.stripe, { ...usd(account, 2000), method: 'standard' }, attempt());
    if (sent.status !== 'succeeded') throw new Error(JSON.stringify(sent));
    expect(await balance(world, account)).toBe(3000);
    await world.sim('clock', { advance: 3 * DAY_S });
    const failed = await readPayout(world.stripe, account, sent.value.id);
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'no_account' });
    expect(await balance(world, account)).toBe(5000);
  });
});
