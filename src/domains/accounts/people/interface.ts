// The interface of people for other domains.
import { and, eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { notFound } from '../../../kit/error.ts';
import { sessions } from './table.ts';

export {
  deleteVerification,
  findByEmail,
  findVerification,
  insertPerson,
  insertVerification,
  listVerifications,
} from './store.ts';

/**
 * Records in the caller's batch that the person passed the second factor in a session. The batch fails when the session
 * has ended.
 */
export function saveSecondFactorAt(ctx: SystemCtx, personId: string, sessionId: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(sessions)
      .set({ secondFactorAt: new Date(ctx.now) })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, personId))),
    async () => notFound('session'),
  );
}

/** Forgets, in the caller's batch, that the person passed a second factor in any session. */
export function saveNoSecondFactor(ctx: SystemCtx, personId: string): void {
  ctx.write.add(
    mainDb(ctx.env).update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, personId)),
  );
}
