// The official package inside workerd: it loads, and accepts only what was signed.

import { expect, it } from 'vitest';
import { stripeClient } from '../../src/integrations/stripe/client.ts';
import { verifyNotice } from '../../src/integrations/stripe/inbound.ts';
import { hmacSha256Hex } from '../../src/kit/crypto.ts';
import * as clock from '../harness/clock.ts';
import { expectLogged } from '../harness/logs.ts';

const vars = {
  STRIPE_API_URL: 'https://api.stripe.com',
  STRIPE_SECRET_KEY: 'sk_test_worker',
  STRIPE_WEBHOOK_SECRET: 'whsec_worker',
};

it('verifies a webhook of the last five minutes, whoever else signed it is refused', async () => {
  const object = { id: 'po_1', object: 'payout' };
  const event = { id: 'evt_1', object: 'event', type: 'payout.paid', account: 'acct_1', data: { object } };
  const body = JSON.stringify(event);
  const signed = async (secret: string, ageS: number) => {
    const at = Math.floor(clock.now() / 1000) - ageS;
    return `t=${at},v1=${await hmacSha256Hex(secret, `${at}.${body}`)}`;
  };
  expect(await verifyNotice(vars, body, await signed('whsec_worker', 10))).toEqual({
    id: 'evt_1',
    type: 'payout.paid',
    account: 'acct_1',
    object: { id: 'po_1', kind: 'payout' },
  });
  for (const signature of [await signed('whsec_worker', 400), await signed('whsec_else', 0), '', null]) {
    await expect(verifyNotice(vars, body, signature)).rejects.toMatchObject({ code: 'invalid_request' });
  }
});

it('makes one client for a key, and none without one', async () => {
  expect(await stripeClient(vars)).toBe(await stripeClient(vars));
  expectLogged('error', /STRIPE_SECRET_KEY is not set on this Worker/);
  expect(() => stripeClient({ ...vars, STRIPE_SECRET_KEY: undefined })).toThrow('not configured');
});
