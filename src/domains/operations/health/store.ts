import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

const NOTE = `INSERT INTO lane_runs (lane, ran_at) VALUES (?1, ?2)
  ON CONFLICT (lane) DO UPDATE SET ran_at = excluded.ran_at
  WHERE excluded.ran_at / ${MINUTE_MS} > lane_runs.ran_at / ${MINUTE_MS}`;

/** Counting reads each row, so it stops at this many dead letters. */
const MOST_COUNTED = 1_000;

const COUNT = `SELECT count(*) AS count FROM (SELECT 1 FROM dead_letters LIMIT ${MOST_COUNTED})`;

/** Saves at once, outside any batch, because the lane's next job may end its invocation. */
export async function saveLaneRunNow(ctx: SystemCtx, lane: string, at: number): Promise<void> {
  await ctx.env.DB.prepare(NOTE).bind(lane, at).run();
}

export interface Stored {
  /** Milliseconds, by lane. */
  lanes: Map<string, number>;
  deadLetters: number;
}

/** Reads everything that the main database knows about the service's health in one round trip. */
export async function findStored({ env }: SystemCtx): Promise<Stored> {
  const [runs, letters] = await env.DB.batch<Record<string, unknown>>([
    env.DB.prepare('SELECT lane, ran_at FROM lane_runs'),
    env.DB.prepare(COUNT),
  ]);
  return {
    lanes: new Map(runs!.results.map(({ lane, ran_at }) => [lane as string, ran_at as number])),
    deadLetters: letters!.results[0]!.count as number,
  };
}

/** Throws for a shard of events that does not answer. */
export async function findShardAnswer({ env }: SystemCtx, shard: number): Promise<void> {
  await env[`EVENTS_${shard}`]!.prepare('SELECT 1').run();
}

/** Throws if the search database does not answer. */
export async function findSearchAnswer({ env }: SystemCtx): Promise<void> {
  await env.SEARCH.prepare('SELECT 1').run();
}

export const listShards = ({ env }: SystemCtx): number[] => shards(env);
