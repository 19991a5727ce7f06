import type { SystemCtx } from '../../../context.ts';
import { deleteSession } from './store.ts';

/** Ends one of the person's own sessions, this one or another. Throws not_found for any other session. */
export function endSession(ctx: SystemCtx, personId: string, sessionId: string): void {
  deleteSession(ctx, personId, sessionId);
}
