// The jobs of a lane run one after another, each lane in an invocation of its own: what is slow in one holds up no other.
// A lane has a queue of its own (`lane-<name>` in wrangler.toml), because a shared one would start with a single consumer
// and add another only behind a finished batch: just when a lane is slow, the others would wait behind it. With
// `max_concurrency = 1` a lane never runs beside itself, and what was sent while it ran comes as one batch, of which
// the newest moment counts. That needs no lease, and nothing has to run out after a death.
import type { Env } from '../env.ts';

export const LANES = ['events', 'money', 'files', 'ads', 'results', 'upkeep'] as const;

export type Lane = (typeof LANES)[number];

export const EVERY_MINUTE = '* * * * *';
export const NIGHTLY = '23 3 * * *';
/** The cron expressions of wrangler.toml. */
export const SCHEDULES = [EVERY_MINUTE, NIGHTLY] as const;

export type Schedule = (typeof SCHEDULES)[number];

/** Wakes a lane: the jobs of one schedule, at its time in milliseconds. */
export interface LaneMessage {
  cron: Schedule;
  at: number;
}

export function queueOf(env: Env, lane: Lane): Queue<LaneMessage> {
  return env[`LANE_${lane.toUpperCase() as Uppercase<Lane>}`];
}

/** Throws for the name of another queue. */
export function laneOf(queue: string): Lane {
  const lane = LANES.find((one) => queue === `lane-${one}`);
  if (!lane) throw new Error(`${queue} is no lane's queue`);
  return lane;
}

export function isSchedule(cron: unknown): cron is Schedule {
  return SCHEDULES.includes(cron as Schedule);
}
