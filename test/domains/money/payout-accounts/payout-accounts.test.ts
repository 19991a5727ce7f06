// A creator's or partner's account at the processor: created once, and shown as the processor reports it.

import { beforeEach, describe, expect, it } from 'vitest';
import { auditOperations } from '../../../../src/domains/accounts/audit/operations.ts';
import { payoutAccountOf } from '../../../../src/domains/money/payout-accounts/interface.ts';
import { refreshPayoutAccount } from '../../../../src/domains/money/payout-accounts/refresh-payout-account.ts';
import {
  deleteRequest,
  findAccount,
  insertRequest,
} from '../../../../src/domains/money/payout-accounts/store.ts';
import { createRecipient, readRecipient } from '../../../../src/integrations/stripe/recipients.ts';
import * as clock from '../../../harness/clock.ts';
import { inBatch } from '../../../harness/money/payments.ts';
import {
  accountOf,
  connect,
  load,
  onboard,
  processorAccountOf,
  refusalOf,
  submit,
} from '../../../harness/money/payouts-setup.ts';
import { type StripeWorld, stripeWorld } from '../../../harness/money/stripe.ts';
import { listedBy, personOf } from '../../../harness/people/person.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { call, type Minted, mintAccount, ORIGIN, testEnv } from '../../../harness/world.ts';

const PAYOUTS = { provider: 'stripe', country: 'US' };
const PAGE = 'https://app.agency.example/payouts';
let stripe: StripeWorld;
let partner: Minted;
let creator: { id: string };
let acting: { key: string; as: string };
beforeEach(async () => {
  stripe = await stripeWorld();
  partner = await mintAccount('partner', { origins: ['https://app.agency.example'] });
  creator = await mintCreator(partner.key);
  acting = { key: partner.key, as: creator.id };
});

const payouts = async () =>
  (await call('GET', `/v1/creators/${creator.id}`, { key: partner.key })).body.data.payouts;
const accounts = async () => (await stripe.stripe.accounts.list({ limit: 100 })).data;
const updates = async () => {
  const { results } = await testEnv.DB.prepare(
    "SELECT account_id, data FROM events WHERE type = 'creator.payouts_updated' AND creator_id = ?",
  )
    .bind(creator.id)
    .all<{ account_id: string | null; data: string }>();
  return results;
};

const on = (schedule: string) => (country: { schedule: string }) => country.schedule === schedule;

describe('the countries', () => {
  it('are listed for whoever may ask, each with the currency of its banks', async () => {
    const { body } = await call('GET', '/v1/payouts/countries', { ...acting });
    expect(body.nextCursor).toBeNull();
    const britain = { code: 'GB', name: 'United Kingdom', currency: 'gbp', schedule: 'on_request' };
    expect(body.data).toContainEqual(britain);
    const codes = body.data.map((country: { code: string }) => country.code);
    expect(new Set(codes).size).toBe(codes.length);
    const names = body.data.map((country: { name: string }) => country.name);
    expect(names).toEqual([...names].sort());
  });

  it('are all open at the processor, in that currency', async () => {
    const { body } = await call('GET', '/v1/payouts/countries', { key: partner.key });
    for (const { code, currency } of body.data.filter(on('on_request'))) {
      const made = await stripe.stripe.accounts.create({ country: code });
      expect(made.default_currency, code).toBe(currency);
    }
    for (const { code, currency } of body.data.filter(on('weekly'))) {
      const attempt = { key: `attempt-${code}`, firstSentAt: clock.now(), now: clock.now() };
      const holder = { id: `crtr_${code}`, country: code, email: null, person: true };
      const made = await createRecipient(stripe.stripe, holder, attempt);
      if (made.status !== 'succeeded') throw new Error(`${code}: ${JSON.stringify(made)}`);
      await stripe.sim(`accounts/${made.value.id}/onboard`);
      const { country, banks } = await readRecipient(stripe.stripe, made.value.id);
      expect([country, banks.map((bank) => bank.currency)]).toEqual([code, [currency]]);
    }
  });

  it('have to be named the first time, be open, and stay', async () => {
    const ask = async (country?: string) => refusalOf(await connect(stripe, acting, { ...PAYOUTS, country }));
    expect(await ask()).toEqual([422, 'operation_rejected', 'country_required']);
    expect(await ask('KP')).toEqual([422, 'operation_rejected', 'country_not_supported']);
    expect(await ask('Germany')).toEqual([422, 'validation_failed', undefined]);
    expect(await accounts()).toEqual([]);
    expect((await ask('de'))[0]).toBe(201);
    expect((await ask())[0]).toBe(201);
    expect((await ask('DE'))[0]).toBe(201);
    expect(await ask('FR')).toEqual([422, 'operation_rejected', 'country_fixed']);
    expect(await payoutAccountOf(stripe.ctx(), creator.id)).toMatchObject({ country: 'DE', currency: 'eur' });
  });
});

