// What must be true at each quiet moment of any history: here, at the processor, and between the two.
import { expect } from 'vitest';
import { type Bucket, CHART, SERVICE_LEDGERS } from '../../src/domains/money/ledger/chart.ts';
import { verifyLedger } from '../../src/domains/money/ledger/verify-ledger.ts';
import { ledger } from '../harness/money/ledger.ts';
import type { StripeWorld } from '../harness/money/stripe.ts';
import { systemCtx, testEnv } from '../harness/world.ts';
import type { Stage } from './money-stage.ts';

const UNDER_WAY: Bucket[] = ['in_transit', 'charging'];

type Sums = Record<string, number>;

interface PaymentRow {
  id: string;
  status: string;
  refunding: number;
  net: number;
  partner_fee: number;
  service_fee: number;
  creator_id: string;
  partner_id: string | null;
  creator_earning_id: string;
  partner_earning_id: string | null;
}

async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
  return (
    await testEnv.DB.prepare(text)
      .bind(...values)
      .all<T>()
  ).results;
}

export interface Found {
  payments: Sums;
  withdrawals: Sums;
  weekly: Sums;
  chargebacks: Sums;
  charged: number;
  owed: number;
}

/**
 * Checks the last stage completely, and the sums over all stages, because they share the service's own
 * ledgers. Returns how many records of each kind there were, so that a test can require a history of some
 * size.
 */
export async function checkBooks(stages: Stage[]): Promise<Found> {
  const stage = stages.at(-1)!;
  const sums = await checkLedgers(
    stages.flatMap(({ holders }) => holders),
    stage.holders,
  );
  const at = JSON.stringify(stage.holders);
  let cash = 0;
  for (const { stripe } of stages) {
    const { platform, connected, financial } = await stripe.cash('usd');
    cash += platform + connected + financial - (await ownFunds(stripe));
  }
  expect((sums.cash_in ?? 0) - (sums.cash_out ?? 0), 'cash').toBe(cash);
  await checkCharges(stage, at);
  await checkChargebacks(stage, at);
  await checkPayments(at);
  await checkWithdrawals(stage, at);
  const counts = async (table: string, owner: string, where = 'TRUE') =>
    Object.fromEntries(
      (
        await rows<{ status: string; n: number }>(
          `SELECT status, COUNT(*) AS n FROM ${table} WHERE ${owner} IN (SELECT value FROM json_each(?)) AND ${where} GROUP BY 1`,
          at,
        )
      ).map(({ status, n }) => [status, n]),
    );
  return {
    payments: await counts('payments', 'account_id'),
    withdrawals: await counts('withdrawals', 'holder', "kind = 'connected'"),
    weekly: await counts('withdrawals', 'holder', "kind = 'recipient'"),
    chargebacks: await counts('chargebacks', 'account_id'),
    charged: sums.cash_in ?? 0,
    owed: sums.owed ?? 0,
  };
}

/**
 * Checks every journal's chain and sums; nothing is below zero; claims, cash and transfers add up over all of
 * them. Those that are no longer `quiet` may have a withdrawal or a charge that waits for the processor of an
 * earlier stage.
 */
async function checkLedgers(holders: string[], quiet: string[]): Promise<Sums> {
  const services = Array.from({ length: SERVICE_LEDGERS }, (_, n) => `service:usd:${n}`);
  const sums: Sums = {};
  for (const holder of [...holders, ...services]) {
    expect({ holder, ...(await verifyLedger(systemCtx(), holder)) }).toMatchObject({ done: true, ok: true });
    const { usd = {} } = await ledger(holder).balances();
    for (const [name, amount] of Object.entries(usd)) {
      const bucket = name as Bucket;
      if (bucket !== 'receivable') expect(amount, `${holder} ${bucket}`).toBeGreaterThanOrEqual(0);
      if (UNDER_WAY.includes(bucket) && quiet.includes(holder)) expect(amount, holder).toBe(0);
      sums[bucket] = (sums[bucket] ?? 0) + amount;
    }
  }
  const total = Object.entries(sums).reduce((sum, [name, n]) => sum + CHART[name as Bucket].side * n, 0);
  expect(total).toBe(0);
  expect(sums.reserved ?? 0).toBe(0);
  expect(sums.sent ?? 0).toBe(sums.received ?? 0);
  return sums;
}

/** The processor took from cards exactly the successful charges, each once; the same for refunds. */
async function checkCharges({ stripe }: Stage, at: string): Promise<void> {
  const taken: string[] = [];
  for await (const intent of stripe.stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.status === 'succeeded') taken.push(`${intent.id} ${intent.amount_received}`);
  }
  const charged = await rows<{ intent: string; amount: number }>(
    `SELECT intent, amount FROM charges WHERE status = 'succeeded' AND account_id IN (SELECT value FROM json_each(?))`,
    at,
  );
  expect(charged.map(({ intent, amount }) => `${intent} ${amount}`).sort()).toEqual(taken.sort());
  const given: string[] = [];
  for await (const refund of stripe.stripe.refunds.list({ limit: 100 }))
    given.push(`${refund.id} ${refund.amount}`);
  const refunded = await rows<{ refund: string; amount: number }>(
    `SELECT processor_refund AS refund, amount FROM refunds
    WHERE status = 'succeeded' AND account_id IN (SELECT value FROM json_each(?))`,
    at,
  );
  expect(refunded.map(({ refund, amount }) => `${refund} ${amount}`).sort()).toEqual(given.sort());
  const [dues] = await rows<{ due: number; asked: number }>(
    `SELECT (SELECT COALESCE(SUM(d.amount), 0) FROM dues d JOIN charges c ON c.id = d.charge_id
        WHERE c.status = 'succeeded' AND c.account_id IN (SELECT value FROM json_each(?1))) AS due,
      (SELECT COALESCE(SUM(amount), 0) FROM charges
        WHERE status = 'succeeded' AND account_id IN (SELECT value FROM json_each(?1))) AS asked`,
    at,
  );
  expect(dues!.due).toBe(dues!.asked);
}

