// Recipients of Global Payouts and payments to them, as the service creates and reads them, inside workerd.

import { expect, it } from 'vitest';
import { vars as varsOf } from '../../src/env.ts';
import { stripeClient } from '../../src/integrations/stripe/client.ts';
import { createPayoutAccount } from '../../src/integrations/stripe/connect.ts';
import { verifyNotice } from '../../src/integrations/stripe/inbound.ts';
import type { Attempt } from '../../src/integrations/stripe/once.ts';
import { fundFinancialAccount, payOutbound, readOutbound } from '../../src/integrations/stripe/outbound.ts';
import { lacksFunds, payoutFailure, payoutRefusal } from '../../src/integrations/stripe/payout-refusals.ts';
import { createRecipient, linkToRecipient, readRecipient } from '../../src/integrations/stripe/recipients.ts';
import { hmacSha256Hex } from '../../src/kit/crypto.ts';
import * as clock from '../harness/clock.ts';
import { expectLogged } from '../harness/logs.ts';
import { type StripeWorld, stripeWorld } from '../harness/money/stripe.ts';

const PAYMENTS = 'POST /v2/money_management/outbound_payments';
const DAY_S = 86_400;
const FINANCIAL = { financialAccount: 'fa_test_sim', currency: 'usd' };
const HOLDER = { id: 'crtr_1', country: 'IN', email: 'creator@example.com', person: true };

function attempt(): Attempt {
  const now = clock.now();
  return { key: `test:${crypto.randomUUID()}`, firstSentAt: now, now };
}

async function recipient(world: StripeWorld, failing?: string): Promise<string> {
  const made = await createRecipient(world.stripe, HOLDER, attempt());
  if (made.status !== 'succeeded') throw new Error(JSON.stringify(made));
  await world.sim(`accounts/${made.value.id}/onboard`, { failing });
  return made.value.id;
}

/** 500 dollars in the financial account, and a payment of part of it. */
async function paying(failing?: string) {
  const world = await stripeWorld();
  await world.fund(50_000);
  await fundFinancialAccount(world.stripe, { ...FINANCIAL, amount: 50_000 }, attempt());
  const to = { ...FINANCIAL, recipient: await recipient(world, failing), payoutMethod: null };
  const pay = (amount: number, once = attempt(), stripe = world.stripe) =>
    payOutbound(stripe, { ...to, amount }, once);
  const left = async () => (await world.cash('usd')).financial;
  return { world, pay, left };
}

it('makes a recipient once, though the answer is lost, and follows identity and bank', async () => {
  const world = await stripeWorld();
  const { stripe, sim } = world;
  await world.fault('fail_after', 'POST /v2/core/accounts');
  const once = attempt();
  const made = await createRecipient(stripe, HOLDER, once);
  if (made.status !== 'succeeded') throw new Error(JSON.stringify(made));
  const { id } = made.value;
  expect(made.value).toEqual({
    id,
    country: 'IN',
    currency: 'inr',
    identity: 'required',
    payoutsEnabled: false,
    banks: [],
    taxId: 'missing',
  });
  await world.advance(31 * DAY_S);
  const later = { ...once, now: once.now + 31 * DAY_S * 1000 };
  expect(await createRecipient(stripe, HOLDER, later)).toEqual(made);
  expect((await stripe.v2.core.accounts.list()).data).toHaveLength(1);

  const pages = { returnUrl: 'https://app.example/back', againUrl: 'https://app.example/again' };
  const link = await linkToRecipient(stripe, { account: id, type: 'account_onboarding', ...pages });
  expect(link.expiresAt).toBeGreaterThan(clock.now());
  const body = new URLSearchParams();
  const answer = await fetch(link.url, { method: 'POST', body, redirect: 'manual' });
  expect(answer.headers.get('location')).toBe(pages.returnUrl);
  expect(await readRecipient(stripe, id)).toMatchObject({
    identity: 'verified',
    payoutsEnabled: true,
    banks: [{ last4: '6789', currency: 'inr', instant: false }],
    taxId: 'missing',
  });
  for (const [to, identity] of [
    ['pending', 'pending'],
    ['due', 'required'],
    ['rejected', 'rejected'],
  ]) {
    await sim(`accounts/${id}/review`, { to });
    expect(await readRecipient(stripe, id)).toMatchObject({ identity, payoutsEnabled: false });
  }
});

