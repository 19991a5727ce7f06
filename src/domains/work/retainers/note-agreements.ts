import type { SystemCtx } from '../../../context.ts';
import { bumpOffers } from './store.ts';

/**
 * Makes answers to an account's offers that were read before stale, in the caller's batch: what a creator accepts with a
 * retainer has changed.
 */
export function agreementsOfOffersChanged(ctx: SystemCtx, accountId: string): void {
  bumpOffers(ctx, accountId);
}
