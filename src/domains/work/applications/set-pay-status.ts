import type { SystemCtx } from '../../../context.ts';
import { writePayStatus } from './store.ts';

/**
 * Says whether the brand's charges for this creator's pay are in order: past_due once the last retry has failed, current
 * again when a charge succeeds. Rides in the caller's batch; a repeat changes nothing.
 */
export function setPayStatus(ctx: SystemCtx, applicationId: string, status: 'current' | 'past_due'): void {
  writePayStatus(ctx, applicationId, status);
}
