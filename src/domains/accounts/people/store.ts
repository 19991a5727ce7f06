// SQL for people, their passwords and sessions, and the links that wait for a click.
import { and, desc, eq, gt, isNull, lt, ne, notExists, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type AppError, notFound } from '../../../kit/error.ts';
import { credentials, people, sessions, verifications } from './table.ts';

export type PersonRow = typeof people.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

export async function findByEmail(ctx: SystemCtx, email: string): Promise<PersonRow | null> {
  return (await mainDb(ctx.env).select().from(people).where(eq(people.email, email)).get()) ?? null;
}

/**
 * A person with a password. @param taken makes the error for when somebody else verified the address at the same time.
 */
export function insertPerson(
  ctx: SystemCtx,
  person: { id: string; name: string; email: string; password: string; credentialId: string },
  taken: () => AppError,
): void {
  const at = new Date(ctx.now);
  const db = mainDb(ctx.env);
  const { id, name, email, password, credentialId } = person;
  ctx.write
    .add(db.insert(people).values({ id, name, email, emailVerified: true, createdAt: at, updatedAt: at }))
    .onDuplicate('people.email', taken)
    .add(
      db.insert(credentials).values({
        id: credentialId,
        userId: id,
        accountId: id,
        providerId: 'credential',
        password,
        createdAt: at,
        updatedAt: at,
      }),
    );
}

export function savePersonName(ctx: SystemCtx, personId: string, name: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(people)
      .set({ name, updatedAt: new Date(ctx.now) })
      .where(eq(people.id, personId)),
    async () => notFound('person'),
  );
}

export function saveShortcuts(ctx: SystemCtx, personId: string, shortcuts: boolean): void {
  ctx.write.add(mainDb(ctx.env).update(people).set({ shortcuts }).where(eq(people.id, personId)));
}

/** @param isGuess whether the browser said so, which does not change a zone that is known. */
export function saveZone(ctx: SystemCtx, personId: string, zone: string, isGuess: boolean): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(people)
      .set({ zone })
      .where(and(eq(people.id, personId), isGuess ? isNull(people.zone) : undefined)),
  );
}

export async function findZone(ctx: SystemCtx, personId: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ zone: people.zone })
    .from(people)
    .where(eq(people.id, personId))
    .get();
  return row?.zone ?? null;
}

export async function findPassword(ctx: SystemCtx, personId: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ password: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, personId), eq(credentials.providerId, 'credential')))
    .get();
  return row?.password ?? null;
}

/** Replaces a password, provided that it is still the one that was read. */
export function savePassword(
  ctx: SystemCtx,
  personId: string,
  before: string,
  password: string,
  overtaken: () => Promise<AppError>,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(credentials)
      .set({ password, updatedAt: new Date(ctx.now) })
      .where(and(eq(credentials.userId, personId), eq(credentials.password, before))),
    overtaken,
  );
}

export function insertVerification(
  ctx: SystemCtx,
  row: { id: string; identifier: string; value: string; expiresAt: number },
): void {
  const at = new Date(ctx.now);
  ctx.write.add(
    mainDb(ctx.env)
      .insert(verifications)
      .values({ ...row, expiresAt: new Date(row.expiresAt), createdAt: at, updatedAt: at }),
  );
}

export async function findVerification(
  ctx: SystemCtx,
  identifier: string,
): Promise<{ id: string; value: string } | null> {
  const row = await mainDb(ctx.env)
    .select({ id: verifications.id, value: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, new Date(ctx.now))))
    .get();
  return row ?? null;
}

/** Verifications whose identifier begins with `prefix`, newest first. */
export async function listVerifications(
  ctx: SystemCtx,
  prefix: string,
  limit: number,
): Promise<{ id: string; value: string }[]> {
  const { identifier, expiresAt, createdAt, id, value } = verifications;
  return await mainDb(ctx.env)
    .select({ id, value })
    .from(verifications)
    .where(and(gt(identifier, prefix), lt(identifier, `${prefix}~`), gt(expiresAt, new Date(ctx.now))))
    .orderBy(desc(createdAt))
    .limit(limit)
    .all();
}