it('refuses a recipient whom Stripe refuses, and no connected account passes for one', async () => {
  const world = await stripeWorld();
  for (const wrong of [{ country: 'XX' }, { email: null }]) {
    const refused = await createRecipient(world.stripe, { ...HOLDER, ...wrong }, attempt());
    expect(refused).toMatchObject({ status: 'refused', code: 'invalid_fields' });
  }
  const connected = await createPayoutAccount(world.stripe, { ...HOLDER, country: 'DE' }, attempt());
  if (connected.status !== 'succeeded') throw new Error(connected.status);
  const error = { code: 'provider_error', details: { reason: 'not_found' } };
  await expect(readRecipient(world.stripe, connected.value.id)).rejects.toMatchObject(error);
});

it('has no bank that is archived', async () => {
  const world = await stripeWorld();
  const id = await recipient(world);
  const [bank] = (await readRecipient(world.stripe, id)).banks;
  await world.stripe.v2.moneyManagement.payoutMethods.archive(bank!.id, {}, { stripeContext: id });
  expect((await readRecipient(world.stripe, id)).banks).toEqual([]);
});

it.each(['fail_before', 'fail_after', 'slow_after', 'garbage_after'] as const)(
  'makes one outbound payment, and funds once, when the answers are %s',
  async (kind) => {
    const { world, pay, left } = await paying();
    const times = kind === 'fail_before' ? 1 : 2;
    const impatient = await stripeClient(varsOf(world.env), 1000);
    await world.fault(kind, PAYMENTS, times, 3000);
    const once = attempt();
    const sent = await pay(20_000, once, impatient);
    expect(sent).toMatchObject({ status: 'succeeded', value: { amount: 20_000, status: 'in_transit' } });
    expect(await pay(20_000, once)).toEqual(sent);
    expect(await left()).toBe(30_000);
    await world.fund(1000);
    await world.fault(kind, 'POST /v1/payouts', times, 3000);
    const filled = await fundFinancialAccount(impatient, { ...FINANCIAL, amount: 700 }, attempt());
    expect(filled).toMatchObject({ status: 'succeeded', value: { status: 'paid', delivered: null } });
    expect(await world.cash('usd')).toEqual({ platform: 300, connected: 0, financial: 30_700 });
  },
);

it('looks for a payment older than its key before it sends it again', async () => {
  const { world, pay, left } = await paying();
  const once = attempt();
  const sent = await pay(20_000, once);
  await world.advance(31 * DAY_S);
  const again = await pay(20_000, { ...once, now: once.now + 31 * DAY_S * 1000 });
  if (sent.status !== 'succeeded' || again.status !== 'succeeded') throw new Error('not sent');
  expect(again.value).toEqual({ ...sent.value, status: 'paid' });
  expect(await left()).toBe(30_000);
});

it("arrives in the bank's currency when its time has come, and may come back after that", async () => {
  const { world, pay } = await paying();
  const sent = await pay(20_000);
  if (sent.status !== 'succeeded') throw new Error(JSON.stringify(sent));
  const { id, arrivesAt } = sent.value;
  expect(Math.abs(arrivesAt - clock.now() - 2 * DAY_S * 1000)).toBeLessThan(60_000);
  expect(sent.value).toEqual({
    id,
    amount: 20_000,
    currency: 'usd',
    status: 'in_transit',
    arrivesAt,
    failureCode: null,
    failureMessage: null,
    delivered: { amount: 1_680_000, currency: 'inr' },
  });
  await world.advance(2 * DAY_S + 1);
  expect(await readOutbound(world.stripe, id)).toMatchObject({ status: 'paid', failureCode: null });
  await world.sim(`outbound/${id}`, { code: 'payout_method_closed' });
  const returned = await readOutbound(world.stripe, id);
  expect(returned).toMatchObject({ status: 'failed', failureCode: 'payout_method_closed' });
  expect(payoutFailure(returned.failureCode)).toBe('The bank account is closed. Add another one.');
});

it('fails at a bank that refuses, and is canceled by us', async () => {
  const { world, pay, left } = await paying('payout_method_declined');
  const [one, other] = [await pay(20_000), await pay(100)];
  if (one.status !== 'succeeded' || other.status !== 'succeeded') throw new Error('not sent');
  await world.stripe.v2.moneyManagement.outboundPayments.cancel(other.value.id);
  expect(await readOutbound(world.stripe, other.value.id)).toMatchObject({
    status: 'canceled',
    failureCode: null,
  });
  await world.advance(2 * DAY_S + 1);
  expect(await readOutbound(world.stripe, one.value.id)).toMatchObject({
    status: 'failed',
    failureCode: 'payout_method_declined',
  });
  expect(await left()).toBe(50_000);
});

