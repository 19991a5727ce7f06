// The Stripe simulator, with a world for each test.

import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { cardOfSetup, createCustomer, setUpCard } from '../../../src/integrations/stripe/cards.ts';
import { type Stripe, type StripeVars, stripeClient } from '../../../src/integrations/stripe/client.ts';
import { createPayoutAccount } from '../../../src/integrations/stripe/connect.ts';
import type { Attempt } from '../../../src/integrations/stripe/once.ts';
import * as clock from '../../harness/clock.ts';
import type {} from '../../harness/servers/start-simulators.ts';

export interface StripeWorld {
  vars: StripeVars;
  stripe: Stripe;
  /** Scripts the simulator. Throws for any status except 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** A request as curl would send it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  raw(path: string, form?: string, headers?: Record<string, string>): Promise<{ status: number; body: any }>;
  brand(card?: string): Promise<{ customer: string; card: string }>;
  /** An onboarded creator. */
  creator(failing?: string): Promise<string>;
  /** Adds money to our own balance. */
  fund(amount: number): Promise<void>;
}

export const simulator = {
  world: (timeoutMs?: number) => newWorld(inject('simulators'), timeoutMs),
};

async function newWorld(url: string, timeoutMs?: number): Promise<StripeWorld> {
  const vars: StripeVars = {
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: `sk_test_${randomUUID().replaceAll('-', '')}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomUUID()}`,
    STRIPE_THIN_WEBHOOK_SECRET: `whsec_${randomUUID()}`,
  };
  const stripe = await stripeClient(vars, timeoutMs);
  // The scene is set with patience, whatever the test's own calls have.
  const patient = await stripeClient(vars);
  const auth = { Authorization: `Bearer ${vars.STRIPE_SECRET_KEY}` };
  const sim = async (path: string, body: object = {}) => {
    const init = { method: 'POST', headers: auth, body: JSON.stringify(body) };
    const response = await fetch(`${url}/_sim/stripe/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  return {
    vars,
    stripe,
    sim,
    async raw(path, form, headers = {}) {
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const all = { ...auth, ...type, ...headers };
      const response = await fetch(url + path, {
        method: form === undefined ? 'GET' : 'POST',
        headers: all,
        body: form ?? null,
      });
      return { status: response.status, body: await response.json() };
    },
    async brand(card = 'pm_card_visa') {
      const account = { id: `acct_${randomUUID()}`, name: 'Brand', key: randomUUID() };
      const customer = await createCustomer(patient, account);
      const returnUrl = 'https://brand.example/back';
      const { id } = await setUpCard(patient, { customer, checkout: 'elements', returnUrl });
      await sim(`checkout/${id}`, { payment_method: card });
      const saved = (await cardOfSetup(patient, id))!;
      return { customer: saved.customer, card: saved.card };
    },
    async creator(failing) {
      const person = { id: `crtr_${randomUUID()}`, country: 'US', email: null, person: true };
      const made = await createPayoutAccount(patient, person, attempt());
      if (made.status !== 'succeeded') throw new Error(`the account is ${made.status}`);
      await sim(`accounts/${made.value.id}/onboard`, { failing });
      return made.value.id;
    },
    async fund(amount) {
      await patient.topups.create({ amount, currency: 'usd' });
    },
  };
}

/** A new attempt, first sent `agoMs` ago. */
export function attempt(agoMs = 0): Attempt {
  const now = clock.now();
  return { key: `test:${randomUUID()}`, firstSentAt: now - agoMs, now };
}
