// What the tests of payouts and withdrawals start from: a holder with an account at the processor, and earnings that a
// brand has been charged for.

import { expect } from 'vitest';
import { WriteSet } from '../../../src/db/write-set.ts';
import type { Bucket } from '../../../src/domains/money/ledger/chart.ts';
import { SERVICE_LEDGERS, serviceHolder } from '../../../src/domains/money/ledger/chart.ts';
import { saveHeads } from '../../../src/domains/money/ledger/interface.ts';
import type { NewEarning } from '../../../src/domains/money/ledger/posting.ts';
import { driveOpenSteps } from '../../../src/domains/money/ledger/steps.ts';
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
  /** Acts for the holder. */
  caller: { key: string; as?: string };
  holder: string;
  /** At the processor. */
  account: string;
  /** A recipient: see weekly-payouts.test.ts. */
  weekly?: true;
  currency: string;
  /** What the service's own ledgers held before anything was done here. */
  cashBefore: number;
}

export interface EarnerOptions {
  country?: string;
  identity?: 'verified' | 'required';
  bank?: boolean;
  instant?: boolean;
  /** Further currencies that there is a bank for. */
  currencies?: string[];
  /** The bank fails what it is paid with this code. */
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

/** An available earning whose money lies in our balance at the processor, and the note that it is to be paid out. */
export async function earn(earner: Earner, net: number): Promise<NewEarning> {
  const made = await earnWithoutFunds(earner, net);
  await earner.stripe.fund(net, earner.currency);
  return made;
}

/** The same before the processor lets us have the money. */
export async function earnWithoutFunds(earner: Earner, net: number): Promise<NewEarning> {
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
  // The steps of a real payment save how far its ledgers are.
  saveHeads(ctx, { ...made.heads, ...must(charged).heads });
  await ctx.write.commit();
  return earned;
}

/** Takes back what was paid out, and gives it to a brand's card. */
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
  // What the brand is owed stays with us: no cash moves, here or there.
  expect(stripe).toBeDefined();
}

/** What the cron does for payouts and withdrawals, at `at` (milliseconds). */
export async function cron({ stripe }: Earner, at: number, env: Env = stripe.env): Promise<void> {
  for (const verb of [driveOpenSteps, makePayouts, drivePayouts, driveWithdrawals]) {
    await verb({ ...stripe.ctx(at), env, vars: vars(env), write: new WriteSet(env.DB) });
  }
}

const RUNS = 4;
const EACH_MS = 4 * MINUTE_MS;
const DRIVEN = ['ledger_steps', 'payout_due', 'payouts', 'withdrawals'];

/** Some runs of the cron, as long as it finds something, each when the leases of the one before have run out. @returns when they are over. */
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

/** An earner with this much in the payout balance. */
export async function mintPaidOut(amount: number, options: EarnerOptions = {}): Promise<Earner> {
  const earner = await mintEarner(options);
  await earn(earner, amount);
  await cron(earner, clock.now());
  expect(await balances(earner)).toMatchObject({ withdrawable: amount });
  return earner;
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

/** Lets what is under way arrive at the bank, and the cron find out. @returns the time it is then. */
export async function arrive(earner: Earner, from = clock.now()): Promise<number> {
  await earner.stripe.advance((2 * DAY_MS) / 1000 + 60);
  const at = from + 2 * DAY_MS + 3 * MINUTE_MS;
  await cronUntilQuiet(earner, at);
  return at;
}

/** The types of the events about a record, in their order. */
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
 * Nothing is lost and nothing appeared: the books are right, what they say lies at the processor lies there, and our
 * note of the connected account's part is what it holds. For moments without a withdrawal in transit.
 */
export async function expectWhole(earner: Earner): Promise<void> {
  const { stripe, holder, currency } = earner;
  await verified(holder);
  const { platform, connected, financial } = await stripe.cash(currency);
  expect(platform + connected + financial).toBe((await ledgerCash(currency)) - earner.cashBefore);
  expect(await notedBalance(earner)).toBe(connected);
  const { withdrawable = 0, in_transit = 0, reserved = 0, owed = 0 } = await balances(earner);
  expect({ in_transit, reserved }).toEqual({ in_transit: 0, reserved: 0 });
  // What is a recipient's lies with us until it goes to the bank.
  const there = earner.weekly ? platform + financial : connected;
  expect(there).toBeGreaterThanOrEqual(withdrawable - owed);
}

/** What we believe the connected account holds. */
export async function notedBalance({ holder, currency }: Earner): Promise<number> {
  const row = await testEnv.DB.prepare(
    'SELECT cents FROM processor_balances WHERE holder = ? AND currency = ?',
  )
    .bind(holder, currency)
    .first<{ cents: number }>();
  return row?.cents ?? 0;
}

/** How many times money was sent to the connected account. */
export async function transfersTo(earner: Earner): Promise<number[]> {
  const { data } = await earner.stripe.stripe.transfers.list({ destination: earner.account, limit: 100 });
  return data.map((transfer) => transfer.amount).reverse();
}

/** Leaves nothing for the cron of the next test, whose processor is another one. */
export async function forgetPayouts(): Promise<void> {
  await testEnv.DB.batch(
    [
      'UPDATE payouts SET next_at = NULL',
      'UPDATE withdrawals SET next_at = NULL',
      'DELETE FROM payout_due',
    ].map((text) => testEnv.DB.prepare(text)),
  );
}
