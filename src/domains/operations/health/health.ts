// The response of the health endpoint, which is public.

import { iso, MINUTE_MS } from '../../../kit/time.ts';
import { LANES, type Lane } from '../../../lanes.ts';

/** Each lane has jobs every minute. A lane that is silent for this long was not woken, or does not end. */
const LANE_SILENT_MS = 5 * MINUTE_MS;

export interface Health {
  /** Sentences about what is wrong; empty when all is well. */
  problems: string[];
  lanes: { lane: Lane; lastRunAt: string | null }[];
  /** Figures are null when the queue does not report them. */
  queues: { queue: string; backlog: number | null; oldestMessageAt: string | null }[];
  /** Messages that a consumer gave up on. Null when the database does not answer. */
  deadLetters: number | null;
  checkedAt: string;
}

/** Sentences about the silent lanes, with the time when each last ran. */
export function laneProblems(runs: ReadonlyMap<string, number>, now: number): string[] {
  if (LANES.every((lane) => !runs.has(lane)))
    return ['No lane has run yet. The cron wakes each of them within a minute of the first release.'];
  return LANES.flatMap((lane) => {
    const ranAt = runs.get(lane);
    if (ranAt === undefined) return [`The lane ${lane} has not run yet.`];
    const silent = now - ranAt;
    return silent > LANE_SILENT_MS
      ? [`The lane ${lane} has not run for ${Math.floor(silent / MINUTE_MS)} minutes.`]
      : [];
  });
}

export function lanesOf(runs: ReadonlyMap<string, number>): Health['lanes'] {
  return LANES.map((lane) => {
    const ranAt = runs.get(lane);
    return { lane, lastRunAt: ranAt === undefined ? null : iso(ranAt) };
  });
}
