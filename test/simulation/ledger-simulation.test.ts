// Histories of money with faults, drawn from seeds. After each quiet moment the books must be exactly what the steps
// that were done add up to. Longer by hand: VITE_LEDGER_SEEDS=4,5 VITE_LEDGER_SCRIPTS=2000 npx vitest run test/simulation/ledger
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { type Bucket, CHART } from '../../src/domains/ledger/chart.ts';
import { driveOpenTransfers } from '../../src/domains/ledger/drive-transfers.ts';
import type { Balances } from '../../src/domains/ledger/journal.ts';
import { moveMoney } from '../../src/domains/ledger/move-money.ts';
import { post } from '../../src/domains/ledger/post.ts';
import { verifyLedger } from '../../src/domains/ledger/verify-ledger.ts';
import { AppError } from '../../src/kit/error.ts';
import { MINUTE_MS } from '../../src/kit/time.ts';
import { inside, ledger, stubOf } from '../domains/ledger-harness.ts';
import { systemCtx, testEnv } from '../harness/world.ts';
import { type Fault, makePlan, type Plan, type Step } from './ledger-plan.ts';

const SEEDS = (process.env.VITE_LEDGER_SEEDS ?? '1,2,3').split(',').map(Number);
const SCRIPTS = Number(process.env.VITE_LEDGER_SCRIPTS ?? 40);
const ROUNDS_TO_QUIET = 12;

/** done and refused are known; unknown: the answer was lost, or the transfer is still under way. */
type Known = 'done' | 'refused' | 'unknown';

async function attempt(step: Step): Promise<Known> {
  const ctx = systemCtx();
  try {
    if ('transfer' in step.does) {
      const { state } = await moveMoney(ctx, step.does.transfer);
      return state === 'settled' ? 'done' : state === 'returned' ? 'refused' : 'unknown';
    }
    await post(ctx, step.does.holder, step.does.posting);
    return 'done';
  } catch (error) {
    const refused = error instanceof AppError || /ledger refused/.test(String(error));
    return refused ? 'refused' : 'unknown';
  }
}

class Run {
  readonly plan: Plan;
  readonly done: Step[] = [];
  readonly #next: number[];
  readonly #open = new Map<number, Step>();
  readonly #refused: Step[] = [];
  lost = 0;

  constructor(plan: Plan) {
    this.plan = plan;
    this.#next = plan.scripts.map(() => 0);
  }

