// Shared by tests of charges: a brand with a card in its own Stripe world, payments that it owes, and passing
// days.

import { expect } from 'vitest';
import { serviceHolder } from '../../../src/domains/money/ledger/chart.ts';
import { makePayment } from '../../../src/domains/money/payments/make-payment.ts';
import type { Env } from '../../../src/env.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import { runJobs } from '../../../src/run-jobs.ts';
import * as clock from '../clock.ts';
import { isQuiet } from '../faults/quiet.ts';
import { jobsNamed } from '../jobs.ts';
import { mintCreator } from '../work/creators.ts';
import { mintAccount, testEnv } from '../world.ts';
import { ledger, verified } from './ledger.ts';
import { type StripeWorld, stripeWorld } from './stripe.ts';

export interface ChargeScene {
  stripe: StripeWorld;
  brand: string;
  key: string;
  creator: string;
  customer: string;
  application: string;
  /** The scene's time, in milliseconds; only `pass` moves it. */
  at: number;
  /** The processor's cash in our books that belongs to other tests, without our own deposits. */
  cashBefore: number;
}

interface Options {
  /** One of Stripe's test cards, or null for a brand without a card. */
  card?: string | null;
  /** The scene's time, in milliseconds; the next noon by default. */
  at?: number;
  /** Cents of our own in our balance at the processor. */
  funds?: number;
}

/** Charges of earlier tests are set to wait, because their Stripe world is another. */
export async function chargeScene({
  card = 'pm_card_bypassPending',
  funds = 0,
  at = clock.noon(),
}: Options = {}): Promise<ChargeScene> {
  await testEnv.DB.batch(
    [
      'DELETE FROM charge_days',
      ...['charges', 'refunds', 'chargebacks'].map((table) => `UPDATE ${table} SET next_at = NULL`),
    ].map((text) => testEnv.DB.prepare(text)),
  );
  const stripe = await stripeWorld();
  const brand = await mintAccount();
  const creator = await mintCreator(brand.key);
  const customer = (await stripe.stripe.customers.create({ name: 'Brand' })).id;
  await stripe.advance(Math.floor((at - clock.now()) / 1000));
  const application = newId('application', at);
  await testEnv.DB.prepare(
    `INSERT INTO applications (id, account_id, program_id, creator_id, status, version, created_at, updated_at)
    VALUES (?, ?, ?, ?, 'approved', 1, ?, ?)`,
  )
    .bind(application, brand.id, newId('program', at), creator.id, at, at)
    .run();
  const scene: ChargeScene = {
    stripe,
    brand: brand.id,
    key: brand.key,
    creator: creator.id,
    customer,
    application,
    at,
    cashBefore: (await serviceCash(brand.id)) - funds,
  };
  if (funds > 0) await stripe.fund(funds);
  if (card !== null) await giveCard(scene, card);
  return scene;
}

/** Puts another card on file, as a finished card setup does, but without starting a retry. */
export async function giveCard(scene: ChargeScene, testCard: string): Promise<string> {
  const { id } = await scene.stripe.stripe.paymentMethods.attach(testCard, { customer: scene.customer });
  await testEnv.DB.batch([
    testEnv.DB.prepare(`UPDATE cards SET status = 'removed' WHERE account_id = ?`).bind(scene.brand),
    testEnv.DB.prepare(
      `INSERT INTO cards (id, account_id, customer, brand, last4, status, given_at, created_at, updated_at)
      VALUES (?, ?, ?, 'visa', '4242', 'on_file', ?, ?, ?)`,
    ).bind(id, scene.brand, scene.customer, scene.at, scene.at, scene.at),
  ]);
  return id;
}

/** A payment that will be charged. Returns its ID. */
export async function owe(scene: ChargeScene, amount: number, currency = 'usd'): Promise<string> {
  return (await oweMany(scene, 1, amount, currency))[0]!;
}

/** Payments of one amount that will be charged. Returns their IDs. */
export async function oweMany(
  scene: ChargeScene,
  count: number,
  amount: number,
  currency = 'usd',
): Promise<string[]> {
  const causes = Array.from({ length: count }, () => `test:${crypto.randomUUID()}`);
  return await makePayments(scene, causes, amount, currency);
}

/** A payment made by POST /v1/payments, which the brand can cancel. Returns its ID. */
export async function payByHand(scene: ChargeScene, amount: number, currency = 'usd'): Promise<string> {
  const cause = `request:${scene.brand}:${crypto.randomUUID()}`;
  return (await makePayments(scene, [cause], amount, currency))[0]!;
}

