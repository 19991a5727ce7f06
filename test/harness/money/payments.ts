// The starting point of payment tests: a brand, a creator that works for it, and the partner that takes a
// share.
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { SystemCtx } from '../../../src/context.ts';
import { ledgerOf } from '../../../src/domains/money/ledger/ledger-client.ts';
import { verifyLedger } from '../../../src/domains/money/ledger/verify-ledger.ts';
import { paymentOutcomes } from '../../../src/domains/money/payments/charge-outcome.ts';
import { makePayment, type PaymentDraft } from '../../../src/domains/money/payments/make-payment.ts';
import type { PaymentRow } from '../../../src/domains/money/payments/table.ts';
import type { Env } from '../../../src/env.ts';
import { mintPair, type Pair } from '../work/submissions.ts';
import { type Answer, call, systemCtx, testEnv } from '../world.ts';

/** A creator's submission to a brand's program; its partner takes `takePercent`. */
export async function mintPaid(takePercent = 10, program: Record<string, unknown> = {}): Promise<Pair> {
  const pair = await mintPair(program);
  const set = await call('PATCH', '/v1/account', {
    key: pair.creator.key,
    body: { creatorTakeRate: { percent: takePercent } },
  });
  if (set.status !== 200) throw new Error(JSON.stringify(set.body));
  return pair;
}

/** Commits a verb's changes, and awaits the tasks after the commit, even if they fail. */
export async function commit(ctx: SystemCtx): Promise<void> {
  await Promise.allSettled(await ctx.write.commit());
}

/** Runs a verb in a batch of its own. */
export async function inBatch<T>(
  verb: (ctx: SystemCtx) => Promise<T> | T,
  more: { now?: number; env?: Env } = {},
): Promise<T> {
  const ctx = { ...systemCtx(more.now), ...(more.env ? { env: more.env } : {}) };
  const result = await verb(ctx);
  await commit(ctx);
  return result;
}

let causes = 0;

export function draftOf(pair: Pair, more: Partial<PaymentDraft> = {}): PaymentDraft {
  return {
    cause: `test:${pair.brand.id}:${++causes}`,
    account: pair.brand.id,
    creator: pair.creator.as,
    program: pair.program,
    submission: null,
    retainer: null,
    application: pair.application,
    source: 'submission',
    amount: 10_000,
    currency: 'usd',
    note: null,
    approval: 'automatic',
    holdDays: 0,
    ...more,
  };
}

/** A payment made by the rules, with its ledger instructions done. */
export async function mintPayment(
  pair: Pair,
  more: Partial<PaymentDraft> = {},
  how: { now?: number; env?: Env } = {},
): Promise<PaymentRow> {
  return await inBatch((ctx) => makePayment(ctx, draftOf(pair, more)), how);
}

/** Writes what a successful charge writes: the payments, and that their dues are charged. */
export async function chargeIn(ctx: SystemCtx, ids: string[], at = ctx.now): Promise<void> {
  await paymentOutcomes.charged(ctx, ids, at);
  ctx.write.addSql(sql`UPDATE dues SET status = 'charged'
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

export async function rowOf(id: string): Promise<Record<string, unknown>> {
  return (await testEnv.DB.prepare('SELECT * FROM payments WHERE id = ?').bind(id).first())!;
}

export async function decideOn(
  pair: Pair,
  id: string,
  decision: string,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return await call('PATCH', `/v1/payments/${id}`, { key: pair.brand.key, body: { decision, ...more } });
}

/** A holder's buckets that are not empty. */
export async function bucketsOf(holder: string, currency = 'usd'): Promise<Record<string, number>> {
  const balances = await ledgerOf(testEnv, holder).balances();
  const own = (balances as Record<string, Record<string, number>>)[currency] ?? {};
  const { sent: _sent, received: _received, ...rest } = own;
  return Object.fromEntries(Object.entries(rest).filter(([, amount]) => amount !== 0));
}

export async function earningOf(holder: string, id: string | null) {
  return await ledgerOf(testEnv, holder).earning(id!);
}

/** Verifies all sides' books, and checks that nothing is under way. */
export async function checkBooks(pair: Pair, row: PaymentRow): Promise<void> {
  for (const holder of [pair.brand.id, pair.creator.as, pair.partner, row.serviceHolder]) {
    expect(await verifyLedger(systemCtx(), holder)).toMatchObject({ done: true, ok: true });
    expect((await bucketsOf(holder)).reserved ?? 0).toBe(0);
  }
  const open = await testEnv.DB.prepare(
    "SELECT COUNT(*) AS open FROM ledger_instructions WHERE subject = ? AND status = 'open'",
  )
    .bind(row.id)
    .first<{ open: number }>();
  expect(open!.open).toBe(0);
}

// A payment of 100.00 at 10 %: 90.00 for the creator, 10.00 for the partner, and 5.00 for the service on top.
export const [NET, TAKE, FEE, COST] = [9_000, 1_000, 500, 10_500] as const;

/** A payment between new accounts, for tests that compare whole balances. */
export async function mintScene(more: Partial<PaymentDraft> = {}): Promise<{ pair: Pair; row: PaymentRow }> {
  const pair = await mintPaid(10);
  return { pair, row: await mintPayment(pair, more) };
}

/** Each side's buckets. */
export async function sidesOf(pair: Pair) {
  return {
    brand: await bucketsOf(pair.brand.id),
    creator: await bucketsOf(pair.creator.as),
    partner: await bucketsOf(pair.partner),
  };
}

/** Both earnings of such a payment in one bucket. */
export function both(bucket: string) {
  return { creator: { [bucket]: NET }, partner: { [bucket]: TAKE } };
}

/** In how many currencies a holder is noted as due a payout. */
export async function payoutDues(holder: string): Promise<number> {
  const row = await testEnv.DB.prepare('SELECT COUNT(*) AS dues FROM payout_due WHERE holder = ?')
    .bind(holder)
    .first<{ dues: number }>();
  return row!.dues;
}

/**
 * An environment in which another run is quicker: `first` runs once, before the first batch that is written
 * while `ready` is true.
 */
export function overtakenBy(
  first: () => Promise<unknown>,
  env: Env = testEnv,
  ready: () => Promise<boolean> = async () => true,
): Env {
  let pending: (() => Promise<unknown>) | null = first;
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'batch') {
        const own = target[name as 'exec'];
        return typeof own === 'function' ? own.bind(target) : own;
      }
      return async (statements: D1PreparedStatement[]) => {
        if (pending && (await ready())) {
          const now = pending;
          pending = null;
          await now();
        }
        return await target.batch(statements);
      };
    },
  });
  return { ...env, DB };
}