describe("a creator's payouts through the hosted page", () => {
  it('are set up when the person is back: shown, and told once', async () => {
    expect(await payouts()).toEqual({ identity: { status: 'required' }, bankAccount: null });
    const start = await connect(stripe, acting, { ...PAYOUTS, returnUrl: PAGE });
    expect(start.body.data).toMatchObject({ clientSecret: null, component: null });
    expect(await payouts()).toEqual({ identity: { status: 'required' }, bankAccount: { status: 'missing' } });
    expect(await updates()).toEqual([]);
    const back = await submit(start.body.data.url);
    expect(await load(stripe, back)).toMatchObject({ status: 303, location: `${PAGE}?status=connected` });
    const done = { identity: { status: 'verified' }, bankAccount: { status: 'added' } };
    expect(await payouts()).toEqual(done);
    await stripe.webhooks({ copies: 3 });
    expect(await payouts()).toEqual(done);
    const toldOfBank = testEnv.DB.prepare(
      "SELECT COUNT(*) AS n FROM events WHERE type = 'payout_bank.changed' AND creator_id = ?",
    );
    expect(await toldOfBank.bind(creator.id).first('n')).toBe(1);
    expect(await updates()).toEqual([{ account_id: null, data: JSON.stringify({ creator: creator.id }) }]);
    expect(await payoutAccountOf(stripe.ctx(), creator.id)).toMatchObject({
      country: 'US',
      currency: 'usd',
      identity: 'verified',
      kind: 'connected',
      banks: [{ id: expect.any(String), last4: '6789', currency: 'usd', instant: true }],
      payoutsEnabled: true,
      taxId: 'verified',
    });
    // The same bank is no other one because the processor tells something else of it.
    await testEnv.DB.prepare(
      "UPDATE payout_accounts SET banks = json_set(banks, '$[0].instant', json('false')) WHERE holder = ?",
    )
      .bind(creator.id)
      .run();
    const processorAccount = await processorAccountOf(creator.id);
    await stripe.sim(`accounts/${processorAccount}/review`, { to: 'due' });
    await stripe.webhooks();
    expect(await toldOfBank.bind(creator.id).first('n')).toBe(1);
    expect((await payouts()).identity).toEqual({ status: 'required' });
  });

  it('that were left half way lead back with an error', async () => {
    await connect(stripe, acting, { ...PAYOUTS, returnUrl: PAGE });
    const row = await testEnv.DB.prepare('SELECT id FROM connection_visits WHERE holder = ?')
      .bind(creator.id)
      .first<{ id: string }>();
    const back = `${ORIGIN}/connections/${row!.id}`;
    expect((await load(stripe, back)).location).toBe(`${PAGE}?status=error`);
  });

  it('go on by a fresh page when the first was used or is too old', async () => {
    const start = await connect(stripe, acting, { ...PAYOUTS, returnUrl: PAGE });
    await stripe.advance(301);
    const again = await submit(start.body.data.url);
    expect(again).toMatch(/\/connections\/[A-Za-z0-9]{32}\/again$/);
    const fresh = await load(stripe, again);
    expect(fresh.status).toBe(303);
    const back = await submit(fresh.location!);
    expect((await load(stripe, back)).location).toBe(`${PAGE}?status=connected`);
  });
});

describe('the form on a page of ones own', () => {
  it('is for setting up at first and for changes once the person is verified', async () => {
    const form = async () =>
      (await connect(stripe, acting, { provider: 'stripe', country: 'US', checkout: 'elements' })).body.data;
    const first = await form();
    expect(first).toMatchObject({ url: null, component: 'account_onboarding' });
    expect(first.clientSecret).toMatch(/^accs_/);
    expect(Date.parse(first.expiresAt)).toBeGreaterThan(clock.now());
    await stripe.sim(`accounts/${await processorAccountOf(creator.id)}/onboard`);
    await stripe.webhooks();
    expect(await form()).toMatchObject({ component: 'account_management' });
    await stripe.sim(`accounts/${await processorAccountOf(creator.id)}/review`, { to: 'due' });
    await stripe.webhooks();
    expect(await form()).toMatchObject({ component: 'account_onboarding' });
    const logged = await listedBy(await personOf(partner), auditOperations.listAuditEntries, {
      query: { operation: 'createConnection' },
    });
    expect(logged).toMatchObject(
      Array(3).fill({ by: 'key', caller: { id: partner.keyId }, creator: creator.id, choice: 'stripe' }),
    );
  });
});

