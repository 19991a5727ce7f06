import type { SystemCtx } from '../../../context.ts';
import { deleteOtherSessions } from './store.ts';

/** Ends all of a person's sessions but this one. */
export function endOtherSessions(ctx: SystemCtx, personId: string, sessionId: string): void {
  deleteOtherSessions(ctx, personId, sessionId);
}
