import type { SystemCtx } from '../../../context.ts';
import { savePostMatchDue } from './store.ts';

/** Has the creator's work matched, in the batch that stores a page of posts, where any of it waits for its post. */
export const postsListed = (ctx: SystemCtx, creatorId: string): void => savePostMatchDue(ctx, creatorId);
