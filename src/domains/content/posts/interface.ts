// What the domains above tell of posts.
import type { SystemCtx } from '../../../context.ts';

/** A submission, and the UTC day up to which the views of its ads are asked for. */
export interface AdViewsAsked {
  submissionId: string;
  until: string;
}

/**
 * How many of the views that a platform counts on the post of a submission came from ads with it, by submission. Those without
 * any are left out.
 */
export type FindAdViews = (
  ctx: SystemCtx,
  asked: readonly AdViewsAsked[],
) => Promise<ReadonlyMap<string, number>>;
