// The official package against the simulator, version 2: recipients of Global Payouts and payments to them.

import { createServer, type Server } from 'node:http';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyNotice } from '../../src/integrations/stripe/inbound.ts';
import * as clock from '../harness/clock.ts';
import { freePorts } from './support/dev.ts';
import { type StripeWorld, simulator } from './support/stripe.ts';

const RECEIVER_PORT = await freePorts();
const DAY_S = 86_400;
const FROM = { financial_account: 'fa_test_sim', currency: 'usd' };

const recipientOf = (country: string): Stripe.V2.Core.AccountCreateParams => ({
  contact_email: 'creator@example.com',
  dashboard: 'none',
  identity: { country, entity_type: 'individual' },
  configuration: { recipient: { capabilities: { bank_accounts: { local: { requested: true } } } } },
  include: ['configuration.recipient', 'identity', 'requirements'],
});

/** A recipient in India with a bank, and 500 dollars in the financial account. */
async function funded(world: StripeWorld, failing?: string) {
  const { id } = await world.stripe.v2.core.accounts.create(recipientOf('in'));
  await world.sim(`accounts/${id}/onboard`, { failing });
  await world.fund(60_000);
  await world.stripe.payouts.create({ amount: 50_000, currency: 'usd', payout_method: 'fa_test_sim' });
  const payments = world.stripe.v2.moneyManagement.outboundPayments;
  const pay = (value: number, options = {}) =>
    payments.create({ amount: { value, currency: 'usd' }, from: FROM, to: { recipient: id } }, options);
  const left = async () => (await world.sim('cash', { currency: 'usd' })).financial;
  return { id, payments, pay, left };
}

describe('a recipient', () => {
  it('shows only what is asked for, and goes from required to active by a page that works once', async () => {
    const { stripe } = await simulator.world();
    const { accounts, accountLinks } = stripe.v2.core;
    const made = await accounts.create(recipientOf('in'));
    expect(made).toMatchObject({
      identity: { country: 'IN', entity_type: 'individual' },
      applied_configurations: ['recipient'],
      defaults: null,
    });
    const bare = await accounts.retrieve(made.id);
    expect([bare.identity, bare.configuration, bare.requirements]).toEqual([null, null, null]);
    const status = async () => {
      const account = await accounts.retrieve(made.id, { include: ['configuration.recipient'] });
      return account.configuration?.recipient?.capabilities?.bank_accounts?.local?.status;
    };
    expect(await status()).toBe('restricted');
    const urls = { return_url: 'https://app.example/back', refresh_url: 'https://app.example/again' };
    const use_case = { type: 'account_onboarding', account_onboarding: urls };
    const { url } = await accountLinks.create({ account: made.id, use_case });
    const submit = async () =>
      (await fetch(url, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })).headers.get(
        'location',
      );
    expect([await submit(), await submit()]).toEqual([urls.return_url, urls.refresh_url]);
    expect(await status()).toBe('active');
    const methods = stripe.v2.moneyManagement.payoutMethods;
    const { data } = await methods.list({}, { stripeContext: made.id });
    expect(data).toMatchObject([{ bank_account: { country: 'IN', supported_currencies: ['inr'] } }]);
    expect((await methods.list()).data).toEqual([]);
  });

  it('is listed newest first, page by page', async () => {
    const { stripe } = await simulator.world();
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.unshift((await stripe.v2.core.accounts.create(recipientOf('br'))).id);
    const listed: string[] = [];
    const list = stripe.v2.core.accounts.list({ applied_configurations: ['recipient'], limit: 1 });
    for await (const account of list) listed.push(account.id);
    expect(listed).toEqual(made);
  });

  it.each([
    [{ colour: 'red' }, 400, 'invalid_fields'],
    [{ contact_email: 5 }, 400, 'invalid_fields'],
    [{ contact_email: null }, 400, 'invalid_fields'],
    [{ include: ['everything'] }, 400, 'invalid_fields'],
    [{ identity: { country: 'xx' } }, 400, 'invalid_fields'],
    [{ identity: { entity_type: 'individual' } }, 400, 'invalid_fields'],
  ])('with %j is refused in the words of version 2', async (change, status, code) => {
    const { raw } = await simulator.world();
    const body = JSON.stringify({ ...recipientOf('in'), ...change });
    const answer = await raw('/v2/core/accounts', body, { 'Content-Type': 'application/json' });
    expect(answer).toMatchObject({ status, body: { error: { code, message: expect.any(String) } } });
    expect(answer.body.error.type).toBeUndefined();
    const form = await raw('/v2/core/accounts', 'contact_email=a');
    expect(form.status).toBe(400);
  });

  it('is unknown to anyone else, and is no connected account', async () => {
    const { raw } = await simulator.world();
    expect(await raw('/v2/core/accounts/acct_no')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    const context = { 'Stripe-Context': 'acct_no' };
    expect((await raw('/v2/money_management/payout_methods', undefined, context)).status).toBe(403);
    const account = { 'Stripe-Account': 'acct_no' };
    expect((await raw('/v2/core/accounts', undefined, account)).status).toBe(400);
  });
});

