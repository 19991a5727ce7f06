// SQL for second factors and their recovery codes.
import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { Explain } from '../../../db/write-set.ts';
import { notFound } from '../../../kit/error.ts';
import { recoveryCodeHash } from './second-factor.ts';
import { people, recoveryCodes, secondFactors, sessions } from './table.ts';

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export async function findSecondFactor(ctx: SystemCtx, personId: string): Promise<SecondFactorRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.personId, personId))
    .get();
  return row ?? null;
}

/** Replaces another secret that is not in use. */
export function saveBegun(ctx: SystemCtx, row: SecondFactorRow, confirmed: Explain): void {
  const { personId: _, ...values } = row;
  ctx.write.guarded(
    mainDb(ctx.env)
      .insert(secondFactors)
      .values(row)
      .onConflictDoUpdate({
        target: secondFactors.personId,
        set: values,
        setWhere: or(isNull(secondFactors.confirmedAt), lte(secondFactors.removedAt, ctx.now)),
      }),
    confirmed,
  );
}

/** Confirms a secret, provided that it is still the one that was read and not confirmed yet. */
export function saveConfirmed(
  ctx: SystemCtx,
  { personId, secret }: SecondFactorRow,
  step: number,
  overtaken: Explain,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(secondFactors)
      .set({ confirmedAt: ctx.now, lastStep: step, updatedAt: ctx.now })
      .where(
        and(
          eq(secondFactors.personId, personId),
          eq(secondFactors.secret, secret),
          isNull(secondFactors.confirmedAt),
        ),
      ),
    overtaken,
  );
}

/** Uses up the code of a time step and all earlier ones, so that of two equal codes only one is accepted. */
export function saveStepUsed(
  ctx: SystemCtx,
  { personId, secret }: SecondFactorRow,
  step: number,
  used: Explain,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(secondFactors)
      .set({ lastStep: step, updatedAt: ctx.now })
      .where(
        and(
          eq(secondFactors.personId, personId),
          eq(secondFactors.secret, secret),
          isNotNull(secondFactors.confirmedAt),
          lt(secondFactors.lastStep, step),
        ),
      ),
    used,
  );
}

/** Removes a factor from a moment on, in the caller's batch, unless that was asked for before. */
export function saveRemoval(
  ctx: SystemCtx,
  { personId, secret }: SecondFactorRow,
  removedAt: number,
  asked: Explain,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(secondFactors)
      .set({ removedAt, removalToldAt: null })
      .where(
        and(
          eq(secondFactors.personId, personId),
          eq(secondFactors.secret, secret),
          isNull(secondFactors.removedAt),
        ),
      ),
    asked,
  );
}

/** Factors that were removed, as the staff was asked to, and whose people have not been told, with their addresses. */
export async function listRemovedUntold(
  ctx: SystemCtx,
  limit: number,
): Promise<Pick<SecondFactorRow & { email: string }, 'personId' | 'secret' | 'email'>[]> {
  return await mainDb(ctx.env)
    .select({ personId: secondFactors.personId, secret: secondFactors.secret, email: people.email })
    .from(secondFactors)
    .innerJoin(people, eq(people.id, secondFactors.personId))
    .where(
      and(
        isNotNull(secondFactors.removedAt),
        isNull(secondFactors.removalToldAt),
        lte(secondFactors.removedAt, ctx.now),
      ),
    )
    .orderBy(secondFactors.removedAt)
    .limit(limit)
    .all();
}

/** Records that the person was told of the removal, unless that was done before, or another factor has taken its place. */
export function saveRemovalTold(
  ctx: SystemCtx,
  { personId, secret }: Pick<SecondFactorRow, 'personId' | 'secret'>,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(secondFactors)
      .set({ removalToldAt: ctx.now })
      .where(
        and(
          eq(secondFactors.personId, personId),
          eq(secondFactors.secret, secret),
          lte(secondFactors.removedAt, ctx.now),
          isNull(secondFactors.removalToldAt),
        ),
      ),
    overtaken,
  );
}

/** Calls off the removal that the staff was asked for, in the caller's batch. */
export function saveKept(ctx: SystemCtx, { personId }: SecondFactorRow): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(secondFactors)
      .set({ removedAt: null })
      .where(eq(secondFactors.personId, personId)),
  );
}

/** Removes a factor with its recovery codes, in the caller's batch. None of the person's sessions is proved by it any more. */
export function deleteSecondFactor(ctx: SystemCtx, { personId }: SecondFactorRow, gone: Explain): void {
  const db = mainDb(ctx.env);
  ctx.write
    .guarded(db.delete(secondFactors).where(eq(secondFactors.personId, personId)), gone)
    .add(
      db.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId)),
      db.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, personId)),
    );
}

/** These recovery codes in place of all others, in the caller's batch. */
export function saveRecoveryCodes(ctx: SystemCtx, personId: string, codes: readonly string[]): void {
  const db = mainDb(ctx.env);
  const rows = codes.map((code) => ({ personId, codeHash: recoveryCodeHash(personId, code)! }));
  ctx.write.add(
    db.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId)),
    db.insert(recoveryCodes).values(rows),
  );
}

/** Whether a person has a recovery code with this hash, and how many are left. */
export async function countRecoveryCodes(
  ctx: SystemCtx,
  personId: string,
  codeHash: string,
): Promise<{ known: boolean; left: number }> {
  const row = await mainDb(ctx.env)
    .select({
      left: sql<number>`COUNT(*)`,
      known: sql<number>`TOTAL(${eq(recoveryCodes.codeHash, codeHash)})`,
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.personId, personId))
    .get();
  return { known: row?.known === 1, left: row?.left ?? 0 };
}

/** Uses a recovery code up. When two requests use it at once, only one succeeds. */
export function deleteRecoveryCode(ctx: SystemCtx, personId: string, codeHash: string, used: Explain): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.personId, personId), eq(recoveryCodes.codeHash, codeHash))),
    used,
  );
}

/** Records in the caller's batch that a code was given in a session. The batch fails when the session has ended. */
export function saveSecondFactorAt(ctx: SystemCtx, personId: string, sessionId: string): void {
  saveInSession(ctx, personId, sessionId, { secondFactorAt: new Date(ctx.now) });
}

/** Records in the caller's batch that the person proved it again in a session. The batch fails when the session has ended. */
export function saveProvedAt(ctx: SystemCtx, personId: string, sessionId: string): void {
  saveInSession(ctx, personId, sessionId, { provedAt: new Date(ctx.now) });
}

function saveInSession(
  ctx: SystemCtx,
  personId: string,
  sessionId: string,
  values: { secondFactorAt?: Date; provedAt?: Date },
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(sessions)
      .set(values)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, personId))),
    async () => notFound('session'),
  );
}
