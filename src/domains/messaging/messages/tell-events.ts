import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { TOLD_IN_THREADS } from '../../../events/told-in-threads.ts';
import { log } from '../../../kit/log.ts';
import { objectOf } from '../thread-log/interface.ts';
import type { ThreadHead } from '../thread-log/record.ts';
import { listUntold, saveToldNow, saveUntellableNow, type UntoldEvent } from './automated-store.ts';

/** How many events one run tells. */
const AT_ONCE = 200;
/** The service itself, where others are keys, grants and people. */
const CALLER = 'service';

/**
 * Tells what happened between two in their direct thread, where there is one: once an event, since the message is known by the
 * event's ID in the thread's object, whatever dies before the row says that it was told. A job.
 */
export async function tellEvents(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(async () => await saveUntellableNow(ctx, PRUNED_AT_ONCE));
  const events = await listUntold(ctx, AT_ONCE);
  const told: string[] = [];
  // One after another: those of one thread stay in their order.
  for (const event of events) {
    try {
      await tell(ctx, event);
      told.push(event.id);
    } catch (error) {
      log('error', { job: 'tell events in threads', event: event.id, error: String(error) });
    }
  }
  if (told.length > 0) await saveToldNow(ctx, told);
}

async function tell(ctx: SystemCtx, event: UntoldEvent): Promise<void> {
  const message = TOLD_IN_THREADS[event.type as keyof typeof TOLD_IN_THREADS];
  if (!message) return;
  const { account, creator } = event;
  const head: ThreadHead = {
    id: event.thread,
    kind: 'direct',
    account,
    creator,
    program: null,
    createdAt: event.createdAt,
  };
  const side = event.teller === account || event.teller === creator ? event.teller : event[message.by];
  await objectOf(ctx.env, head.id).change(
    head,
    { side, caller: CALLER, now: ctx.now, limits: null },
    {
      kind: 'post',
      body: message.text.replace('{program}', event.program ?? 'the program'),
      files: [],
      replyTo: null,
      clientMessageId: event.id,
      automated: true,
    },
    null,
  );
}