  async round({ scripts, faults }: Plan['rounds'][number]): Promise<void> {
    // A script whose last answer was lost, or that was refused, does not go on.
    const ready = scripts.filter((index) => !this.#open.has(index) && this.#next[index]! >= 0);
    const steps = ready.map((index) => this.#take(index)).filter((step) => step !== null);
    await Promise.all([...steps.map(({ index, step }) => this.#try(index, step)), ...faults.map(happen)]);
  }

  #take(index: number): { index: number; step: Step } | null {
    const step = this.plan.scripts[index]!.steps[this.#next[index]!];
    return step ? { index, step } : null;
  }

  async #try(index: number, step: Step): Promise<void> {
    const answers = await Promise.all(Array.from({ length: step.calls }, () => attempt(step)));
    const known = answers.includes('done') ? 'done' : answers.includes('unknown') ? 'unknown' : 'refused';
    this.#note(index, step, known);
  }

  #note(index: number, step: Step, known: Known): void {
    if (known === 'unknown') {
      this.lost++;
      this.#open.set(index, step);
      return;
    }
    this.#open.delete(index);
    if (known === 'done' && step.forbidden) throw new Error(`${step.key} was done, and must not be`);
    if (known === 'done') {
      this.done.push(step);
      this.#next[index]!++;
    } else {
      if (!step.forbidden && !step.key.endsWith(':ask')) throw new Error(`${step.key} was refused`);
      this.#refused.push(step);
      this.#next[index] = -1;
    }
  }

  /** No more faults: every lost answer is asked for again, and everything under way ends. */
  async quiet(): Promise<void> {
    for (let tries = 0; this.#open.size > 0; tries++) {
      if (tries === 20) throw new Error(`${[...this.#open.values()].map((step) => step.key)} never ended`);
      await Promise.all(this.plan.holders.map((holder) => runDurableObjectAlarm(stubOf(holder))));
      await driveOpenTransfers(systemCtx(Date.now() + 2 * MINUTE_MS));
      const open = [...this.#open];
      await Promise.all(open.map(([index, step]) => this.#try(index, step)));
    }
    // What was done or refused long ago, once more: it must change nothing.
    const old = this.done.slice(-200).filter((_, index) => index % 20 === 0);
    for (const step of old) expect(await attempt(step)).toBe('done');
    for (const step of this.#refused.slice(-5)) {
      if ('transfer' in step.does) expect(await attempt(step)).toBe('refused');
    }
    await driveOpenTransfers(systemCtx(Date.now() + 2 * MINUTE_MS));
  }

  /** Steps that a later round may still take. */
  get unfinished(): boolean {
    return this.#next.some((next, index) => next >= 0 && next < this.plan.scripts[index]!.steps.length);
  }

  /** A round of every script that still has a step, without faults. */
  async finish(): Promise<void> {
    while (this.unfinished) {
      const rest = this.#next.flatMap((next, i) =>
        next >= 0 && next < this.plan.scripts[i]!.steps.length ? [i] : [],
      );
      await this.round({ scripts: rest.slice(0, 40), faults: [] });
      await this.quiet();
    }
  }
}

async function happen({ kind, holder, after }: Fault): Promise<void> {
  for (let turn = 0; turn < after; turn++) await scheduler.wait(0);
  // A fault may come where there is nothing to strike: no object running, no alarm set.
  if (kind === 'kill all') await abortAllDurableObjects();
  else if (kind === 'kill')
    await inside(holder, (_object, state) => state.abort('killed')).catch(() => undefined);
  else if (kind === 'evict') await evictDurableObject(stubOf(holder)).catch(() => undefined);
  else if (kind === 'alarm') await runDurableObjectAlarm(stubOf(holder)).catch(() => undefined);
  else await driveOpenTransfers(systemCtx(Date.now() + 2 * MINUTE_MS)).catch(() => undefined);
}

/** What a holder's ledger holds, withdrawable less owed as one position. */
type Books = Map<string, number>;

function addBooks(books: Books, holder: string, balances: Balances): void {
  for (const [currency, buckets] of Object.entries(balances)) {
    for (const [bucket, amount] of Object.entries(buckets)) {
      const id = `${holder} ${currency} ${bucket === 'owed' ? 'withdrawable' : bucket}`;
      books.set(id, (books.get(id) ?? 0) + (bucket === 'owed' ? -amount : amount));
    }
  }
}

/** @returns how many positions were below zero. */
async function checkBooks(plan: Plan, done: Step[]): Promise<number> {
  let owing = 0;
  const expected: Books = new Map();
  for (const [holder, currency, bucket, amount] of done.flatMap((step) => step.effects)) {
    const id = `${holder} ${currency} ${bucket}`;
    expected.set(id, (expected.get(id) ?? 0) + amount);
  }
  const sums: Record<string, number> = {};
  const found: Books = new Map();
  for (const holder of plan.holders) {
    expect({ holder, ...(await verifyLedger(systemCtx(), holder)) }).toMatchObject({ done: true, ok: true });
    const balances = await ledger(holder).balances();
    addBooks(found, holder, balances);
    for (const [currency, buckets] of Object.entries(balances)) {
      for (const [name, amount] of Object.entries(buckets)) {
        const bucket = name as Bucket;
        if (bucket === 'owed' && amount > 0) owing++;
        if (bucket !== 'receivable')
          expect(amount, `${holder} ${currency} ${bucket}`).toBeGreaterThanOrEqual(0);
        sums[`${currency} all`] = (sums[`${currency} all`] ?? 0) + CHART[bucket].side * amount;
        sums[`${currency} ${bucket}`] = (sums[`${currency} ${bucket}`] ?? 0) + amount;
      }
    }
  }
  const nonZero = (map: Map<string, number>) =>
    Object.fromEntries([...map].filter(([, v]) => v !== 0).sort());
  expect(nonZero(found)).toEqual(nonZero(expected));
  for (const currency of ['usd', 'eur']) {
    expect(sums[`${currency} all`] ?? 0).toBe(0);
    expect(sums[`${currency} reserved`] ?? 0).toBe(0);
    expect(sums[`${currency} sent`] ?? 0).toBe(sums[`${currency} received`] ?? 0);
  }
  return owing;
}

/** Each transfer ended on both sides as D1 says, or on none. */
async function checkTransfers(seed: number): Promise<number> {
  const { results } = await testEnv.DB.prepare(
    "SELECT id, source, destination, status FROM ledger_transfers WHERE id LIKE ? || '%' OR id LIKE ? || '%'",
  )
    .bind(`s${seed}:`, `ern_s${seed}0`)
    .all<{ id: string; source: string; destination: string; status: string }>();
  const sides = {
    settled: ['settled', 'posted'],
    returned: ['returned', 'refused'],
    refused: ['refused', null],
  };
  for (let i = 0; i < results.length; i += 50) {
    await Promise.all(
      results.slice(i, i + 50).map(async ({ id, source, destination, status }) => {
        const at = await Promise.all([ledger(source).transfer(id), ledger(destination).transfer(id)]);
        const states = at.map((outcome) => outcome?.state ?? null);
        expect(states, `${id} is ${status}`).toEqual(sides[status as keyof typeof sides]);
      }),
    );
  }
  return results.length;
}

describe('money never appears, vanishes or moves twice', () => {
  it.each(SEEDS)(
    'in the history of seed %i',
    async (seed) => {
      const plan = makePlan(seed, SCRIPTS);
      const run = new Run(plan);
      let owing = 0;
      try {
        for (const [index, round] of plan.rounds.entries()) {
          await run.round(round);
          if (index % ROUNDS_TO_QUIET !== ROUNDS_TO_QUIET - 1) continue;
          await run.quiet();
          owing += await checkBooks(plan, run.done);
        }
        await run.quiet();
        await run.finish();
        owing += await checkBooks(plan, run.done);
        const transfers = await checkTransfers(seed);
        console.log(
          `seed ${seed}: ${run.done.length} steps done, ${transfers} transfers, ${run.lost} answers lost, ${owing} debts on the way`,
        );
        expect(run.done.length).toBeGreaterThan(SCRIPTS);
        expect(owing).toBeGreaterThan(0);
      } catch (error) {
        throw new Error(`replay with VITE_LEDGER_SEEDS=${seed} VITE_LEDGER_SCRIPTS=${SCRIPTS}`, {
          cause: error,
        });
      }
    },
    600_000,
  );
});