it('lacks funds, which may come, or is refused for what a person can act on', async () => {
  const { world, pay } = await paying();
  const short = await pay(50_001);
  if (short.status !== 'refused') throw new Error(short.status);
  expect(lacksFunds(short.code)).toBe(true);
  const unfunded = await fundFinancialAccount(world.stripe, { ...FINANCIAL, amount: 1 }, attempt());
  if (unfunded.status !== 'refused') throw new Error(unfunded.status);
  expect(lacksFunds(unfunded.code)).toBe(true);
  const id = await recipient(world);
  await world.sim(`accounts/${id}/review`, { to: 'due' });
  const input = { ...FINANCIAL, recipient: id, payoutMethod: null, amount: 100 };
  const restricted = await payOutbound(world.stripe, input, attempt());
  if (restricted.status !== 'refused') throw new Error(restricted.status);
  expect(lacksFunds(restricted.code)).toBe(false);
  expect(payoutRefusal(restricted.code).reason).toBe('account_restricted');
});

it('is unknown while Stripe does not say, or is asked too often', async () => {
  const { world, pay, left } = await paying();
  await world.fault('fail_before', PAYMENTS, 2);
  expect(await pay(100)).toMatchObject({ status: 'unknown', cause: 'server_error' });
  await world.fault('rate_limit', PAYMENTS);
  expect(await pay(100)).toMatchObject({ status: 'unknown', cause: 'rate_limited' });
  const running = await world.hold('before', PAYMENTS);
  const once = attempt();
  const first = pay(100, once);
  await running.reached();
  expect(await pay(100, once)).toMatchObject({ status: 'unknown', cause: 'in_progress' });
  await running.release();
  expect(await first).toMatchObject({ status: 'succeeded' });
  await expect(pay(200, once)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  expect(await left()).toBe(49_900);
});

it('believes a thin event by the secret of thin events alone, and says whom it is about', async () => {
  const vars = {
    STRIPE_API_URL: 'https://api.stripe.com',
    STRIPE_SECRET_KEY: 'sk_test_worker',
    STRIPE_WEBHOOK_SECRET: 'whsec_snapshots',
    STRIPE_THIN_WEBHOOK_SECRET: 'whsec_thin',
  };
  const signed = async (secret: string, body: string) => {
    const at = Math.floor(clock.now() / 1000);
    return `t=${at},v1=${await hmacSha256Hex(secret, `${at}.${body}`)}`;
  };
  const thin = (fields: object) =>
    JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v2.any', ...fields });
  const about = (id: string, type: string) => ({ related_object: { id, type, url: '/v2/any' } });
  const notice = async (body: string) => verifyNotice(vars, body, await signed('whsec_thin', body));
  const account = thin(about('acct_1', 'v2.core.account'));
  expect(await notice(account)).toEqual({
    id: 'evt_1',
    type: 'v2.any',
    account: 'acct_1',
    object: { id: 'acct_1', kind: 'v2.core.account' },
  });
  const payment = about('obp_1', 'v2.money_management.outbound_payment');
  expect(await notice(thin({ ...payment, context: null }))).toMatchObject({
    account: null,
    object: { id: 'obp_1', kind: 'v2.money_management.outbound_payment' },
  });
  const method = about('usba_1', 'v2.money_management.payout_method');
  expect(await notice(thin({ ...method, context: 'acct_ours/acct_2' }))).toMatchObject({ account: 'acct_2' });
  expect(await notice(thin({ context: 'acct_3' }))).toMatchObject({
    account: 'acct_3',
    object: { id: 'evt_1', kind: 'v2.core.event' },
  });
  const snapshot = JSON.stringify({
    id: 'evt_2',
    object: 'event',
    type: 'payout.paid',
    data: { object: { id: 'po_1', object: 'payout' } },
  });
  const invalid = { code: 'invalid_request' };
  const wrong = verifyNotice(vars, account, await signed('whsec_snapshots', account));
  await expect(wrong).rejects.toMatchObject(invalid);
  await expect(notice(snapshot)).rejects.toMatchObject(invalid);
  await expect(notice('[]')).rejects.toMatchObject(invalid);
  expectLogged('error', /STRIPE_THIN_WEBHOOK_SECRET is not set/);
  const unset = { ...vars, STRIPE_THIN_WEBHOOK_SECRET: undefined };
  await expect(verifyNotice(unset, account, await signed('whsec_thin', account))).rejects.toMatchObject({
    code: 'unavailable',
  });
});
