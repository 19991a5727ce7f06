import type { SystemCtx } from '../../../context.ts';
import { deleteOwnSession } from './store.ts';

/** Ends the caller's session, if it is still open. */
export function signOut(ctx: SystemCtx, sessionId: string): void {
  deleteOwnSession(ctx, sessionId);
}
