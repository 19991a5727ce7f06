import type { SystemCtx } from '../../../context.ts';
import { type Reader, saveSeen } from './notice-store.ts';

/** Marks all notices up to one as seen, in the caller's batch: those that came later were not shown. */
export function markNoticesSeen(ctx: SystemCtx, reader: Reader, newest: string): void {
  saveSeen(ctx, reader, newest, true);
}
