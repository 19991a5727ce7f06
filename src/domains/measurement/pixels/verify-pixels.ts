import type { SystemCtx } from '../../../context.ts';
import { markVerified } from './store.ts';

/** Turns waiting pixels into verified ones; those that are verified or archived stay as they are. */
export function verifyPixels(ctx: SystemCtx, ids: string[]): void {
  if (ids.length > 0) markVerified(ctx, ids);
}
