import type { SystemCtx } from '../../../context.ts';
import { deleteOwnSession } from './store.ts';

/** Ends the session that asks for it, if it is still open. */
export function signOut(ctx: SystemCtx, sessionId: string): void {
  deleteOwnSession(ctx, sessionId);
}
