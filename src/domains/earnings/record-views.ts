import type { SystemCtx } from '../../context.ts';

/**
 * Adds to ctx.write how often a submission's post was viewed in all, as known at `at` (milliseconds). Fewer views than
 * before, or a report older than the last, change nothing.
 */
export async function recordViews(
  _ctx: SystemCtx,
  _submission: string,
  _views: number,
  _at: number,
): Promise<void> {
  throw new Error('not built yet');
}
