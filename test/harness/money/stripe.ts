// A test's own Stripe: a world in the simulator that runs beside the tests, and the environment that leads to
// it.

import { Stripe } from 'stripe';
import { inject } from 'vitest';
import type { SystemCtx } from '../../../src/context.ts';
import { type Env, vars } from '../../../src/env.ts';
import { stripeClient } from '../../../src/integrations/stripe/client.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { type Answer, call, testEnv, withVars } from '../world.ts';

type FaultKind = 'fail_before' | 'fail_after' | 'slow_before' | 'slow_after' | 'garbage_after' | 'rate_limit';

export interface HeldRequest {
  /** Waits until the request has arrived. */
  reached(): Promise<void>;
  release(): Promise<void>;
}

export interface StripeWorld {
  /** Pass it to `call`, `runLanes` and verbs instead of testEnv. */
  env: Env;
  stripe: Stripe;
  /** A context without a caller, at `now` in milliseconds. */
  ctx(now?: number): SystemCtx;
  /** Scripts the simulator, as simulators/stripe/README.md describes. Throws for any status except 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** Moves the processor's clock, forward only. */
  advance(seconds: number): Promise<void>;
  /** Makes the next `times` requests with this prefix (such as 'POST /v1/payment_intents') fail. */
  fault(kind: FaultKind, path: string, times?: number, ms?: number): Promise<void>;
  /** Holds the next request with this prefix at the processor, before or after its effect. */
  hold(when: 'before' | 'after', path: string): Promise<HeldRequest>;
  /** Declines the next charges with these codes. */
  decline(...codes: string[]): Promise<void>;
  /**
   * The processor's cents in a currency: in our own balance, all connected accounts, and our financial
   * account.
   */
  cash(currency: string): Promise<{ platform: number; connected: number; financial: number }>;
  /** Adds money to our own balance at once. */
  fund(amount: number, currency?: string): Promise<void>;
  /**
   * Sends our webhook endpoint all events that were not sent from here yet, signed, oldest first. `reverse`
   * and `copies` are disorder that Stripe allows; `only` selects types and never sends the rest.
   */
  webhooks(disorder?: {
    reverse?: boolean;
    copies?: number;
    only?: (type: string) => boolean;
  }): Promise<Answer[]>;
}

export async function stripeWorld(): Promise<StripeWorld> {
  const url = inject('simulators');
  const secret = `sk_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const signing = `whsec_${crypto.randomUUID()}`;
  const thinSigning = `whsec_${crypto.randomUUID()}`;
  const env = withVars(testEnv, {
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: secret,
    STRIPE_WEBHOOK_SECRET: signing,
    STRIPE_THIN_WEBHOOK_SECRET: thinSigning,
    STRIPE_FINANCIAL_ACCOUNT: 'fa_test_sim',
  });
  const stripe = await stripeClient(vars(env));
  const sim: StripeWorld['sim'] = async (path, body = {}) => {
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(`${url}/_sim/stripe/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const late = Math.round((clock.now() - clock.unheld()) / 1000);
  if (late > 0) await sim('clock', { advance: late });
  const sent = new Set<string>();
  return {
    env,
    stripe,
    sim,
    ctx: (now = clock.now()) => systemCtx(env, now),
    advance: (seconds) => sim('clock', { advance: seconds }),
    fault: (kind, path, times = 1, ms = 0) => sim('faults', { kind, path, times, ms }),
    async hold(when, path) {
      await sim('faults', { kind: `held_${when}`, path });
      return {
        reached: async () => void (await sim('held')),
        release: async () => void (await sim('release')),
      };
    },
    decline: (...codes) => sim('declines', { codes }),
    cash: (currency) => sim('cash', { currency }),
    fund: async (amount, currency = 'usd') => void (await stripe.topups.create({ amount, currency })),
    async webhooks({ reverse = false, copies = 1, only = () => true } = {}) {
      const [snapshots, thin] = [
        stripe.events.list({ limit: 100 }),
        stripe.v2.core.events.list({ limit: 100 }),
      ];
      const events: (Stripe.Event | Stripe.V2.Core.Event)[] = [];
      for (const list of [snapshots, thin]) {
        for await (const event of list) {
          if (sent.has(event.id)) continue;
          sent.add(event.id);
          if (only(event.type)) events.unshift(event);
        }
      }
      const at = ({ created }: { created: number | string }) =>
        typeof created === 'string' ? Date.parse(created) : created * 1000;
      events.sort((a, b) => at(a) - at(b));
      if (reverse) events.reverse();
      const answers: Answer[] = [];
      for (const event of events) {
        const body = JSON.stringify(event);
        const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
          payload: body,
          secret: event.object === 'event' ? signing : thinSigning,
          timestamp: Math.floor(clock.now() / 1000),
        });
        for (let copy = 0; copy < copies; copy++) {
          const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' };
          answers.push(await call('POST', '/webhooks/stripe', { env, body, headers }));
        }
      }
      return answers;
    },
  };
}
