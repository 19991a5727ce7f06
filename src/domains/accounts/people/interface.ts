// What others may ask of people.
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

/** Adds to the batch that the person proved the second factor in a session. Nothing is written when it has ended. */
export function saveSecondFactorAt(ctx: SystemCtx, personId: string, sessionId: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(sessions)
      .set({ secondFactorAt: new Date(ctx.now) })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, personId))),
    async () => notFound('session'),
  );
}

/** Adds to the batch that no session of a person has a second factor any more. */
export function saveNoSecondFactor(ctx: SystemCtx, personId: string): void {
  ctx.write.add(
    mainDb(ctx.env).update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, personId)),
  );
}
