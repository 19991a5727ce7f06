import type { SystemCtx } from '../../../context.ts';
import { upsertPayoutDue } from './store.ts';

/**
 * Adds to ctx.write that the holder (a creator, or a partner's account) has or will soon have available earnings of
 * this currency. A repeat changes nothing that matters.
 */
export function notePayoutDue(ctx: SystemCtx, holder: string, currency: string): void {
  upsertPayoutDue(ctx, holder, currency);
}
