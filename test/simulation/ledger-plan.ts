// A simulation's plan, drawn from a seed alone: no choice depends on an answer, so a seed always gives the
// same history. A script is the life of one payment or withdrawal; its steps follow each other, and scripts
// interleave.

import type { Bucket } from '../../src/domains/money/ledger/chart.ts';
import type { Posting } from '../../src/domains/money/ledger/posting.ts';
import type { Instruction as LedgerInstruction } from '../../src/domains/money/ledger-instructions/instruction.ts';
import { seeded } from '../../tools/random.ts';
import { drawScript } from './ledger-lives.ts';
import type { World } from './ledger-moves.ts';

export type Effect = [holder: string, currency: string, bucket: Bucket, amount: number];

export interface Payout {
  holder: string;
  currency: string;
  /** Otherwise its money is returned. */
  paid: boolean;
}

export interface Step {
  key: string;
  /** A posting made at once, steps planned with a batch of D1, or a payout of everything available. */
  does: { holder: string; posting: Posting } | { step: LedgerInstruction } | { payout: Payout };
  /**
   * What the books must show once it is done; a payout's effects follow from its answer. `withdrawable` means
   * withdrawable less owed.
   */
  effects: Effect[];
  /** The effects if its other transfer was done. */
  otherwise?: Effect[];
  /** A step that the rules forbid: its success is an error. */
  forbidden: boolean;
  /** How many callers make the same call at once. */
  calls: number;
}

export interface Script {
  steps: Step[];
}

export interface Fault {
  kind: 'kill' | 'kill all' | 'evict' | 'alarm' | 'cron';
  holder: string;
  /** Turns of the event loop after the start of the round. */
  after: number;
}

export interface Plan {
  holders: string[];
  scripts: Script[];
  /** For each round, the scripts that take their next step, and the faults meanwhile. */
  rounds: { scripts: number[]; faults: Fault[] }[];
}

export type Random = (below: number) => number;

/** The same choices for the same seed. */
export const randomFrom = (seed: number): Random => seeded(seed).below;

export function makePlan(seed: number, scriptCount: number): Plan {
  const random = randomFrom(seed);
  const id = (prefix: string, n: number) =>
    `${prefix}_${`s${seed}`.padEnd(20, '0')}${String(n).padStart(6, '0')}`;
  const world: World = {
    seed,
    random,
    brands: [0, 1, 2, 3].map((n) => id('acct', n)),
    partners: [10, 11].map((n) => id('acct', n)),
    creators: Array.from({ length: 12 }, (_, n) => id('crtr', n)),
    serial: 0,
  };
  const scripts = Array.from({ length: scriptCount }, () => drawScript(world));
  const holders = new Set<string>();
  for (const step of scripts.flatMap((script) => script.steps)) {
    for (const holder of holdersOf(step)) holders.add(holder);
  }
  const all = [...holders];
  const rounds: Plan['rounds'] = [];
  const left = scripts.map((script) => script.steps.length);
  for (;;) {
    const waiting = left.flatMap((steps, index) => (steps > 0 ? [index] : []));
    if (waiting.length === 0) break;
    const active = waiting.slice(0, 40).filter(() => random(3) > 0);
    const next = active.flatMap((index) => {
      const { steps } = scripts[index]!;
      return holdersOf(steps[steps.length - left[index]!]!);
    });
    for (const index of active) left[index]!--;
    // Faults strike where something happens.
    rounds.push({ scripts: active, faults: drawFaults(random, next.length > 0 ? next : all) });
  }
  return { holders: all, scripts, rounds };
}

function holdersOf({ does }: Step): string[] {
  if ('payout' in does) return [does.payout.holder];
  if ('posting' in does) return [does.holder];
  const { step } = does;
  if (step.kind === 'posting') return [step.holder];
  return [step.transfer.source.holder, step.transfer.destination.holder];
}

function drawFaults(random: Random, holders: string[]): Fault[] {
  const faults: Fault[] = [];
  const kinds = ['kill', 'kill', 'kill', 'kill', 'evict', 'alarm', 'alarm', 'cron'] as const;
  if (random(12) === 0) faults.push({ kind: 'kill all', holder: '', after: random(8) });
  for (let n = random(5); n > 0; n--) {
    faults.push({
      kind: kinds[random(kinds.length)]!,
      holder: holders[random(holders.length)]!,
      after: random(8),
    });
  }
  return faults;
}
