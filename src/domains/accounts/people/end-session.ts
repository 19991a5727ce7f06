import type { SystemCtx } from '../../../context.ts';
import { deleteSession } from './store.ts';

/** Ends a session of the person's own, this or another. Throws not_found for what is none of theirs. */
export function endSession(ctx: SystemCtx, personId: string, sessionId: string): void {
  deleteSession(ctx, personId, sessionId);
}
