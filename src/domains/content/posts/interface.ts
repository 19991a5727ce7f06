// What the domains above tell of posts.
import type { SystemCtx } from '../../../context.ts';

/** A work, and the UTC day up to which its ads' views are asked for. */
export interface AdViewsAsked {
  submissionId: string;
  until: string;
}

/**
 * How many of the views that a platform counts on the post of a work came from ads with it, by the work's ID. Works without
 * any are left out.
 */
export type FindAdViews = (
  ctx: SystemCtx,
  asked: readonly AdViewsAsked[],
) => Promise<ReadonlyMap<string, number>>;
