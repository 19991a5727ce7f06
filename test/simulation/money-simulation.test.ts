// @process ledger: it puts ledgers out of memory.
// Whole histories of money with everything going wrong that can: processes die at any contact, ledgers are killed, jobs
// run twice at once, the processor fails before and after its effect, its webhooks are lost, doubled and reordered.
// Longer by hand: VITE_MONEY_SEEDS=7,8 VITE_MONEY_ROUNDS=400 npx vitest run test/simulation/money
import { abortAllDurableObjects } from 'cloudflare:test';
import { afterEach, describe, expect, it } from 'vitest';
import { compareBooks } from '../../src/domains/money/differences/compare-books.ts';
import type { Env } from '../../src/env.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { mortal } from '../harness/faults/mortal.ts';
import { STORM } from '../harness/vitest/portion.ts';
import { systemCtx, testEnv } from '../harness/world.ts';
import { Failed, perform } from './money-acts.ts';
import { checkBooks } from './money-books.ts';
import { type Planned, planOf, type Round } from './money-plan.ts';
import { pass, quieten, runJobs, type Stage, setStage } from './money-stage.ts';

const SEEDS = (process.env.VITE_MONEY_SEEDS ?? '2').split(',').map(Number);
const ROUNDS = Number(process.env.VITE_MONEY_ROUNDS ?? (STORM ? 60 : 14));
const ROUNDS_TO_QUIET = 7;

const RETURNED = ['payout.failed', 'v2.money_management.outbound_payment.returned'];

const stages: Stage[] = [];

afterEach(() => clock.release());

/** Runs `run` as its own process, which may die. A process that dies never answers. */
async function asProcess(
  stage: Stage,
  dies: Planned['dies'],
  run: (env: Env) => Promise<void>,
): Promise<void> {
  if (!dies) return await run(stage.stripe.env);
  const life = mortal(stage.stripe.env, dies.at, dies.when);
  await Promise.race([run(life.env), life.death]);
}

async function happen(stage: Stage, round: Round, index: number): Promise<void> {
  await pass(stage, round.hours * HOUR_MS);
  for (const fault of round.faults) await stage.stripe.fault(fault.kind, fault.path);
  await stage.stripe.decline(...round.declines);
  const acts = round.acts.flatMap(({ act, calls, dies }, n) =>
    Array.from({ length: calls }, (_, copy) =>
      asProcess(stage, copy === 0 ? dies : null, (env) => perform(stage, env, act, `r${index}:${n}`)),
    ),
  );
  // A job that fails logs it and is tried again by the next run: that is not an error of the history.
  const jobs = round.crons.map((dies) =>
    asProcess(stage, dies === 'lives' ? null : dies, (env) => runJobs(env).catch(() => undefined)),
  );
  if (round.killsLedgers) await scheduler.wait(20).then(() => abortAllDurableObjects());
  for (const end of await Promise.allSettled(acts)) {
    if (end.status === 'fulfilled') continue;
    const struck = end.reason instanceof Failed || /abortAllDurableObjects/.test(String(end.reason));
    if (!round.killsLedgers || !struck) throw end.reason;
  }
  await Promise.all(jobs);
  // Only a webhook reports that the bank returned a payout after it had arrived, and it is repeated for days.
  if (round.webhooks === 'none') await stage.stripe.webhooks({ only: (type) => RETURNED.includes(type) });
  else if (round.webhooks === 'in order') await stage.stripe.webhooks();
  else await stage.stripe.webhooks({ reverse: true, copies: 2 });
}

describe('no cent appears, vanishes or is paid twice', () => {
  it.each(SEEDS)(
    'in the history of seed %i',
    async (seed) => {
      try {
        const stage = await setStage();
        stages.push(stage);
        for (const [index, round] of planOf(seed, ROUNDS).entries()) {
          await happen(stage, round, index);
          if (index % ROUNDS_TO_QUIET !== ROUNDS_TO_QUIET - 1) continue;
          await quieten(stage);
          await checkBooks(stages);
        }
        await quieten(stage);
        const found = await checkBooks(stages);
        await testEnv.DB.prepare('DELETE FROM difference_rounds').run();
        await compareBooks(systemCtx(clock.now() + 2 * DAY_MS));
        // Except for the stage's own deposits in the balance at the processor.
        const { results } = await testEnv.DB.prepare(
          "SELECT kind, subject, details FROM differences WHERE kind <> 'platform_balance'",
        ).all();
        expect(results, "the service's own comparison").toEqual([]);
        console.log(`seed ${seed}: ${JSON.stringify(found)}`);
        expect(found.payments.succeeded ?? 0).toBeGreaterThan(ROUNDS / 10);
        expect(found.withdrawals.paid ?? 0).toBeGreaterThan(0);
      } catch (error) {
        throw new Error(`replay with VITE_MONEY_SEEDS=${seed} VITE_MONEY_ROUNDS=${ROUNDS}`, { cause: error });
      }
    },
    600_000,
  );
});
