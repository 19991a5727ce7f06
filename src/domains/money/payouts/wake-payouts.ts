import type { SystemCtx } from '../../../context.ts';
import { wakePayoutDue } from './store.ts';

/** Adds to ctx.write that a holder's waiting earnings are looked at again soon: its payout account changed. */
export function wakePayouts(ctx: SystemCtx, holder: string): void {
  wakePayoutDue(ctx, holder);
}
