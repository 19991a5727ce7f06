// The actions of a simulation of money, through the public API, or through the verbs that other domains call
// where there is no endpoint.

import { recordViews } from '../../src/domains/money/accruals/record-views.ts';
import { retryCharges } from '../../src/domains/money/charging/retry-charges.ts';
import { resolveDispute } from '../../src/domains/money/payments/resolve-dispute.ts';
import type { Env } from '../../src/env.ts';
import { AppError } from '../../src/kit/error.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import * as clock from '../harness/clock.ts';
import type { StripeWorld } from '../harness/money/stripe.ts';
import { mintVideo } from '../harness/work/submissions.ts';
import { type CallOptions, call, testEnv } from '../harness/world.ts';
import type { Act } from './money-plan.ts';
import { giveCard, idsOf, type Stage } from './money-stage.ts';

/** The simulated bank's fee for a dispute. */
const DISPUTE_FEE = 1500;

/**
 * The statuses that an action may get besides success: a refusal by the rules, or no answer from the
 * processor.
 */
const REFUSALS = [403, 404, 409, 422, 502, 503];

/** A ledger was killed during a call: a client sees that as a fault of ours. */
export class Failed extends Error {}

type Doing = (stage: Stage, env: Env, act: never, key: string) => Promise<unknown>;

/** Takes an action in `env`. Throws when the answer must never occur. */
export async function perform(stage: Stage, env: Env, act: Act, key: string): Promise<void> {
  await (ACTS[act.do] as Doing)(stage, env, act as never, key);
}

type Of<Name extends Act['do']> = Extract<Act, { do: Name }>;
type Acts = { [Name in Act['do']]: (stage: Stage, env: Env, act: Of<Name>, key: string) => Promise<unknown> };

