// The jobs of a lane run one after another, and each lane has its own invocation, so a slow lane does not
// delay the others. Each lane has its own queue (`lane-<name>` in wrangler.toml): a shared queue would start
// with one consumer and add another only after a finished batch, so the other lanes would wait behind a slow
// one. With `max_concurrency = 1` a lane never runs twice at once, and messages sent while it ran arrive as
// one batch, whose newest time counts. So it needs no lease, and nothing has to expire after a crash.

export const LANES = [
  'events',
  'money',
  'files',
  'ads',
  'results',
  'shops',
  'products',
  'posts',
  'upkeep',
] as const;

export type Lane = (typeof LANES)[number];

export const EVERY_MINUTE = '* * * * *';
export const NIGHTLY = '23 3 * * *';
/** The cron expressions of wrangler.toml. */
export const SCHEDULES = [EVERY_MINUTE, NIGHTLY] as const;

export type Schedule = (typeof SCHEDULES)[number];

/** Wakes a lane to run the jobs of one schedule, at its time in milliseconds. */
export interface LaneMessage {
  cron: Schedule;
  at: number;
}

/** The bindings of the lanes' queues. */
export type LaneQueues = { [queue in `LANE_${Uppercase<Lane>}`]: Queue<LaneMessage> };

export function queueOf(env: LaneQueues, lane: Lane): Queue<LaneMessage> {
  return env[`LANE_${lane.toUpperCase() as Uppercase<Lane>}`];
}

/** The lane of a queue. Throws for the name of another queue. */
export function laneOf(queue: string): Lane {
  const lane = LANES.find((one) => queue === `lane-${one}`);
  if (!lane) throw new Error(`${queue} is no lane's queue`);
  return lane;
}

export function isSchedule(cron: unknown): cron is Schedule {
  return SCHEDULES.includes(cron as Schedule);
}
