// Setting up the brand's card: the processor's state counts, and one card is on file.

import { beforeEach, describe, expect, it } from 'vitest';
import { customerOf } from '../../../../src/domains/money/cards/customer-of.ts';
import { detachReplacedCards } from '../../../../src/domains/money/cards/detach-replaced-cards.ts';
import { finishCardSetup } from '../../../../src/domains/money/cards/finish-card-setup.ts';
import { cardOf } from '../../../../src/domains/money/cards/interface.ts';
import { findCustomer, insertCustomer, saveCustomer } from '../../../../src/domains/money/cards/store.ts';
import { HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { inBatch } from '../../../harness/money/payments.ts';
import {
  accountOf,
  connect,
  giveCard,
  load,
  refusalOf,
  submit,
} from '../../../harness/money/payouts-setup.ts';
import { type StripeWorld, stripeWorld } from '../../../harness/money/stripe.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { call, type Minted, mintAccount, ORIGIN, testEnv } from '../../../harness/world.ts';

const PAGE = 'https://app.brand.example/settings?tab=pay';
let stripe: StripeWorld;
let brand: Minted;
beforeEach(async () => {
  stripe = await stripeWorld();
  brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
});

const saved = (customer: string) => stripe.stripe.customers.listPaymentMethods(customer);
describe('a card through the hosted page', () => {
  it('is on file once the person is back, and the account shows it', async () => {
    expect((await accountOf(brand)).paymentMethod).toBeNull();
    const start = await connect(stripe, brand, { provider: 'card', returnUrl: PAGE });
    expect(start.status).toBe(201);
    const { url, clientSecret, component, expiresAt } = start.body.data;
    expect([clientSecret, component]).toEqual([null, null]);
    expect(Date.parse(expiresAt)).toBeGreaterThan(clock.now());
    const back = await submit(url, { card: 'pm_card_mastercard' });
    expect(back).toMatch(new RegExp(`^${ORIGIN}/connections/[A-Za-z0-9]{32}$`));
    for (let visit = 0; visit < 2; visit++) {
      expect(await load(stripe, back)).toMatchObject({ status: 303, location: `${PAGE}&status=added` });
    }
    const account = await accountOf(brand);
    expect(account.paymentMethod).toEqual({ status: 'active', brand: 'mastercard', last4: '4444' });
    expect(account.version).toBe(2);
    expect(await cardOf(stripe.ctx(), brand.id)).toMatchObject({ customer: expect.stringMatching(/^cus_/) });
  });

  it('that was left without a card leads back with an error, and nothing is on file', async () => {
    await connect(stripe, brand, { provider: 'card', returnUrl: PAGE });
    const row = await testEnv.DB.prepare('SELECT id FROM connection_visits WHERE holder = ?')
      .bind(brand.id)
      .first<{ id: string }>();
    const back = await load(stripe, `${ORIGIN}/connections/${row!.id}`);
    expect(back).toMatchObject({ status: 303, location: `${PAGE}&status=error` });
    expect(await cardOf(stripe.ctx(), brand.id)).toBeNull();
  });

  it('ends on a page of ours without a returnUrl', async () => {
    const start = await connect(stripe, brand, { provider: 'card' });
    const back = await load(stripe, await submit(start.body.data.url, { card: 'pm_card_visa' }));
    expect(back).toMatchObject({
      status: 200,
      location: null,
      text: expect.stringContaining('The card is saved'),
    });
  });
});

describe('a card through a form of the brand', () => {
  it('is on file as soon as the webhook is in, and the secret is not shown again', async () => {
    const body = { provider: 'card', checkout: 'elements' };
    const send = () =>
      call('POST', '/v1/connections', {
        env: stripe.env,
        key: brand.key,
        body,
        headers: { 'Idempotency-Key': 'once' },
      });
    const start = await send();
    expect(start.body.data).toMatchObject({
      url: null,
      clientSecret: expect.stringMatching(/_secret_/),
      component: null,
    });
    const again = await send();
    expect([again.headers.get('Idempotency-Replayed'), again.body.data.clientSecret]).toEqual(['true', null]);
    const session = start.body.data.clientSecret.split('_secret_')[0];
    await stripe.sim(`checkout/${session}`, {});
    await stripe.webhooks();
    expect((await accountOf(brand)).paymentMethod).toMatchObject({ last4: '4242' });
  });
});

describe('a second card', () => {
  it('replaces the first, which goes off file an hour later', async () => {
    await giveCard(stripe, brand);
    await stripe.webhooks();
    const first = (await cardOf(stripe.ctx(), brand.id))!;
    await stripe.advance(5);
    await giveCard(stripe, brand, 'pm_card_mastercard');
    await stripe.webhooks({ copies: 2 });
    const second = (await cardOf(stripe.ctx(), brand.id))!;
    expect(second.customer).toBe(first.customer);
    expect((await accountOf(brand)).paymentMethod).toMatchObject({ last4: '4444' });
    await detachReplacedCards(stripe.ctx());
    expect((await saved(first.customer)).data).toHaveLength(2);
    for (let run = 0; run < 2; run++) await detachReplacedCards(stripe.ctx(clock.now() + HOUR_MS + 1000));
    expect((await saved(first.customer)).data.map((card) => card.id)).toEqual([second.card]);
  });

  it('stays on file when the news of the first comes later', async () => {
    await giveCard(stripe, brand);
    await stripe.advance(5);
    await giveCard(stripe, brand, 'pm_card_mastercard');
    await stripe.webhooks({ reverse: true });
    expect((await accountOf(brand)).paymentMethod).toMatchObject({ last4: '4444' });
    const { customer, card } = (await cardOf(stripe.ctx(), brand.id))!;
    await detachReplacedCards(stripe.ctx(clock.now() + HOUR_MS + 1000));
    expect((await saved(customer)).data.map((one) => one.id)).toEqual([card]);
  });

  it('given at the same time as another leaves exactly one on file', async () => {
    for (const card of ['pm_card_visa', 'pm_card_mastercard', 'pm_card_bypassPending']) {
      await giveCard(stripe, brand, card);
    }
    const { results } = await testEnv.DB.prepare('SELECT session FROM card_setups WHERE account_id = ?')
      .bind(brand.id)
      .all<{ session: string }>();
    const ends = results.flatMap(({ session }) => [session, session]);
    const answers = await Promise.all(ends.map((session) => finishCardSetup(stripe.ctx(), session)));
    expect(new Set(answers)).toEqual(new Set([brand.id]));
    const rows = await testEnv.DB.prepare('SELECT status FROM cards WHERE account_id = ? ORDER BY status')
      .bind(brand.id)
      .all();
    expect(rows.results.map((row) => row.status)).toEqual(['on_file', 'replaced', 'replaced']);
  });
});

describe('the customer at the processor', () => {
  it('is one, though answers are lost, the name changes and two ask at once', async () => {
    await stripe.fault('fail_after', 'POST /v1/customers');
    const lost = await connect(stripe, brand, { provider: 'card' });
    expect([lost.status, lost.body.error.code]).toEqual([503, 'unavailable']);
    await call('PATCH', '/v1/account', { key: brand.key, body: { name: `New name ${brand.id}` } });
    const both = await Promise.all([1, 2].map(() => connect(stripe, brand, { provider: 'card' })));
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    expect((await stripe.stripe.customers.list()).data).toHaveLength(1);
  });

  it('is asked for as the first of two requests has it, and is the first that comes back', async () => {
    const request = (requestKey: string) => ({
      accountId: brand.id,
      requestKey,
      name: requestKey,
      customer: null,
      createdAt: 1,
    });
    await inBatch((ctx) => {
      insertCustomer(ctx, request('first'));
      insertCustomer(ctx, request('second'));
    });
    expect(await findCustomer(stripe.ctx(), brand.id)).toEqual(request('first'));
    for (const made of ['cus_first', 'cus_second']) {
      await inBatch((ctx) => saveCustomer(ctx, brand.id, made));
    }
    expect(await customerOf(stripe.ctx(), brand.id)).toBe('cus_first');
  });
});

describe('who may connect what', () => {
  it('keeps cards to brands and payouts to creators and partners', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const creator = await mintCreator(partner.key);
    const card = { provider: 'card' };
    expect(refusalOf(await connect(stripe, partner, card))).toEqual([
      422,
      'operation_rejected',
      'brands_only',
    ]);
    const acting = { key: partner.key, as: creator.id };
    expect(refusalOf(await connect(stripe, acting, card))).toEqual([
      422,
      'operation_rejected',
      'brands_only',
    ]);
    const payouts = { provider: 'stripe', country: 'US' };
    expect(refusalOf(await connect(stripe, brand, payouts))).toEqual([
      422,
      'operation_rejected',
      'not_for_brands',
    ]);
    expect((await connect(stripe, { key: partner.key, as: client.id }, card)).status).toBe(201);
  });

  it.each(['meta', 'google', 'snapchat', 'tiktok', 'shopify'])(
    'says that %s is not to be had here',
    async (provider) => {
      expectLogged('warn', /_(ID|KEY|SECRET) is not set on .*-service/);
      const answer = await connect(stripe, brand, { provider, shop: 'northwind' });
      expect(refusalOf(answer)).toEqual([422, 'operation_rejected', 'provider_unavailable']);
    },
  );

  it('answers 503 when no processor is configured', async () => {
    expectLogged('error', /STRIPE_SECRET_KEY is not set/);
    const answer = await call('POST', '/v1/connections', { key: brand.key, body: { provider: 'card' } });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
  });
});