describe('an outbound payment', () => {
  it("takes from the financial account at once, posts in two days, and arrives in the bank's currency", async () => {
    const world = await simulator.world();
    const { pay, left, payments } = await funded(world);
    expect(await world.sim('cash', { currency: 'usd' })).toMatchObject({
      platform: 10_000,
      financial: 50_000,
    });
    const sent = await pay(20_000);
    expect(sent).toMatchObject({
      status: 'processing',
      cancelable: true,
      to: { credited: { value: 1_680_000, currency: 'inr' } },
    });
    expect(await left()).toBe(30_000);
    const { data } = await world.stripe.v2.moneyManagement.financialAccounts.list();
    expect(data).toMatchObject([
      { balance: { available: { usd: { value: 30_000 } }, outbound_pending: { usd: { value: 20_000 } } } },
    ]);
    await world.sim('clock', { advance: 2 * DAY_S - 60 });
    expect((await payments.retrieve(sent.id)).status).toBe('processing');
    await world.sim('clock', { advance: 120 });
    const posted = await payments.retrieve(sent.id);
    expect(posted).toMatchObject({ status: 'posted', cancelable: false });
    expect(posted.status_transitions?.posted_at).toBeTruthy();
    await expect(payments.cancel(sent.id)).rejects.toMatchObject({ type: 'NotCancelableError' });
    expect(await left()).toBe(30_000);
  });

  it('is refused when the financial account has too little, and takes nothing', async () => {
    const world = await simulator.world();
    const { pay, left } = await funded(world);
    await expect(pay(50_001)).rejects.toMatchObject({
      type: 'InsufficientFundsError',
      rawType: 'insufficient_funds',
      statusCode: 400,
    });
    expect(await left()).toBe(50_000);
    const short = { amount: 10_001, currency: 'usd', payout_method: 'fa_test_sim' };
    await expect(world.stripe.payouts.create(short)).rejects.toMatchObject({ code: 'balance_insufficient' });
    const strange = { amount: 100, currency: 'usd', payout_method: 'fa_other' };
    await expect(world.stripe.payouts.create(strange)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it.each([
    ['payout_method_declined', 'failed', 2],
    ['payout_method_closed', 'returned', 3],
  ])('%s at the bank is %s, and the money is back', async (reason, status, days) => {
    const world = await simulator.world();
    const { pay, left, payments } = await funded(world, reason);
    const { id } = await pay(20_000);
    await world.sim('clock', { advance: days * DAY_S + 1 });
    expect(await payments.retrieve(id)).toMatchObject({ status, status_details: { [status]: { reason } } });
    expect(await left()).toBe(50_000);
    await world.sim('clock', { advance: 5 * DAY_S });
    expect(await left()).toBe(50_000);
  });

  it('comes back when the bank says so after it was posted, once', async () => {
    const world = await simulator.world();
    const { pay, left, payments } = await funded(world);
    const { id } = await pay(20_000);
    await world.sim('clock', { advance: 2 * DAY_S + 1 });
    await world.sim(`outbound/${id}`, { code: 'payout_method_closed' });
    expect(await payments.retrieve(id)).toMatchObject({
      status: 'returned',
      status_details: { returned: { reason: 'payout_method_closed' } },
    });
    expect(await left()).toBe(50_000);
    await expect(world.sim(`outbound/${id}`)).rejects.toThrow('returned');
  });

  it('is made once under its key, for 30 days, and canceled once', async () => {
    const world = await simulator.world();
    const { pay, left, payments } = await funded(world);
    const key = { idempotencyKey: 'monday' };
    const first = await pay(20_000, key);
    await world.sim('clock', { advance: 2 * DAY_S - 60 });
    expect((await pay(20_000, key)).id).toBe(first.id);
    await expect(pay(20_001, key)).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect(await left()).toBe(30_000);
    expect(await payments.cancel(first.id)).toMatchObject({ status: 'canceled' });
    await expect(payments.cancel(first.id)).rejects.toMatchObject({ type: 'AlreadyCanceledError' });
    expect(await left()).toBe(50_000);
    await world.sim('clock', { advance: 29 * DAY_S });
    expect((await pay(20_000, key)).id).not.toBe(first.id);
  });

  it('goes only to a recipient who takes payments, by a payout method that is on file', async () => {
    const world = await simulator.world();
    const { id, pay, payments } = await funded(world);
    const methods = world.stripe.v2.moneyManagement.payoutMethods;
    const [method] = (await methods.list({}, { stripeContext: id })).data;
    const by = (payout_method: string, currency?: string) => {
      const to = { recipient: id, payout_method, ...(currency ? { currency } : {}) };
      return payments.create({ amount: { value: 100, currency: 'usd' }, from: FROM, to });
    };
    expect((await by(method!.id)).to.payout_method).toBe(method!.id);
    await expect(by(method!.id, 'eur')).rejects.toMatchObject({ code: 'invalid_fields' });
    await expect(by('usba_no')).rejects.toMatchObject({ code: 'not_found' });
    await methods.archive(method!.id, {}, { stripeContext: id });
    await expect(by(method!.id)).rejects.toMatchObject({ rawType: 'invalid_payout_method' });
    await world.sim(`accounts/${id}/review`, { to: 'pending' });
    await expect(pay(100)).rejects.toMatchObject({ type: 'CapabilityNotEnabledError' });
  });
});

describe('thin events', () => {
  let server: Server;
  let bodies: { body: string; signature: string }[] = [];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(200).end();
    });
    await new Promise<void>((resolve) => server.listen(RECEIVER_PORT, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  it('say what to read, signed with a secret of their own, which no snapshot event is signed with', async () => {
    const world = await simulator.world();
    bodies = [];
    const { STRIPE_WEBHOOK_SECRET: secret, STRIPE_THIN_WEBHOOK_SECRET: thinSecret } = world.vars;
    const url = `http://127.0.0.1:${RECEIVER_PORT}/`;
    await world.sim('receiver', { url, secret, thinSecret, hold: true });
    const { id, pay } = await funded(world);
    const payment = await pay(100);
    await world.sim('clock', { advance: 2 * DAY_S + 1 });
    await world.sim('flush');
    const posted = bodies.find(({ body }) => body.includes('outbound_payment.posted'))!;
    const now = Math.floor(clock.now() / 1000) + 2 * DAY_S;
    const event = await world.stripe.parseEventNotificationAsync(
      posted.body,
      posted.signature,
      thinSecret!,
      undefined,
      undefined,
      now * 1000,
    );
    expect(event).toMatchObject({
      object: 'v2.core.event',
      related_object: { id: payment.id, type: 'v2.money_management.outbound_payment' },
    });
    const related = 'fetchRelatedObject' in event ? await event.fetchRelatedObject() : null;
    expect(related).toMatchObject({ id: payment.id, status: 'posted' });
    for (const { body, signature } of bodies) {
      const thin = JSON.parse(body).object === 'v2.core.event';
      const wrong = world.stripe.webhooks.signature!.verifyHeaderAsync(
        body,
        signature,
        thin ? secret! : thinSecret!,
        10 * DAY_S,
      );
      await expect(wrong).rejects.toMatchObject({ type: 'StripeSignatureVerificationError' });
    }
    const account = bodies.find(({ body }) => body.includes('[requirements].updated'))!;
    expect(await signedNow(world, account.body)).toMatchObject({
      account: id,
      object: { id, kind: 'v2.core.account' },
    });
  });

  async function signedNow(world: StripeWorld, payload: string) {
    const secret = world.vars.STRIPE_THIN_WEBHOOK_SECRET!;
    const timestamp = Math.floor(clock.now() / 1000);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
    return verifyNotice(world.vars, payload, signature);
  }
});
