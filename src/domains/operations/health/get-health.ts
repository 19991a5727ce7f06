import type { SystemCtx } from '../../../context.ts';
import * as clock from '../../../kit/clock.ts';
import { log } from '../../../kit/log.ts';
import { iso, SECOND_MS } from '../../../kit/time.ts';
import { type Health, laneProblems, lanesOf } from './health.ts';
import { findQueueFigures } from './queue-figures.ts';
import { findShardAnswer, findStored, listShards, type Stored } from './store.ts';
import { within } from './within.ts';

/** How long an isolate gives the same answer: a million requests of a stranger cost the database one look each time. */
const KEPT_MS = 10 * SECOND_MS;
const TIMEOUT_MS = 3 * SECOND_MS;
/** A look may be cut off with the request that began it. After this, another takes its place. */
const LOOK_MS = TIMEOUT_MS + SECOND_MS;
const WAIT_MS = 50;

let kept: { at: number; health: Health } | null = null;
let lookSince: number | null = null;

const isWithin = (since: number, ms: number) => Math.abs(clock.now() - since) < ms;

/** How the service is, from memory where it was looked up a moment ago. At most one look is under way in an isolate. */
export async function getHealth(ctx: SystemCtx): Promise<Health> {
  // Nobody waits for the promise of another request, which may be cut off: what it found is looked for instead.
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
  const [stored, silent, queues] = await Promise.all([
    answered(ctx),
    silentShards(ctx),
    findQueueFigures(ctx),
  ]);
  const problems = [
    ...(stored ? laneProblems(stored.lanes, clock.now()) : ['The main database does not answer.']),
    ...silent.map((shard) => `The database EVENTS_${shard} does not answer.`),
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
