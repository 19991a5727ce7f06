// The starting point of payout and withdrawal tests: a holder with an account at the processor, and earnings
// for which a brand was charged.

import { expect } from 'vitest';
import { WriteSet } from '../../../src/db/write-set.ts';
import type { Bucket } from '../../../src/domains/money/ledger/chart.ts';
import { SERVICE_LEDGERS, serviceHolder } from '../../../src/domains/money/ledger/chart.ts';
import { saveHeads } from '../../../src/domains/money/ledger/interface.ts';
import type { NewEarning } from '../../../src/domains/money/ledger/posting.ts';
import { driveOpenInstructions } from '../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { notePayoutDue } from '../../../src/domains/money/payables/interface.ts';
import { drivePayouts } from '../../../src/domains/money/payouts/drive-payouts.ts';
import { makePayouts } from '../../../src/domains/money/payouts/make-payouts.ts';
import { driveWithdrawals } from '../../../src/domains/money/withdrawals/drive-withdrawals.ts';
import { type Env, vars } from '../../../src/env.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { isQuiet } from '../faults/quiet.ts';
import { mintCreator } from '../work/creators.ts';
import { type Answer, call, mintAccount, testEnv } from '../world.ts';
import { brandHolder, earning, ledger, must, pay, verified } from './ledger.ts';
import { type StripeWorld, stripeWorld } from './stripe.ts';

export interface Earner {
  stripe: StripeWorld;
  /** The credentials to act for the holder. */
  caller: { key: string; as?: string };
  holder: string;
  /** The ID of its account at the processor. */
  account: string;
  /** A recipient: see weekly-payouts.test.ts. */
  weekly?: true;
  currency: string;
  /** What the service's own ledgers held before this test. */
  cashBefore: number;
}

export interface EarnerOptions {
  country?: string;
  identity?: 'verified' | 'required';
  bank?: boolean;
  instant?: boolean;
  /** Further currencies with a bank account. */
  currencies?: string[];
  /** Payouts to the bank fail with this code. */
  failing?: string;
  /** A partner with commissions instead of a creator. */
  partner?: boolean;
  stripe?: StripeWorld;
}

export async function mintEarner(options: EarnerOptions = {}): Promise<Earner> {
  const { country = 'US', identity = 'verified', bank = true } = options;
  const stripe = options.stripe ?? (await stripeWorld());
  const partner = await mintAccount('partner');
  const holder = options.partner ? partner.id : ((await mintCreator(partner.key)).id as string);
  const made = await stripe.stripe.accounts.create({
    country,
    controller: { stripe_dashboard: { type: 'none' } },
    capabilities: { transfers: { requested: true } },
  });
  const currency = made.default_currency!;
  const { currencies = [], failing = null } = options;
  await stripe.sim(`accounts/${made.id}/onboard`, { failing, currencies });
  const now = clock.now();
  const instant = options.instant ?? failing === null;
  const banks = [currency, ...currencies].map((each) => ({
    id: `ba_${each}`,
    last4: '6789',
    currency: each,
    instant,
  }));
  await testEnv.DB.prepare(
    `INSERT INTO payout_accounts (holder, request_key, country, processor_account, currency, identity, banks,
      payouts_enabled, tax_id, looks, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, 1, 'provided', 1, ?, ?)`,
  )
    .bind(
      holder,
      `${holder}:account`,
      country,
      made.id,
      currency,
      identity,
      JSON.stringify(bank ? banks : []),
      now,
      now,
    )
    .run();
  const caller = options.partner ? { key: partner.key } : { key: partner.key, as: holder };
  return { stripe, caller, holder, account: made.id, currency, cashBefore: await ledgerCash(currency) };
}

export async function setIdentity({ holder }: Earner, identity: 'verified' | 'required'): Promise<void> {
  await testEnv.DB.prepare('UPDATE payout_accounts SET identity = ? WHERE holder = ?')
    .bind(identity, holder)
    .run();
}

/** An available earning whose money is in our balance at the processor, noted as due a payout. */
export async function earn(earner: Earner, net: number): Promise<NewEarning> {
  const made = await earnWithoutFunds(earner, net);
  await earner.stripe.fund(net, earner.currency);
  return made;
}

/** The same, before the money has reached our balance. */
export async function earnWithoutFunds(
  earner: Pick<Earner, 'stripe' | 'holder' | 'currency'>,
  net: number,
): Promise<NewEarning> {
  const { holder, currency } = earner;
  const brand = brandHolder();
  const earned = earning(net, { currency });
  const made = must(await ledger(brand).start(pay(`pay:${earned.id}`, brand, holder, earned)));
  expect(made.state).toBe('settled');
  const service = serviceHolder(currency, brand);
  const charged = await ledger(service).start({
    id: `charge:${earned.id}`,
    at: clock.now(),
    currency,
    amount: net,
    source: { holder: service, lines: [{ bucket: 'cash_in', amount: net }] },
    destination: { holder: brand, lines: [{ bucket: 'receivable', amount: -net }] },
  });
  expect(must(charged).state).toBe('settled');
  const free = { do: 'move' as const, id: earned.id, to: 'available' as const };
  must(await ledger(holder).post(holder, { key: `${earned.id}:free`, at: clock.now(), earnings: [free] }));
  const ctx = earner.stripe.ctx();
  notePayoutDue(ctx, holder, currency);
  // The steps of a real payment would save the ledger's new head.
  saveHeads(ctx, { ...made.heads, ...must(charged).heads });
  await ctx.write.commit();
  return earned;
}

