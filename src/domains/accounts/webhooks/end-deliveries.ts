import type { SystemCtx } from '../../../context.ts';
import { failPending } from './store.ts';

/** Ends the pending deliveries of a key whose URL is taken away: they fail, and a later URL does not revive them. */
export function endDeliveries(ctx: SystemCtx, keyId: string): void {
  failPending(ctx, keyId);
}
