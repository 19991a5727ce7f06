// Shared by ledger tests: holders that no other test uses, and the postings and transfers in the life of a
// payment.

import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import type { Ledger } from '../../../durable-objects/ledger.ts';
import type { LineQuery } from '../../../src/domains/money/ledger/journal-lists.ts';
import { type LedgerApi, ledgerOf } from '../../../src/domains/money/ledger/ledger-client.ts';
import type {
  EarningStatus,
  LineType,
  NewEarning,
  NewLine,
  Outcome,
  Posting,
  PostingLine,
} from '../../../src/domains/money/ledger/posting.ts';
import type { Transfer } from '../../../src/domains/money/ledger/transfer.ts';
import { verifyLedger } from '../../../src/domains/money/ledger/verify-ledger.ts';
import type { Instruction as Step } from '../../../src/domains/money/ledger-instructions/instruction.ts';
import { insertInstructions } from '../../../src/domains/money/ledger-instructions/store.ts';
import { newId } from '../../../src/kit/ids.ts';
import { MINUTE_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { mintCreator } from '../work/creators.ts';
import { mintAccount, systemCtx, testEnv } from '../world.ts';

export const AT = Date.parse('2026-11-02T09:00:00Z');

/** The time at which the cron drives steps that were written just now. */
export const later = () => systemCtx(clock.now() + 2 * MINUTE_MS);

/** A subject for steps that belong to no payment. */
export const subjectName = () => `pay_${crypto.randomUUID()}`;

export function brandHolder(): string {
  return newId('account', clock.now());
}

export function creatorHolder(): string {
  return newId('creator', clock.now());
}

/** A service ledger that no other test uses. */
export function freshService(currency = 'usd'): string {
  return `service:${currency}:${1000 + Math.floor(Math.random() * 1e12)}`;
}

export function ledger(holder: string): LedgerApi {
  return ledgerOf(testEnv, holder);
}

/** A partner with a creator of its own, and how to call the API as that creator. */
export async function mintEarner() {
  const partner = await mintAccount('partner');
  const creator = ((await mintCreator(partner.key)) as { id: string }).id;
  return { partner, creator, as: { key: partner.key, as: creator } };
}

/** A query for the newest lines of the statement. */
export function newestLines(type: LineType | null = null): LineQuery {
  return { types: type && [type], program: null, range: { after: null, before: null }, limit: 10 };
}

/** The Durable Object itself, for alarms, evictions and reading its storage. */
export function stubOf(holder: string): DurableObjectStub {
  const { LEDGER } = testEnv;
  return LEDGER.get(LEDGER.idFromName(holder));
}

export function line(bucket: PostingLine['bucket'], amount: number, currency = 'usd'): PostingLine {
  return { bucket, amount, currency };
}

export function earning(amount: number, more: Partial<NewEarning> = {}): NewEarning {
  return {
    id: newId('earning', AT),
    status: 'pending',
    source: 'submission',
    currency: 'usd',
    amount,
    fee: 0,
    account: 'acct_00000000000000000000000000',
    program: null,
    submission: null,
    retainer: null,
    payment: null,
    holdUntilAt: null,
    ...more,
  };
}

export function statementLine(amount: number, more: Partial<NewLine> = {}): NewLine {
  return {
    type: 'creator_earning',
    status: 'completed',
    currency: 'usd',
    amount,
    fee: 0,
    balanceOf: null,
    description: null,
    memo: null,
    source: null,
    counterparty: { type: 'platform', id: null, name: null },
    campaign: null,
    program: null,
    ...more,
  };
}

/** A brand pays a creator: the brand owes more, the creator has a pending earning. */
export function pay(id: string, brand: string, creator: string, earned: NewEarning): Transfer {
  const { currency } = earned;
  const net = earned.amount - earned.fee;
  return {
    id,
    at: AT,
    currency,
    amount: net,
    source: {
      holder: brand,
      lines: [{ bucket: 'receivable', amount: net }],
      statement: [statementLine(-net, { currency, balanceOf: 'receivable' })],
    },
    destination: {
      holder: creator,
      earnings: [{ do: 'create', earning: earned }],
      statement: [statementLine(earned.amount, { currency, fee: earned.fee })],
    },
  };
}

/** Gives a creator a withdrawable amount, through a payment of a new brand. */
export async function fund(creator: string, net: number, currency = 'usd'): Promise<NewEarning> {
  const earned = earning(net, { currency });
  const brand = brandHolder();
  const paid = must(await ledger(brand).start(pay(`fund:${earned.id}`, brand, creator, earned)));
  if (paid.state !== 'settled') throw new Error(`the payment is ${paid.state}`);
  await release(creator, earned.id, currency);
  return earned;
}

/** Gives a creator available earnings, through payments of a new brand. @returns their IDs. */
export async function earn(creator: string, amounts: number[], currency = 'usd'): Promise<string[]> {
  const brand = brandHolder();
  const ids: string[] = [];
  for (const amount of amounts) {
    const earned = earning(amount, { currency, id: newId('earning', AT + ids.length) });
    must(await ledger(brand).start(pay(`p:${earned.id}`, brand, creator, earned)));
    must(await ledger(creator).post(creator, moves(`${earned.id}:free`, 'available', earned.id)));
    ids.push(earned.id);
  }
  return ids;
}

/** Moves a pending earning to the payout balance, with everything that is available in its currency. */
async function release(creator: string, id: string, currency = 'usd', at = AT): Promise<void> {
  must(await ledger(creator).post(creator, moves(`${id}:available`, 'available', id)));
  await payOut(creator, `${id}:payout`, currency, at);
}

export async function payOut(holder: string, payout: string, currency = 'usd', at = AT): Promise<void> {
  const begun = `${payout}:begin`;
  must(await ledger(holder).beginPayout(holder, { key: begun, at, currency }));
  const end = { key: `${payout}:end`, begun, at, currency, paid: true, payout };
  must(await ledger(holder).endPayout(holder, end));
}

/** A step that leaves its key in a service ledger's journal. */
export function mark(holder: string, key: string): Step {
  return {
    kind: 'posting',
    holder,
    posting: { key, at: AT, lines: [line('cash_in', 1), line('fees', 1)] },
  };
}

/** The keys of a journal, in order. */
export async function keysOf(holder: string): Promise<string[]> {
  return await inside(holder, (_object, state) =>
    state.storage.sql
      .exec<{ key: string }>('SELECT key FROM journal ORDER BY seq')
      .toArray()
      .map(({ key }) => key),
  );
}

/** A change of earnings' status. */
export function moves(key: string, to: EarningStatus, ...ids: string[]): Posting {
  return { key, at: AT, earnings: ids.map((id) => ({ do: 'move', id, to })) };
}

/** Steps as they are stored in D1. */
export async function stepsOf(
  subject: string,
): Promise<{ n: number; status: string; ended: string | null; blocked: string | null }[]> {
  const { results } = await testEnv.DB.prepare(
    'SELECT n, status, ended, blocked FROM ledger_instructions WHERE subject = ? ORDER BY n',
  )
    .bind(subject)
    .all<{ n: number; status: string; ended: string | null; blocked: string | null }>();
  return results;
}

/** Stores steps as a process would that died before any ledger got them. */
export async function writeDown(subject: string, steps: Step[], now = clock.now()): Promise<void> {
  const ctx = systemCtx(now);
  insertInstructions(ctx, subject, steps);
  await ctx.write.commit();
}

/** The value of an outcome; fails the test for a refusal. */
export function must<T>(outcome: Outcome<T> | null): T {
  if (!outcome) throw new Error('no answer');
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.reason}: ${outcome.refusal.message}`);
  return outcome.value;
}

export function reasonOf(outcome: Outcome<unknown>): string | null {
  return outcome.ok ? null : outcome.refusal.reason;
}

export function withdraw(key: string, amount: number): Posting {
  return { key, at: AT, lines: [line('withdrawable', -amount), line('in_transit', amount)] };
}

/** Verifies these holders' books. */
export async function verified(...holders: string[]): Promise<void> {
  for (const holder of holders) {
    expect(await verifyLedger(systemCtx(), holder)).toMatchObject({ done: true, ok: true });
  }
}

/** Runs code inside a holder's object. */
export async function inside<T>(
  holder: string,
  look: (object: Ledger, state: DurableObjectState) => T | Promise<T>,
): Promise<T> {
  return await runInDurableObject(stubOf(holder), (object, state) =>
    look(object as unknown as Ledger, state),
  );
}

type Table = Record<string, SqlStorageValue>[];

function fill(sql: SqlStorage, tables: Record<string, Table>): void {
  for (const [table, rows] of Object.entries(tables)) {
    sql.exec(`DELETE FROM ${table}`);
    for (const row of rows) {
      const names = Object.keys(row);
      const values = names.map(() => '?').join(', ');
      sql.exec(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`, ...Object.values(row));
    }
  }
}

const TABLES = [
  'meta',
  'journal',
  'balances',
  'lines',
  'earnings',
  'transfers',
  'paid_by_year',
  'moved_by_day',
];
type Snapshot = Record<string, Table> | null;

/** Everything that a ledger stores; null when it is unused. */
export async function snapshot(holder: string): Promise<Snapshot> {
  return await inside(holder, (_object, { storage: { sql } }) => {
    const used = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'meta'").toArray().length > 0;
    if (!used) return null;
    return Object.fromEntries(TABLES.map((name) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()]));
  });
}

/** Restores a ledger to an earlier snapshot, as the platform can do with an object. */
export async function restore(holder: string, then: Snapshot): Promise<void> {
  await inside(holder, async (_object, { storage }) => {
    if (then) fill(storage.sql, then);
    else await storage.deleteAll();
  });
  await evictDurableObject(stubOf(holder));
}

/** Restores a ledger to its present state once `meanwhile` is over. */
export async function rollBack(holder: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const then = await snapshot(holder);
  await meanwhile();
  await restore(holder, then);
}