/** A payment for each cause. Returns their IDs. */
async function makePayments(scene: ChargeScene, causes: string[], amount: number, currency: string) {
  const ctx = scene.stripe.ctx(scene.at);
  const ids: string[] = [];
  for (const cause of causes) {
    const payment = await makePayment(ctx, {
      cause,
      account: scene.brand,
      creator: scene.creator,
      program: null,
      submission: null,
      retainer: null,
      application: scene.application,
      source: 'bonus',
      amount,
      currency,
      note: null,
      approval: 'automatic',
      holdDays: 0,
    });
    ids.push(payment.id);
  }
  await Promise.allSettled(await ctx.write.commit());
  return ids;
}

const JOBS = jobsNamed(
  'drive ledger instructions',
  'make charges',
  'drive charges',
  'drive refunds',
  'follow chargebacks',
);

/** Runs the cron jobs that charges need once. */
export async function minute(scene: ChargeScene, env: Env = scene.stripe.env): Promise<void> {
  await runJobs(JOBS, scene.at, env);
}

/** Lets time pass, here and at the processor. */
export async function pass(scene: ChargeScene, ms: number): Promise<void> {
  scene.at += ms;
  await scene.stripe.advance(ms / 1000);
}

/** Runs the next day's jobs. */
export async function nextDay(scene: ChargeScene, days = 1): Promise<void> {
  await pass(scene, days * DAY_MS);
  await minute(scene);
}

const DRIVEN = ['ledger_instructions', 'charge_days', 'charges', 'refunds', 'chargebacks'];

/** Runs until leases and short waits have expired, as after a process was killed. */
export async function recover(scene: ChargeScene, runs = 3): Promise<void> {
  const until = scene.at + runs * 8 * MINUTE_MS;
  while (scene.at < until) {
    await minute(scene);
    await pass(scene, (await isQuiet(until, DRIVEN)) ? until - scene.at : 8 * MINUTE_MS);
  }
}

export interface ChargeView {
  id: string;
  amount: number;
  status: string;
  attempt: number;
  failures: number;
  message: string | null;
  next_at: number | null;
}

export async function chargesOf(scene: ChargeScene): Promise<ChargeView[]> {
  const rows = await testEnv.DB.prepare('SELECT * FROM charges WHERE account_id = ? ORDER BY id')
    .bind(scene.brand)
    .all<ChargeView>();
  return rows.results;
}

export async function onlyCharge(scene: ChargeScene): Promise<ChargeView> {
  const charges = await chargesOf(scene);
  expect(charges).toHaveLength(1);
  return charges[0]!;
}

/** How many payments have each status. */
export async function payments(scene: ChargeScene): Promise<Record<string, number>> {
  const rows = await testEnv.DB.prepare(
    'SELECT status, COUNT(*) AS n FROM payments WHERE account_id = ? GROUP BY status',
  )
    .bind(scene.brand)
    .all<{ status: string; n: number }>();
  return Object.fromEntries(rows.results.map((row) => [row.status, row.n]));
}

export async function payStatus(scene: ChargeScene): Promise<string> {
  const row = await testEnv.DB.prepare('SELECT pay_status AS status FROM applications WHERE id = ?')
    .bind(scene.application)
    .first<{ status: string }>();
  return row!.status;
}

/** A balance of the brand's in cents. */
export async function bucket(scene: ChargeScene, name: 'receivable' | 'charging'): Promise<number> {
  return (await ledger(scene.brand).balances()).usd?.[name] ?? 0;
}

/** The processor's cash in the ledger for this brand, by our books: of all tests so far. */
async function serviceCash(brand: string): Promise<number> {
  const { cash_in = 0, cash_out = 0 } = (await ledger(serviceHolder('usd', brand)).balances()).usd ?? {};
  return cash_in - cash_out;
}

/** All money that the processor took from cards and refunded, payment by payment. */
export async function intents(scene: ChargeScene) {
  return (await scene.stripe.stripe.paymentIntents.list({ customer: scene.customer, limit: 100 })).data;
}

/** The books verify and agree with the processor to the cent, and nothing is left to do now. */
export async function booksAgree(scene: ChargeScene, charging = 0): Promise<void> {
  await verified(scene.brand, scene.creator, serviceHolder('usd', scene.brand));
  expect((await scene.stripe.cash('usd')).platform).toBe((await serviceCash(scene.brand)) - scene.cashBefore);
  expect(await bucket(scene, 'charging')).toBe(charging);
  const open = await testEnv.DB.prepare(
    'SELECT COUNT(*) AS n FROM charges WHERE account_id = ? AND next_at <= ?',
  )
    .bind(scene.brand, scene.at)
    .first<{ n: number }>();
  expect(open!.n).toBe(0);
}
