import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { HashedUser } from '../../../pixel/event-body.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import type { ExplainedPixelEvent } from './explained-event.ts';
import { listCustomerEventIds } from './forgetting-store.ts';
import { getPixelEvent } from './get-pixel-event.ts';

/** The most events that are listed. Each may lie in another part of the archive. */
const MOST = 100;

/**
 * The acting account's events of a customer's orders, and the landings that are kept under the customer's email address
 * or phone number, from the shard or the archive.
 */
export async function listCustomerEvents(
  ctx: Ctx,
  customer: {
    pixelIds: readonly string[];
    hashes: Pick<HashedUser, 'email' | 'phone'>;
    orders: readonly string[];
  },
): Promise<ExplainedPixelEvent[]> {
  const accountId = actingAccount(ctx.actor).id;
  const shard = await eventsShardOf(ctx, accountId);
  if (shard === null) return [];
  const events: ExplainedPixelEvent[] = [];
  for (const id of await listCustomerEventIds(ctx, shard, { accountId, ...customer }, MOST)) {
    try {
      events.push(await getPixelEvent(ctx, id));
    } catch (error) {
      // It was moved to the archive a moment ago, or belongs to a pixel that is gone.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
  return events;
}
