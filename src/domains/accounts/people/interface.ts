// The interface of people for other domains.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { notFound } from '../../../kit/error.ts';
import { people, sessions } from './table.ts';

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

/** What people are called, for the statement's batch. @param ids a subquery of IDs. */
export const listNamesAmong = (ctx: SystemCtx, ids: SQL) =>
  mainDb(ctx.env)
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(sql`${people.id} IN (${ids})`);

/** What people are called, by ID. */
export async function findPersonNames(
  ctx: SystemCtx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await listNamesAmong(ctx, sql`SELECT value FROM json_each(${JSON.stringify(wanted)})`).all();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
