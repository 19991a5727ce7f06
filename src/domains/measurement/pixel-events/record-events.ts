import type { SystemCtx } from '../../../context.ts';
import { log } from '../../../kit/log.ts';
import { planBatch } from '../event-rules/plan-batch.ts';
import type { Plan, PlanInput } from '../event-rules/plan-types.ts';
import { bodiesOf, reportsOf } from '../event-rules/reports.ts';
import { networkLimit } from '../pixels/interface.ts';
import { loadRefs } from './load-refs.ts';
import { ShardMoved, savePlan } from './plan-store.ts';
import { findState } from './state-store.ts';

export interface EventBatch {
  incoming: PlanInput['incoming'];
  /** IDs of stored events that wait for attribution. */
  process?: string[];
  /** Only store the events. They are attributed when their IDs arrive in `process`. */
  recordOnly?: boolean;
  /** The events are new, so looking for stored copies first is not worth it. */
  fresh?: boolean;
}

export interface Recorded {
  plan: Plan;
  /** Whether anything was added to the shard's outbox. */
  emitted: boolean;
}

const TRIES = 9;
/** The longest pause before the second try; each later one may take twice as long. */
const PAUSE_MS = 10;

/**
 * Writes a batch of events to a shard: deduplicated, attributed, counted, and with outbox rows for what follows, in one
 * atomic D1 batch. Repeating a batch changes nothing. Throws D1's errors, and ShardMoved when the batch keeps losing to
 * others.
 */
export async function recordEvents(ctx: SystemCtx, shard: number, batch: EventBatch): Promise<Recorded> {
  const input: PlanInput = {
    incoming: batch.incoming,
    process: batch.process ?? [],
    recordOnly: batch.recordOnly ?? false,
    maybeStored: !batch.fresh,
    networkLimit: networkLimit(ctx.vars.BEACONS_A_DAY),
    now: ctx.now,
  };
  const named = batch.incoming.map(({ accountId, event }) => ({ accountId, body: event.body }));
  for (let attempt = 1; ; attempt++) {
    const needsRefs = !input.recordOnly;
    const [state, early] = await Promise.all([
      findState(ctx.env, shard, input),
      needsRefs && named.length > 0 ? loadRefs(ctx.env, named) : null,
    ]);
    // Stored events may name targets too.
    const stored = [...state.events.values()].flatMap((event) =>
      [event.body, ...bodiesOf(reportsOf(event))].map((body) => ({ accountId: event.accountId, body })),
    );
    const all = [...named, ...stored];
    const known = needsRefs && (state.events.size > 0 || !early) ? await loadRefs(ctx.env, all) : early;
    const plan = planBatch(state, known?.rules ?? [], known?.refs ?? NO_REFS, input);
    try {
      const { again, limited } = await savePlan(ctx, shard, plan);
      const more = again.length > 0 && (await attributeAgain(ctx, shard, again));
      return { plan, emitted: plan.outbox.length > 0 || limited || more };
    } catch (error) {
      if (!(error instanceof ShardMoved) || attempt === TRIES) throw error;
      // Many reports of one event at the same moment would keep colliding: a random pause separates them.
      const most = PAUSE_MS * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
      input.maybeStored = true;
    }
  }
}

/** Attributes events again that can now be credited. If this dies, the sweep finds them by their state `recorded`. */
async function attributeAgain(ctx: SystemCtx, shard: number, ids: string[]): Promise<boolean> {
  try {
    return (await recordEvents(ctx, shard, { incoming: [], process: ids })).emitted;
  } catch (error) {
    log('error', { shard, events: ids.length, error: `attribute again: ${String(error)}` });
    return false;
  }
}

const NO_REFS = { submission: () => undefined, campaign: () => false, code: () => undefined };
