// Shared by tests of the staff's decisions: charges and refunds that only a person can decide.
import { expect } from 'vitest';
import { refreshCharge } from '../../../src/domains/money/reconciliation/refresh-charge.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import {
  type ChargeScene,
  chargeScene,
  intents,
  nextDay,
  onlyCharge,
  owe,
  pass,
  recover,
} from '../money/charges.ts';
import { call, testEnv } from '../world.ts';
import { mintStaff, type Staff } from './staff.ts';

export interface StaffScene extends ChargeScene {
  staff: Staff;
  /** Costs the brand 1050. */
  payment: string;
}

export const FUNDS = 10_000;

async function staffScene(): Promise<StaffScene> {
  const scene = await chargeScene({ funds: FUNDS });
  const payment = await owe(scene, 1000);
  return Object.assign(scene, { staff: mintStaff(scene.stripe.env), payment });
}

/** A charge of 1050 for which the processor took another amount, so it is in review. Its ID is `charge`. */
export async function chargeInReview(
  amount: number,
  currency = 'usd',
): Promise<StaffScene & { charge: string; intent: string }> {
  const scene = await staffScene();
  await scene.stripe.fault('fail_before', 'POST /v1/payment_intents', 2);
  await nextDay(scene);
  const { id: charge } = await onlyCharge(scene);
  const { id: intent } = await scene.stripe.stripe.paymentIntents.create({
    amount,
    currency,
    customer: scene.customer,
    payment_method: 'pm_card_bypassPending',
    confirm: true,
    metadata: { attempt: `${charge}:attempt:1` },
  });
  await pass(scene, DAY_MS);
  await recover(scene);
  expect(await onlyCharge(scene)).toMatchObject({ status: 'review' });
  return Object.assign(scene, { charge, intent });
}

/** A payment of 1050 that was charged together with one of 525, and is disputed by the brand. */
export async function disputed(): Promise<StaffScene & { other: string; intent: string }> {
  const scene = await staffScene();
  const other = await owe(scene, 500);
  await nextDay(scene);
  const answer = await call('PATCH', `/v1/payments/${scene.payment}`, {
    key: scene.key,
    env: scene.stripe.env,
    body: { decision: 'dispute', reason: 'Not what was agreed.' },
  });
  expect(answer.status).toBe(200);
  const [intent] = await intents(scene);
  return Object.assign(scene, { other, intent: intent!.id });
}

export async function versionOf(payment: string): Promise<number> {
  const row = await testEnv.DB.prepare('SELECT version FROM payments WHERE id = ?')
    .bind(payment)
    .first<{ version: number }>();
  return row!.version;
}

/** The staff decides the dispute. */
export async function resolve(scene: StaffScene, outcome: 'creator' | 'refund') {
  const version = await versionOf(scene.payment);
  return await scene.staff.post(`/payments/${scene.payment}/resolution`, { outcome, version });
}

/** Refunds money in the processor's dashboard, without a webhook. */
export async function giveBackOutside(scene: StaffScene & { intent: string }, amount?: number) {
  const made = { payment_intent: scene.intent, ...(amount === undefined ? {} : { amount }) };
  return await scene.stripe.stripe.refunds.create(made);
}

export async function refresh(scene: StaffScene & { intent: string }): Promise<void> {
  await refreshCharge(scene.stripe.ctx(scene.at), scene.intent);
}

export interface RefundView {
  id: string;
  payment_id: string | null;
  amount: number;
  status: string;
  attempt: number;
  decided_at: number | null;
}

/** Our own refunds first, then those made at the processor. */
export async function refundsOf(scene: StaffScene): Promise<RefundView[]> {
  const rows = await testEnv.DB.prepare(
    'SELECT * FROM refunds WHERE account_id = ? ORDER BY payment_id IS NULL, id',
  )
    .bind(scene.brand)
    .all<RefundView>();
  return rows.results;
}

/** The events about a payment, oldest first. */
export async function eventsOf(payment: string): Promise<string[]> {
  const rows = await testEnv.DB.prepare(
    "SELECT type FROM events WHERE data ->> 'payment' = ? ORDER BY occurred_at, id",
  )
    .bind(payment)
    .all<{ type: string }>();
  return rows.results.map((row) => row.type);
}

/** The records of this scene's brand that wait for a person. */
export async function waiting(
  scene: StaffScene,
  kind: 'payments' | 'charges' | 'refunds',
): Promise<string[]> {
  const { body } = await scene.staff.get('/review-queue?limit=100');
  const found = body.data[kind].oldest as { id: string; account: string }[];
  return found.filter((one) => one.account === scene.brand).map((one) => one.id);
}