describe('what the processor finds out later', () => {
  it('is shown and told once for each change, in whatever order it comes', async () => {
    const account = await onboard(stripe, creator.id, acting);
    await stripe.webhooks();
    for (const [to, identity] of [
      ['pending', 'pending'],
      ['due', 'required'],
      ['rejected', 'required'],
    ]) {
      await stripe.sim(`accounts/${account}/review`, { to });
      await stripe.webhooks({ copies: 2 });
      expect((await payouts()).identity.status).toBe(identity);
    }
    expect(await updates()).toHaveLength(4);
    await stripe.sim(`accounts/${account}/review`, { to: 'pending' });
    await stripe.sim(`accounts/${account}/onboard`);
    await stripe.webhooks({ reverse: true, copies: 2 });
    expect((await payouts()).identity.status).toBe('verified');
    expect(await updates()).toHaveLength(5);
  });

  it('is never overwritten by a look that began earlier', async () => {
    const account = await onboard(stripe, creator.id, acting);
    // This read sees the verified person, but its response is delayed.
    const look = await stripe.hold('after', `GET /v1/accounts/${account}`);
    const early = refreshPayoutAccount(stripe.ctx(), account);
    await look.reached();
    await stripe.sim(`accounts/${account}/review`, { to: 'due' });
    const late = await refreshPayoutAccount(stripe.ctx(), account);
    expect(late).toMatchObject({ identity: 'required', payoutsEnabled: false });
    await look.release();
    expect(await early).toMatchObject({ identity: 'required', payoutsEnabled: false });
    expect((await payouts()).identity.status).toBe('required');
  });

  it('about an account that is not ours is nobody’s business', async () => {
    const { id } = await stripe.stripe.accounts.create({ country: 'US' });
    expect(await refreshPayoutAccount(stripe.ctx(), id)).toBeNull();
  });
});

describe('the account at the processor', () => {
  it('is one, however many ask at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => connect(stripe, acting, PAYOUTS)));
    // While the first is being answered, the processor tells the others to try again.
    for (const answer of answers) expect([201, 503]).toContain(answer.status);
    expect((await connect(stripe, acting, PAYOUTS)).status).toBe(201);
    expect(await accounts()).toHaveLength(1);
  });

  it('is found again when everything about its making was lost, even a day later', async () => {
    await stripe.fault('fail_after', 'POST /v1/accounts', 2);
    await stripe.fault('fail_before', 'GET /v1/accounts', 1);
    const lost = await connect(stripe, acting, PAYOUTS);
    expect([lost.status, lost.body.error.code]).toEqual([503, 'unavailable']);
    const [made] = await accounts();
    expect(await payoutAccountOf(stripe.ctx(), creator.id)).toBeNull();
    await stripe.advance(25 * 3600);
    await testEnv.DB.prepare('UPDATE payout_accounts SET created_at = created_at - 90000000 WHERE holder = ?')
      .bind(creator.id)
      .run();
    expect((await connect(stripe, acting, PAYOUTS)).status).toBe(201);
    expect((await accounts()).map((account) => account.id)).toEqual([made!.id]);
    expect(await processorAccountOf(creator.id)).toBe(made!.id);
  });

  it('is asked for in the same words again, whatever the email address is by then', async () => {
    await stripe.fault('fail_after', 'POST /v1/accounts', 2);
    await stripe.fault('fail_before', 'GET /v1/accounts', 1);
    expect((await connect(stripe, acting, PAYOUTS)).status).toBe(503);
    await testEnv.DB.prepare('UPDATE creators SET email = ? WHERE id = ?')
      .bind(`new-${creator.id}@agency.example`, creator.id)
      .run();
    expect((await connect(stripe, acting, PAYOUTS)).status).toBe(201);
    expect(await accounts()).toHaveLength(1);
  });

  it('is the one that the first of two requests named, and no refusal forgets it once it is there', async () => {
    await stripe.fault('fail_before', 'POST /v1/accounts', 2);
    await stripe.fault('fail_before', 'GET /v1/accounts', 1);
    expect((await connect(stripe, acting, PAYOUTS)).status).toBe(503);
    const first = (await findAccount(stripe.ctx(), creator.id))!;
    await inBatch((ctx) => insertRequest(ctx, { ...first, requestKey: 'another', country: 'DE' }));
    expect(await findAccount(stripe.ctx(), creator.id)).toEqual(first);
    expect((await connect(stripe, acting, PAYOUTS)).status).toBe(201);
    await deleteRequest(stripe.ctx(), first);
    expect(await payoutAccountOf(stripe.ctx(), creator.id)).toMatchObject({ country: 'US' });
  });

  it('is asked for by another country after the processor refused the first', async () => {
    await testEnv.DB.prepare(
      `INSERT INTO payout_accounts (holder, request_key, country, currency, identity, payouts_enabled, tax_id, looks, created_at, updated_at)
       VALUES (?, 'k', 'KP', 'kpw', 'required', 0, 'missing', 0, ?2, ?2)`,
    )
      .bind(creator.id, clock.now())
      .run();
    const refused = await connect(stripe, acting, PAYOUTS);
    expect(refusalOf(refused)).toEqual([422, 'operation_rejected', 'country_not_supported']);
    expect((await connect(stripe, acting, PAYOUTS)).status).toBe(201);
  });
});

describe("a partner's payouts", () => {
  it('are shown on its account, without an event, which there is none of', async () => {
    const account = await onboard(stripe, partner.id, partner);
    await stripe.webhooks();
    expect((await accountOf(partner)).payouts).toEqual({
      identity: { status: 'verified' },
      bankAccount: { status: 'added' },
    });
    expect((await stripe.stripe.accounts.retrieve(account)).business_type).toBeNull();
    const { results } = await testEnv.DB.prepare('SELECT type FROM events WHERE account_id = ?')
      .bind(partner.id)
      .all();
    // The second is a notice, which no webhook gets.
    expect(results.map((row) => row.type)).toEqual(['creator.created', 'payout_bank.changed']);
  });
});
