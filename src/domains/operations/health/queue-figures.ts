import type { SystemCtx } from '../../../context.ts';
import { LANES, queueOf } from '../../../lanes.ts';
import type { Health } from './health.ts';
import { within } from './within.ts';

const TIMEOUT_MS = 2_000;

/**
 * The backlog of each queue that this Worker sends to. A queue that does not answer does not affect the
 * others.
 */
export async function findQueueFigures({ env }: SystemCtx): Promise<Health['queues']> {
  const queues: [string, Queue][] = [
    ['pixel-events', env.PIXEL_EVENTS],
    ['webhooks', env.WEBHOOKS],
    ['webhooks-slow', env.WEBHOOKS_SLOW],
    ['jobs', env.JOBS],
    ['shops', env.SHOPS],
    ...LANES.map((lane): [string, Queue] => [`lane-${lane}`, queueOf(env, lane)]),
  ];
  return await Promise.all(queues.map(([name, queue]) => figuresOf(name, queue)));
}

async function figuresOf(name: string, queue: Queue): Promise<Health['queues'][number]> {
  try {
    const { backlogCount, oldestMessageTimestamp } = await within(TIMEOUT_MS, queue.metrics());
    // An empty queue reports no oldest message, or one from 1970.
    const oldest = backlogCount > 0 ? Number(oldestMessageTimestamp ?? 0) : 0;
    return {
      queue: name,
      backlog: backlogCount,
      oldestMessageAt: oldest > 0 ? new Date(oldest).toISOString() : null,
    };
  } catch {
    return { queue: name, backlog: null, oldestMessageAt: null };
  }
}
