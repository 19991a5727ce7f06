// What charges tells of brand fees. Each adds to the caller's batch, at most 50 IDs a call.
import type { SystemCtx } from '../../context.ts';

/** The brand was charged: the partner's commission becomes available. A repeat changes nothing. */
export async function brandFeesCharged(_ctx: SystemCtx, _ids: string[]): Promise<void> {
  throw new Error('not built yet');
}

/** The charge failed for good; the debt stays until a new card. */
export async function brandFeesFailed(_ctx: SystemCtx, _ids: string[], _message: string): Promise<void> {
  throw new Error('not built yet');
}

/** A new card: the charge is tried again. */
export async function brandFeesRetried(_ctx: SystemCtx, _ids: string[]): Promise<void> {
  throw new Error('not built yet');
}