describe('a link back', () => {
  it('that nobody was given, or that is too old, is a clear page', async () => {
    const unknown = await load(stripe, `${ORIGIN}/connections/${'x'.repeat(32)}`);
    expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('Unknown link') });
    const start = await connect(stripe, brand, { provider: 'card', returnUrl: PAGE });
    const back = await submit(start.body.data.url, { card: 'pm_card_visa' });
    await testEnv.DB.prepare('UPDATE connection_visits SET expires_at = ? WHERE holder = ?')
      .bind(clock.now() - 1, brand.id)
      .run();
    expect(await load(stripe, back)).toMatchObject({
      status: 410,
      text: expect.stringContaining('has expired'),
    });
  });

  it('does not call the processor silent where the Worker lacks its secret, and logs which', async () => {
    const start = await connect(stripe, brand, { provider: 'card', returnUrl: PAGE });
    const back = await submit(start.body.data.url, { card: 'pm_card_visa' });
    expectLogged('error', /STRIPE_SECRET_KEY is not set on creator-marketing-service/);
    const env = { ...stripe.env, STRIPE_SECRET_KEY: undefined } as never;
    expect(await load({ ...stripe, env }, back)).toMatchObject({
      status: 503,
      text: expect.stringMatching(/Not available[\s\S]*Payments are not configured/),
    });
  });

  it('asks the person to wait while the processor is silent', async () => {
    const start = await connect(stripe, brand, { provider: 'card', returnUrl: PAGE });
    const back = await submit(start.body.data.url, { card: 'pm_card_visa' });
    await stripe.fault('fail_before', 'GET /v1/checkout/sessions');
    expect(await load(stripe, back)).toMatchObject({
      status: 503,
      text: expect.stringContaining('again in a minute'),
    });
    expect(await load(stripe, back)).toMatchObject({ status: 303, location: `${PAGE}&status=added` });
  });

  it("is sent back to an app of the key's account, which registered its scheme", async () => {
    const returnUrl = 'com.shop.app://back';
    const refused = await connect(stripe, brand, { provider: 'card', returnUrl });
    expect([refused.status, refused.body.error.details[0].message]).toEqual([
      422,
      expect.stringContaining('returnSchemes'),
    ]);
    const register = (returnSchemes: string[]) =>
      call('PATCH', '/v1/account', { key: brand.key, body: { returnSchemes } });
    for (const scheme of [
      'search-ms',
      'itms-services',
      'https',
      'javascript',
      'myapp',
      'com.',
      '.app',
      'a b.c',
    ])
      expect((await register([scheme])).status, scheme).toBe(422);
    expect((await register(['Com.Shop.App'])).body.data.returnSchemes).toEqual(['com.shop.app']);
    expect((await connect(stripe, brand, { provider: 'card', returnUrl })).status).toBe(201);
  });

  it('refuses a returnUrl of somebody else before anything is made', async () => {
    const answer = await connect(stripe, brand, { provider: 'card', returnUrl: 'https://evil.example/' });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([422, '/returnUrl']);
    expect((await stripe.stripe.customers.list()).data).toEqual([]);
  });

  it('to an app, by its path, resolves against our own address', async () => {
    const start = await connect(stripe, brand, { provider: 'card', returnUrl: '/settings' });
    const back = await load(stripe, await submit(start.body.data.url, { card: 'pm_card_visa' }));
    expect(back.location).toBe(`${ORIGIN}/settings?status=added`);
  });
});