/** Takes back what was paid out, and refunds it to a brand's card. */
export async function clawBack(earner: Earner, amount: number): Promise<void> {
  const { holder, currency, stripe } = earner;
  const brand = brandHolder();
  const back = earning(-amount, { currency, status: 'paid', source: 'adjustment' });
  const taken = await ledger(holder).start({
    id: `clawback:${back.id}`,
    at: clock.now(),
    currency,
    amount,
    source: { holder, earnings: [{ do: 'create', earning: back }] },
    destination: { holder: brand, lines: [{ bucket: 'receivable', amount: -amount }] },
  });
  expect(must(taken).state).toBe('settled');
  // The brand's refund stays with us: no cash moves, neither here nor at the processor.
  expect(stripe).toBeDefined();
}

/** Runs the cron's jobs for payouts and withdrawals, at `at` (milliseconds). */
export async function cron({ stripe }: Earner, at: number, env: Env = stripe.env): Promise<void> {
  for (const verb of [driveOpenInstructions, makePayouts, drivePayouts, driveWithdrawals]) {
    await verb({ ...stripe.ctx(at), env, vars: vars(env), write: new WriteSet(env.DB) });
  }
}

const RUNS = 4;
const EACH_MS = 4 * MINUTE_MS;
const DRIVEN = ['ledger_instructions', 'payout_due', 'payouts', 'withdrawals'];

/**
 * Runs the cron as long as it finds something, each time after the previous leases have expired. @returns the
 * time afterwards.
 */
export async function cronUntilQuiet(earner: Earner, from = clock.now()): Promise<number> {
  const until = from + RUNS * EACH_MS;
  for (let at = from; at < until; at += EACH_MS) {
    await cron(earner, at);
    if (await isQuiet(until, DRIVEN)) break;
  }
  return until;
}

export async function balances({ holder, currency }: Earner): Promise<Partial<Record<Bucket, number>>> {
  return (await ledger(holder).balances())[currency] ?? {};
}

/** A payee with this much in the payout balance. */
export async function mintPaidOut(amount: number, options: EarnerOptions = {}): Promise<Earner> {
  const earner = await mintEarner(options);
  await earn(earner, amount);
  await cron(earner, clock.now());
  expect(await balances(earner)).toMatchObject({ withdrawable: amount });
  return earner;
}

/** The start of the next UTC day, when a holder may get another payout. */
export function tomorrow(): number {
  return (Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS;
}

let keys = 0;

export async function withdraw(
  earner: Earner,
  body: { amount?: number; currency?: string; speed?: string } = {},
  key = `key-${++keys}-${crypto.randomUUID()}`,
  env: Env = earner.stripe.env,
): Promise<Answer> {
  return await call('POST', '/v1/withdrawals', {
    ...earner.caller,
    env,
    body,
    headers: { 'Idempotency-Key': key },
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function read(earner: Earner, path: string): Promise<any> {
  const answer = await call('GET', path, { ...earner.caller, env: earner.stripe.env });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Lets payouts that are under way reach the bank, and the cron notice it. @returns the time afterwards. */
export async function arrive(earner: Earner, from = clock.now()): Promise<number> {
  await earner.stripe.advance((2 * DAY_MS) / 1000 + 60);
  const at = from + 2 * DAY_MS + 3 * MINUTE_MS;
  await cronUntilQuiet(earner, at);
  return at;
}

/** The types of the events about a record, in order. */
export async function eventsAbout(id: string): Promise<string[]> {
  const rows = await testEnv.DB.prepare(`SELECT type FROM events WHERE data LIKE ? ORDER BY rowid`)
    .bind(`%"${id}"%`)
    .all<{ type: string }>();
  return rows.results.map((row) => row.type);
}

export async function ledgerCash(currency: string): Promise<number> {
  let cash = 0;
  for (let n = 0; n < SERVICE_LEDGERS; n++) {
    const { cash_in = 0, cash_out = 0 } =
      (await ledger(`service:${currency}:${n}`).balances())[currency] ?? {};
    cash += cash_in - cash_out;
  }
  return cash;
}

/**
 * No money is lost or made: the books verify, the money that they expect at the processor is there, and our
 * record of the connected account is what it holds. Only valid while no withdrawal is in transit.
 */
export async function expectWhole(earner: Earner): Promise<void> {
  const { stripe, holder, currency } = earner;
  await verified(holder);
  const { platform, connected, financial } = await stripe.cash(currency);
  expect(platform + connected + financial).toBe((await ledgerCash(currency)) - earner.cashBefore);
  expect(await notedBalance(earner)).toBe(connected);
  const { withdrawable = 0, in_transit = 0, reserved = 0, owed = 0 } = await balances(earner);
  expect({ in_transit, reserved }).toEqual({ in_transit: 0, reserved: 0 });
  // A recipient's money stays with us until it goes to the bank.
  const there = earner.weekly ? platform + financial : connected;
  expect(there).toBeGreaterThanOrEqual(withdrawable - owed);
}

/** The expected balance of the connected account. */
export async function notedBalance({ holder, currency }: Earner): Promise<number> {
  const row = await testEnv.DB.prepare(
    'SELECT cents FROM processor_balances WHERE holder = ? AND currency = ?',
  )
    .bind(holder, currency)
    .first<{ cents: number }>();
  return row?.cents ?? 0;
}

/** The amounts that were sent to the connected account. */
export async function transfersTo(earner: Earner): Promise<number[]> {
  const { data } = await earner.stripe.stripe.transfers.list({ destination: earner.account, limit: 100 });
  return data.map((transfer) => transfer.amount).reverse();
}

/**
 * Removes everything that the next test's cron could find, because that test uses another processor world.
 */
export async function forgetPayouts(): Promise<void> {
  await testEnv.DB.batch(
    [
      'UPDATE payouts SET next_at = NULL',
      'UPDATE withdrawals SET next_at = NULL',
      'DELETE FROM payout_due',
    ].map((text) => testEnv.DB.prepare(text)),
  );
}
