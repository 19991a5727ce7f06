import type { SystemCtx } from '../../../context.ts';
import { addApproved } from './store.ts';

/**
 * Moves how many submissions of a creator an account approved on a day, in the caller's batch.
 * @param work `at` is the moment of the approval in milliseconds, `currency` that of the program's pay.
 */
export function countApproved(
  ctx: SystemCtx,
  work: { creator: string; account: string; currency: string; at: number; by: 1 | -1 },
): void {
  addApproved(ctx, work);
}
