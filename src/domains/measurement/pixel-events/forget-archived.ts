import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { touchesOf } from '../event-rules/attribute.ts';
import { forgotten } from '../event-rules/claim.ts';
import { forgetInPart, listArchivedEvents } from './archive.ts';
import { type Denial, deleteDenials, deleteTouchesOf, listDenials } from './retention-store.ts';

/** The events that one run handles from each shard. Each may require rewriting a different part. */
const EVENTS_A_RUN = 20;

/**
 * Removes everything that identifies a visitor from archived events whose visitor has since refused consent. A run that
 * dies or runs twice is harmless, because the next one does the same again.
 */
export async function forgetArchived(ctx: SystemCtx): Promise<void> {
  for (const shard of shards(ctx.env)) {
    const denials = await listDenials(ctx, shard, EVENTS_A_RUN);
    if (denials.length === 0) continue;
    const left = new Set<string>();
    const keep = ([, ids]: [string, Set<string>]) => {
      for (const id of ids) left.add(id);
    };
    await inParallel(
      [...byPart(denials)],
      1,
      async (one) => {
        const [part, ids] = one;
        // Touches are deleted first, because the part that is rewritten next is the only place with their keys.
        const events = await listArchivedEvents(ctx.env, part, ({ id }) => ids.has(id));
        await deleteTouchesOf(ctx, shard, events.flatMap(touchesOf));
        if (!(await forgetInPart(ctx.env, part, ids, forgotten))) keep(one);
      },
      (one, error) => {
        keep(one);
        log('error', { part: one[0], error: describeError(error) });
      },
    );
    const done = denials.map(({ eventId }) => eventId).filter((id) => !left.has(id));
    await deleteDenials(ctx, shard, done);
  }
}

function byPart(denials: Denial[]): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  for (const { part, eventId } of denials)
    if (part !== null) parts.set(part, (parts.get(part) ?? new Set()).add(eventId));
  return parts;
}
