import type { SystemCtx } from '../../../context.ts';
import { removeCard } from '../../../integrations/stripe/cards.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { listReplacedCards, saveRemoved } from './store.ts';

/** A charge may still be under way on a card that is replaced, so the card is kept this long. */
const GRACE_MS = HOUR_MS;
const BATCH = 20;

/**
 * Detaches cards that were replaced from their customers at the processor. Cron. Throws unavailable or
 * provider_error.
 */
export async function detachReplacedCards(ctx: SystemCtx): Promise<void> {
  for (const card of await listReplacedCards(ctx, ctx.now - GRACE_MS, BATCH)) {
    await removeCard(await stripeClient(ctx.vars), card);
    await saveRemoved(ctx, card);
  }
}
