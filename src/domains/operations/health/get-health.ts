import type { SystemCtx } from '../../../context.ts';
import * as clock from '../../../kit/clock.ts';
import { log } from '../../../kit/log.ts';
import { iso, SECOND_MS } from '../../../kit/time.ts';
import { type Health, laneProblems, lanesOf } from './health.ts';
import { findQueueFigures } from './queue-figures.ts';
import { findSearchAnswer, findShardAnswer, findStored, listShards, type Stored } from './store.ts';
import { within } from './within.ts';

/**
 * How long an isolate repeats the same answer, so that a million requests by strangers cost the database one
 * check.
 */
const KEPT_MS = 10 * SECOND_MS;
const TIMEOUT_MS = 3 * SECOND_MS;
/** A check may be cut off with the request that began it. After this time another one replaces it. */
const LOOK_MS = TIMEOUT_MS + SECOND_MS;
const WAIT_MS = 50;

let kept: { at: number; health: Health } | null = null;
let lookSince: number | null = null;

const isWithin = (since: number, ms: number) => Math.abs(clock.now() - since) < ms;

/**
 * The health of the service, from memory if it was just checked. An isolate runs at most one check at a time.
 */
export async function getHealth(ctx: SystemCtx): Promise<Health> {
  // A request never awaits another request's promise, which may be cut off; it polls for the stored result
  // instead.
  for (let waited = 0; waited < LOOK_MS; waited += WAIT_MS) {
    if (kept && isWithin(kept.at, KEPT_MS)) return kept.health;
    if (lookSince === null || !isWithin(lookSince, LOOK_MS)) break;
    if (kept && isWithin(kept.at, KEPT_MS + LOOK_MS)) return kept.health;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  lookSince = clock.now();
  try {
    const health = await look(ctx);
    kept = { at: clock.now(), health };
    return health;
  } finally {
    lookSince = null;
  }
}

async function look(ctx: SystemCtx): Promise<Health> {
  const [stored, silent, searches, queues] = await Promise.all([
    answered(ctx),
    silentShards(ctx),
    searchAnswers(ctx),
    findQueueFigures(ctx),
  ]);
  const problems = [
    ...(stored ? laneProblems(stored.lanes, clock.now()) : ['The main database does not answer.']),
    ...silent.map((shard) => `The database EVENTS_${shard} does not answer.`),
    ...(searches ? [] : ['The search database does not answer.']),
  ];
  return {
    problems,
    lanes: lanesOf(stored?.lanes ?? new Map()),
    queues,
    deadLetters: stored?.deadLetters ?? null,
    checkedAt: iso(clock.now()),
  };
}

async function answered(ctx: SystemCtx): Promise<Stored | null> {
  try {
    return await within(TIMEOUT_MS, findStored(ctx));
  } catch (error) {
    log('error', { health: 'the main database', error: String(error) });
    return null;
  }
}

async function searchAnswers(ctx: SystemCtx): Promise<boolean> {
  try {
    await within(TIMEOUT_MS, findSearchAnswer(ctx));
    return true;
  } catch (error) {
    log('error', { health: 'the search database', error: String(error) });
    return false;
  }
}

async function silentShards(ctx: SystemCtx): Promise<number[]> {
  const asked = await Promise.all(
    listShards(ctx).map(async (shard) => {
      try {
        await within(TIMEOUT_MS, findShardAnswer(ctx, shard));
        return [];
      } catch (error) {
        log('error', { health: `EVENTS_${shard}`, error: String(error) });
        return [shard];
      }
    }),
  );
  return asked.flat();
}
