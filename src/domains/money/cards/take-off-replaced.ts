import type { SystemCtx } from '../../../context.ts';
import { removeCard } from '../../../integrations/stripe/cards.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { markRemoved, replacedCards } from './store.ts';

/** A charge on a card may be under way while it is replaced: it is left time to end. */
const GRACE_MS = HOUR_MS;
const BATCH = 20;

/** Takes cards that were replaced off file at the processor. Cron. Throws unavailable or provider_error. */
export async function takeOffReplaced(ctx: SystemCtx): Promise<void> {
  for (const card of await replacedCards(ctx, ctx.now - GRACE_MS, BATCH)) {
    await removeCard(await stripeClient(ctx.vars), card);
    await markRemoved(ctx, card);
  }
}