/** Uses up a link. When two requests use it at once, only one succeeds. */
export function deleteVerification(ctx: SystemCtx, id: string, used: () => AppError): void {
  ctx.write.guarded(mainDb(ctx.env).delete(verifications).where(eq(verifications.id, id)), async () =>
    used(),
  );
}

/** A person's open sessions, the newest first. */
export async function listSessionRows(
  ctx: SystemCtx,
  personId: string,
  limit: number,
): Promise<SessionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, new Date(ctx.now))))
    .orderBy(desc(sessions.id))
    .limit(limit)
    .all();
}

export function deleteSession(ctx: SystemCtx, personId: string, sessionId: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, personId))),
    async () => notFound('session'),
  );
}

export function deleteOwnSession(ctx: SystemCtx, sessionId: string): void {
  ctx.write.add(mainDb(ctx.env).delete(sessions).where(eq(sessions.id, sessionId)));
}

/** Opens a session that a code was given for, in the caller's batch, provided that the password is still the given one. */
export function insertSession(
  ctx: SystemCtx,
  session: {
    id: string;
    personId: string;
    tokenHash: string;
    password: string;
    lastsMs: number;
    network: string | null;
    userAgent: string | null;
    overtaken: () => Promise<AppError>;
  },
): void {
  const { id, personId, tokenHash, password, lastsMs, network, userAgent, overtaken } = session;
  const at = new Date(ctx.now);
  ctx.write
    .add(
      mainDb(ctx.env)
        .insert(sessions)
        .values({
          id,
          userId: personId,
          token: tokenHash,
          expiresAt: new Date(ctx.now + lastsMs),
          ipAddress: network,
          userAgent: userAgent?.slice(0, 300) ?? null,
          secondFactorAt: at,
          createdAt: at,
          updatedAt: at,
        }),
    )
    .require(
      sql`EXISTS (SELECT 1 FROM ${credentials} WHERE ${credentials.userId} = ${personId}
        AND ${credentials.providerId} = 'credential' AND ${credentials.password} = ${password})`,
      overtaken,
    );
}

/** Deletes a session at once. */
export async function deleteSessionAtOnce(ctx: SystemCtx, tokenHash: string): Promise<void> {
  await mainDb(ctx.env).delete(sessions).where(eq(sessions.token, tokenHash));
}

/** Deletes a session at once if the person's password is no longer the given one. @returns whether it did. */
export async function deleteSessionOfOldPassword(
  ctx: SystemCtx,
  tokenHash: string,
  password: string,
): Promise<boolean> {
  const db = mainDb(ctx.env);
  const still = db
    .select({ one: sql`1` })
    .from(credentials)
    .where(and(eq(credentials.userId, sessions.userId), eq(credentials.password, password)));
  const { meta } = await db.delete(sessions).where(and(eq(sessions.token, tokenHash), notExists(still)));
  return meta.changes > 0;
}

/** Ends all of a person's sessions. */
export function deleteSessions(ctx: SystemCtx, personId: string): void {
  ctx.write.add(mainDb(ctx.env).delete(sessions).where(eq(sessions.userId, personId)));
}

export function deleteOtherSessions(ctx: SystemCtx, personId: string, keptId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .delete(sessions)
      .where(and(eq(sessions.userId, personId), ne(sessions.id, keptId))),
  );
}

/** Deletes expired rows, at most `limit` of each kind. @returns the larger number. */
export async function deleteExpired(ctx: SystemCtx, limit: number): Promise<number> {
  const db = mainDb(ctx.env);
  const [links, ended] = await db.batch([
    db
      .delete(verifications)
      .where(
        sql`${verifications.id} IN (SELECT id FROM verifications v WHERE ${lt(sql`v.expires_at`, ctx.now)} LIMIT ${limit})`,
      ),
    db
      .delete(sessions)
      .where(
        sql`${sessions.id} IN (SELECT id FROM sessions s WHERE ${lt(sql`s.expires_at`, ctx.now)} LIMIT ${limit})`,
      ),
  ]);
  return Math.max(links.meta.changes, ended.meta.changes);
}