/** The service's own deposits for disputes, which belong to nobody else. */
async function ownFunds({ stripe }: StripeWorld): Promise<number> {
  let sum = 0;
  for await (const { net } of stripe.balanceTransactions.list({ type: 'topup', limit: 100 })) sum += net;
  return sum;
}

/** What banks took and gave back matches our chargebacks, and applications show the right status. */
async function checkChargebacks({ stripe }: Stage, at: string): Promise<void> {
  const there: string[] = [];
  for await (const { id, status, balance_transactions: lines } of stripe.stripe.disputes.list({
    limit: 100,
  })) {
    const taken = lines.reduce((sum, { amount }) => sum - amount, 0);
    const fee = lines.reduce((sum, line) => sum + line.fee, 0);
    there.push(`${id} ${status === 'needs_response' ? 'open' : status} ${taken} ${fee}`);
  }
  const here = await rows<{ what: string }>(
    `SELECT id || ' ' || status || ' ' || taken || ' ' || fee AS what FROM chargebacks
    WHERE account_id IN (SELECT value FROM json_each(?))`,
    at,
  );
  expect(here.map(({ what }) => what).sort()).toEqual(there.sort());
  const wrong = await rows(
    `SELECT id, pay_status FROM applications WHERE account_id IN (SELECT value FROM json_each(?))
      AND (pay_status = 'past_due') <> EXISTS (SELECT 1 FROM dues
        LEFT JOIN chargebacks b ON b.charge_id = dues.charge_id AND b.status <> 'won'
        WHERE dues.application_id = applications.id AND (dues.status = 'failed' OR b.id IS NOT NULL))`,
    at,
  );
  expect(wrong).toEqual([]);
}

const EARNING_OF: Record<string, (string | null)[]> = {
  pending_approval: ['pending'],
  processing: ['pending'],
  // A failed charge is still owed; a rejected payment is not.
  failed: ['pending', null],
  disputed: ['held', 'paid'],
  succeeded: ['pending', 'available', 'paid'],
  refunded: [null, 'paid'],
};

/** Each payment's earnings match it, and earnings without a charge cannot be paid out. */
async function checkPayments(at: string): Promise<void> {
  // While a bank has the charge's money it cannot be refunded, but the earnings are taken back already.
  const found = await rows<PaymentRow>(
    `SELECT *, EXISTS (SELECT 1 FROM refunds WHERE payment_id = payments.id) AS refunding FROM payments
    WHERE account_id IN (SELECT value FROM json_each(?))`,
    at,
  );
  for (const payment of found) {
    const earned = await ledger(payment.creator_id).earning(payment.creator_earning_id);
    const what = `${payment.id} is ${payment.status}`;
    const allowed = EARNING_OF[payment.refunding === 1 ? 'refunded' : payment.status];
    expect(allowed, what).toContain(earned?.status ?? null);
    if (earned) expect(earned.net, what).toBe(payment.net);
    if (!payment.partner_earning_id || !payment.partner_id) continue;
    const taken = await ledger(payment.partner_id).earning(payment.partner_earning_id);
    expect(allowed, `${what}, partner`).toContain(taken?.status ?? null);
    if (taken) expect(taken.net, what).toBe(payment.partner_fee);
  }
}

/** Every paid withdrawal is one payout or outbound payment of the processor, and there are no others. */
async function checkWithdrawals({ stripe }: Stage, at: string): Promise<void> {
  const accounts = await rows<{ id: string; kind: 'connected' | 'recipient' }>(
    `SELECT processor_account AS id, kind FROM payout_accounts
    WHERE processor_account IS NOT NULL AND holder IN (SELECT value FROM json_each(?))`,
    at,
  );
  const there: string[] = [];
  for (const { id, kind } of accounts) {
    if (kind === 'recipient') {
      const list = stripe.stripe.v2.moneyManagement.outboundPayments.list({ recipient: id, limit: 20 });
      for await (const payment of list) {
        if (payment.status === 'posted') there.push(`${payment.id} ${payment.amount.value}`);
      }
      continue;
    }
    for await (const payout of stripe.stripe.payouts.list({ limit: 100 }, { stripeAccount: id })) {
      if (payout.status === 'paid') there.push(`${payout.id} ${payout.amount}`);
    }
  }
  const here = await rows<{ payout: string; net: number }>(
    `SELECT processor_payout AS payout, amount - fee AS net FROM withdrawals
    WHERE status = 'paid' AND holder IN (SELECT value FROM json_each(?))`,
    at,
  );
  expect(here.map(({ payout, net }) => `${payout} ${net}`).sort()).toEqual(there.sort());
}
