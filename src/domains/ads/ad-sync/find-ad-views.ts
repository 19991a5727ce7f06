import type { SystemCtx } from '../../../context.ts';
import type { AdViewsAsked } from '../../content/posts/interface.ts';
import { listPlays } from './store.ts';

/** How many views of posts ads brought as of the platforms' reports, by submission. */
export async function findAdViews(
  ctx: SystemCtx,
  asked: readonly AdViewsAsked[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await listPlays(ctx, asked)).map(({ id, plays }) => [id, plays]));
}
