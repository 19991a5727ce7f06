import type { SystemCtx } from '../../../context.ts';
import { savePostMatchDue } from './store.ts';

/** Has the creator's accounts looked through, in the batch that approves work or names its post. */
export const submissionPublished = (ctx: SystemCtx, creatorId: string): void =>
  savePostMatchDue(ctx, creatorId);
