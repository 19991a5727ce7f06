// What the brand's charges say about payments. Each verb adds to the caller's batch, at most 50 payments a call;
// a payment that is already where the call leads is left as it is.
import type { SystemCtx } from '../../context.ts';

/** The brand was charged for these. `at` (milliseconds) is when. */
export async function paymentsCharged(_ctx: SystemCtx, _ids: string[], _at: number): Promise<void> {
  throw new Error('not built yet');
}

/** The charge for these failed for good. `message` is for people. */
export async function paymentsFailed(_ctx: SystemCtx, _ids: string[], _message: string): Promise<void> {
  throw new Error('not built yet');
}

/** These are charged again: there is a new card. */
export async function paymentsRetried(_ctx: SystemCtx, _ids: string[]): Promise<void> {
  throw new Error('not built yet');
}

/** The brand has its money back on the card, the service's fee included. */
export async function paymentRefunded(_ctx: SystemCtx, _id: string): Promise<void> {
  throw new Error('not built yet');
}
