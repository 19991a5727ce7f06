// Shared by tests of chargebacks: a charge that its cardholder disputes at the bank.
import { expect } from 'vitest';
import { serviceHolder } from '../../../src/domains/money/ledger/chart.ts';
import { refreshCharge } from '../../../src/domains/money/reconciliation/refresh-charge.ts';
import { call, testEnv } from '../world.ts';
import { type ChargeScene, chargeScene, intents, nextDay, owe } from './charges.ts';
import { ledger } from './ledger.ts';

/** The brand's cost of a payment of 1000 and one of 500. */
export const CHARGED = 1050 + 525;
/** The simulated bank's fee for a dispute. */
export const FEE = 1500;

export interface ChargedScene extends ChargeScene {
  /** The payment of 1000. */
  payment: string;
  intent: string;
}

export interface DisputedScene extends ChargedScene {
  dispute: string;
}

/** A charge of two payments. */
export async function chargedScene(): Promise<ChargedScene> {
  const scene = await chargeScene({ funds: 10_000 });
  const payment = await owe(scene, 1000);
  await owe(scene, 500);
  await nextDay(scene);
  const [intent] = await intents(scene);
  return Object.assign(scene, { payment, intent: intent!.id });
}

/** The cardholder disputes the charge; the service does not know yet. */
export async function disputeAtBank(scene: ChargedScene, how: object = {}): Promise<DisputedScene> {
  const [intent] = await intents(scene);
  const { id: dispute } = await scene.stripe.sim(`charges/${intent!.latest_charge}/dispute`, how);
  return Object.assign(scene, { dispute });
}

export async function disputedScene(how: object = {}): Promise<DisputedScene> {
  return await disputeAtBank(await chargedScene(), how);
}

export async function decide(scene: DisputedScene, to: string, feeBack = false): Promise<void> {
  await scene.stripe.sim(`disputes/${scene.dispute}`, { to, feeBack });
}

/** Reads the charge at the processor, as each of its webhooks makes us do. */
export async function look(scene: DisputedScene, env = scene.stripe.env): Promise<void> {
  await refreshCharge({ ...scene.stripe.ctx(scene.at), env }, scene.intent);
}

interface ChargebackView {
  id: string;
  status: string;
  taken: number;
  fee: number;
  message: string | null;
  next_at: number | null;
}

export async function chargebacks(scene: ChargeScene): Promise<ChargebackView[]> {
  const rows = await testEnv.DB.prepare('SELECT * FROM chargebacks WHERE account_id = ?')
    .bind(scene.brand)
    .all<ChargebackView>();
  return rows.results;
}

/** The service's fees to the processor so far, in all tests. */
export async function feesPaid(scene: ChargeScene): Promise<number> {
  return (await ledger(serviceHolder('usd', scene.brand)).balances()).usd?.processor_fees ?? 0;
}

/** The brand disputes the payment of 1000 here, not at its bank. */
export async function disputeHere(scene: ChargedScene): Promise<void> {
  const { status } = await call('PATCH', `/v1/payments/${scene.payment}`, {
    key: scene.key,
    env: scene.stripe.env,
    body: { decision: 'dispute', reason: 'Not what was agreed.' },
  });
  expect(status).toBe(200);
}