const ACTS: Acts = {
  async pay({ brands, creators }, env, { brand, creator, amount, net }, key) {
    const of = net ? { net: amount } : { amount };
    const body = { creator: creators[creator]!.id, ...of, currency: 'usd' };
    await ask('POST', '/v1/payments', { env, key: brands[brand]!.key, body, headers: once(key) });
  },

  async submit({ programs, creators }, env, { brand, creator }, key) {
    const who = creators[creator]!;
    const body = {
      program: programs[brand]!,
      file: await mintVideo({ creator: { key: who.key, as: who.id } }),
    };
    await ask('POST', '/v1/submissions', { env, key: who.key, as: who.id, body, headers: once(key) });
  },

  async review(stage, env, { nth, approve }) {
    const found = await one(stage, 'submissions', 'account_id', nth);
    if (!found) return;
    const body = approve ? { status: 'approved' } : { status: 'rejected', note: 'No.' };
    await ask('PATCH', `/v1/submissions/${found.id}`, { env, key: found.key, body });
  },

  async views(stage, env, { nth, views }) {
    const found = await one(stage, 'submissions', 'account_id', nth);
    if (found) await verb(env, (ctx) => recordViews(ctx, found.id, views, ctx.now));
  },

  async decide(stage, env, { nth, decision }) {
    const found = await one(stage, 'payments', 'account_id', nth);
    if (!found) return;
    const body = { decision, reason: 'It is so.' };
    await ask('PATCH', `/v1/payments/${found.id}`, { env, key: found.key, body });
  },

  async staff(stage, env, { nth, outcome }) {
    const found = await one(stage, 'payments', 'account_id', nth);
    if (found) await verb(env, (ctx) => resolveDispute(ctx, found.id, outcome));
  },

  async withdraw({ creators }, env, { creator, share, speed }, key) {
    const who = creators[creator]!;
    const as = { env, key: who.key, as: who.id };
    const balances = await call('GET', '/v1/balance', as);
    const has = balances.body.data?.balances[0]?.withdrawable ?? 0;
    // All of it, a part of it, or more than there is.
    const amount = [undefined, Math.max(1, Math.floor(has / 3)), has + 1][share];
    await ask('POST', '/v1/withdrawals', { ...as, body: { amount, speed }, headers: once(key) });
  },

  async 'withdraw for the partner'({ partner }, env, _act, key) {
    await ask('POST', '/v1/withdrawals', { env, key: partner.key, body: {}, headers: once(key) });
  },

  async offer({ brands, creators }, env, { brand, creator, base }, key) {
    const pay = { base, approval: 'automatic', schedule: { cadence: 'weekly', holdDays: 1 } };
    const body = { creator: creators[creator]!.id, pay };
    await ask('POST', '/v1/retainers', { env, key: brands[brand]!.key, body, headers: once(key) });
  },

  async retainer(stage, env, { nth, by, status }) {
    const found = await one(stage, 'retainers', 'account_id', nth);
    if (!found) return;
    const creator = stage.creators.find(({ id }) => id === found.creator)!;
    const who = by === 'brand' ? { key: found.key } : { key: creator.key, as: creator.id };
    await ask('PATCH', `/v1/retainers/${found.id}`, { env, ...who, body: { status } });
  },

  async 'take rate'({ partner, creators }, env, { percent }) {
    const takeRate = percent === null ? null : { percent };
    await ask('PATCH', `/v1/creators/${creators[1]!.id}`, { env, key: partner.key, body: { takeRate } });
  },

  async 'new card'(stage, env, { brand, good }) {
    const account = stage.brands[brand]!;
    const card = good ? 'pm_card_visa' : 'pm_card_chargeCustomerFail';
    // Only one of several cards that are added at once finishes the session; the others fail.
    await giveCard(stage, account, card, env).catch((error) => {
      if (!/session is complete/.test(String(error))) throw error;
    });
    await verb(env, (ctx) => retryCharges(ctx, account.id));
  },

  async 'bank returns'(stage, _env, { nth }) {
    const { results } = await testEnv.DB.prepare(
      `SELECT processor_payout AS payout, processor_account AS account, kind FROM withdrawals
      WHERE status = 'paid' AND holder IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
      .bind(JSON.stringify(stage.holders))
      .all<{ payout: string; account: string; kind: 'connected' | 'recipient' }>();
    const found = results[nth % Math.max(1, results.length)];
    if (!found) return;
    const { payout, account, kind } = found;
    const returned =
      kind === 'recipient'
        ? stage.stripe.sim(`outbound/${payout}`, { code: 'payout_method_closed' })
        : stage.stripe.sim(`payouts/${payout}`, { account });
    // Unless the bank has returned it already.
    await returned.catch(() => null);
  },

  async chargeback({ stripe }, _env, { nth }) {
    const charge = await moved(stripe, 'charge', nth);
    // Unless it is disputed, or refunded.
    const made = charge && (await stripe.sim(`charges/${charge}/dispute`).catch(() => null));
    // Creators are paid all the same: the service replaces what the bank took.
    if (made) await stripe.fund(made.amount + DISPUTE_FEE);
  },

  async 'bank decides'({ stripe }, _env, { nth, won }) {
    const dispute = await moved(stripe, 'adjustment', nth);
    // Unless the bank has decided.
    if (dispute) await stripe.sim(`disputes/${dispute}`, { to: won ? 'won' : 'lost' }).catch(() => null);
  },
};

/** The nth amount of this type that moved at the processor, if any. */
async function moved({ stripe }: StripeWorld, type: string, nth: number): Promise<string | null> {
  const { data } = await stripe.balanceTransactions.list({ type, limit: 100 });
  return (data[nth % Math.max(1, data.length)]?.source as string | undefined) ?? null;
}

function once(key: string): Record<string, string> {
  return { 'Idempotency-Key': key };
}

async function ask(method: string, path: string, options: CallOptions): Promise<void> {
  const { status, body } = await call(method, path, options);
  if (status < 300 || REFUSALS.includes(status)) return;
  const said = `${method} ${path} answered ${status} ${JSON.stringify(body)}`;
  throw status === 500 ? new Failed(said) : new Error(said);
}

async function verb(
  env: Env,
  run: (ctx: Parameters<typeof recordViews>[0]) => Promise<unknown>,
): Promise<void> {
  const ctx = systemCtx(env, clock.now());
  try {
    await run(ctx);
    await Promise.allSettled(await ctx.write.commit());
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.includes(error.status)) throw error;
  }
}

/** The nth record of the brands, counted in turn, and the key that can act on it; null when there is none. */
async function one(
  stage: Stage,
  table: string,
  owner: string,
  nth: number,
): Promise<{ id: string; key: string; creator: string } | null> {
  const ids = await idsOf(stage, table, owner);
  const id = ids[nth % Math.max(1, ids.length)];
  if (!id) return null;
  const row = await testEnv.DB.prepare(
    `SELECT ${owner} AS account, creator_id AS creator FROM ${table} WHERE id = ?`,
  )
    .bind(id)
    .first<{ account: string; creator: string }>();
  return { id, key: stage.brands.find((brand) => brand.id === row!.account)!.key, creator: row!.creator };
}
