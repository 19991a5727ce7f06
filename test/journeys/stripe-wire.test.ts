// The simulator refuses what Stripe refuses, in Stripe's words.
import { describe, expect, it } from 'vitest';
import { simulator } from './support/stripe.ts';

describe('the wire', () => {
  it.each([
    ['/v1/payment_intents', 'amount=100&currency=usd&colour=red', 400, 'parameter_unknown', 'colour'],
    ['/v1/payment_intents', 'amount=100', 400, 'parameter_missing', 'currency'],
    ['/v1/payment_intents', 'amount=1.5&currency=usd', 400, 'parameter_invalid_integer', 'amount'],
    ['/v1/payment_intents', 'amount=49&currency=usd', 400, 'amount_too_small', 'amount'],
    ['/v1/payment_intents', 'amount=100&currency=abc', 400, undefined, 'currency'],
    ['/v1/payment_intents', 'amount=100&currency=usd&customer=cus_no', 404, 'resource_missing', 'customer'],
    ['/v1/customers', 'invoice_settings[theme]=dark', 400, 'parameter_unknown', 'invoice_settings[theme]'],
    ['/v1/checkout/sessions', 'mode=setup&currency=usd', 400, 'parameter_missing', 'success_url'],
    ['/v1/transfers', 'amount=5&currency=usd&destination=acct_no', 404, 'resource_missing', 'destination'],
    ['/v1/account_sessions', 'account=acct_no', 400, 'parameter_missing', 'components'],
  ])('%s %s is refused', async (path, form, status, code, param) => {
    const { raw } = await simulator.world();
    const answer = await raw(path, form);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.any(String),
      param,
    });
    expect(answer.body.error.code).toBe(code);
  });

  it('takes only a test key, known accounts and real versions', async () => {
    const { raw } = await simulator.world();
    expect((await raw('/v1/balance', undefined, { Authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await raw('/v1/balance', undefined, { 'Stripe-Account': 'acct_no' })).status).toBe(403);
    expect((await raw('/v1/balance', undefined, { 'Stripe-Version': 'latest' })).status).toBe(400);
    expect((await raw('/v1/nothing')).status).toBe(404);
  });

  it('keeps a key to one request, for a day, but not a refused form', async () => {
    const { raw, sim } = await simulator.world();
    const post = (form: string) => raw('/v1/customers', form, { 'Idempotency-Key': 'k' });
    expect((await post('colour=red')).status).toBe(400);
    const first = await post('name=A');
    expect(await post('name=A')).toEqual(first);
    expect((await post('name=B')).body.error).toMatchObject({ type: 'idempotency_error' });
    await sim('clock', { advance: 86_401 });
    expect((await post('name=B')).body.name).toBe('B');
  });

  it('answers 409 to a second request under a key that still runs', async () => {
    const { raw, sim } = await simulator.world();
    await sim('faults', { kind: 'held_before', path: 'POST /v1/customers' });
    const post = () => raw('/v1/customers', 'name=A', { 'Idempotency-Key': 'k' });
    const first = post();
    await sim('held');
    expect(await post()).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    expect(await post()).toMatchObject({ status: 409 });
    await sim('release');
    expect(await first).toMatchObject({ status: 200 });
  });

  it('pages lists from the newest, each object once', async () => {
    const { raw, stripe } = await simulator.world();
    for (let n = 0; n < 5; n++) await raw('/v1/customers', `name=${n}`);
    const first = (await raw('/v1/customers?limit=2')).body;
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
    expect(first.data.map((one: { name: string }) => one.name)).toEqual(['4', '3']);
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map((one) => one.name)).toEqual(['4', '3', '2', '1', '0']);
    expect((await raw('/v1/customers?limit=101')).status).toBe(400);
  });
});
