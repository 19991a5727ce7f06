// Consumer of the lanes' queues. Messages that arrived while the lane was running form one batch: its jobs run once, at
// the latest time that was asked for.
import type { SystemCtx } from '../src/context.ts';
import { lanePulse } from '../src/domains/operations/health/lane-pulse.ts';
import { jobs } from '../src/jobs.ts';
import { log } from '../src/kit/log.ts';
import { isSchedule, type LaneMessage, laneOf, NIGHTLY, SCHEDULES } from '../src/lanes.ts';
import { committedName } from '../src/queue-names.ts';
import { runJobs } from '../src/run-jobs.ts';

const RETRY_SECONDS = 600;

export async function consumeLane(batch: MessageBatch<unknown>, ctx: SystemCtx): Promise<void> {
  const lane = laneOf(committedName(batch.queue));
  const readable = batch.messages.flatMap((message) => {
    const body = parse(message.body);
    if (!body) log('error', { queue: batch.queue, message: message.id, error: 'unreadable' });
    if (!body) message.retry();
    return body ? [{ message, body }] : [];
  });
  const pulse = lanePulse(ctx, lane);
  for (const cron of SCHEDULES) {
    const asked = readable.filter(({ body }) => body.cron === cron);
    if (asked.length === 0) continue;
    const at = Math.max(ctx.now, ...asked.map(({ body }) => body.at));
    const due = jobs.filter((job) => job.lane === lane && job.when === cron);
    // Failures are already logged. A minute's job runs again in a minute anyway, so only a nightly one is retried.
    const retry = await runJobs(due, at, ctx.env, pulse).then(
      () => false,
      () => cron === NIGHTLY,
    );
    for (const { message } of asked) {
      if (retry) message.retry({ delaySeconds: RETRY_SECONDS });
      else message.ack();
    }
  }
}

function parse(body: unknown): LaneMessage | null {
  const { cron, at } = (body ?? {}) as Record<string, unknown>;
  return isSchedule(cron) && typeof at === 'number' && Number.isSafeInteger(at) ? { cron, at } : null;
}
