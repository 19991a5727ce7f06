// SQL for OAuth: pending requests, codes, grants and tokens. Every step that may happen only once (answering a request,
// redeeming a code, exchanging a refresh token) is an UPDATE or DELETE whose row only one batch can match.
import { and, desc, eq, exists, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { memberships } from '../../../db/memberships-table.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { sessions } from '../people/table.ts';
import type { AppRow } from './store.ts';
import { oauthApps, oauthCodes, oauthGrants, oauthRequests, oauthTokens } from './table.ts';

export type RequestRow = typeof oauthRequests.$inferSelect;
export type CodeRow = typeof oauthCodes.$inferSelect;
export type GrantRow = typeof oauthGrants.$inferSelect;
export type TokenRow = typeof oauthTokens.$inferSelect;
export type EndedWhy = NonNullable<GrantRow['endedWhy']>;

/** The most consent pages that one session can have open. */
const MOST_REQUESTS = 20;

/** Stores a consent request. When a session opens more than MOST_REQUESTS pages, its oldest requests are deleted. */
export function insertRequest(ctx: SystemCtx, row: RequestRow): void {
  const db = mainDb(ctx.env);
  ctx.write.add(db.insert(oauthRequests).values(row));
  const newest = db
    .select({ hash: oauthRequests.hash })
    .from(oauthRequests)
    .where(eq(oauthRequests.sessionId, row.sessionId))
    .orderBy(desc(oauthRequests.createdAt))
    .limit(MOST_REQUESTS);
  ctx.write.add(
    db
      .delete(oauthRequests)
      .where(and(eq(oauthRequests.sessionId, row.sessionId), sql`${oauthRequests.hash} NOT IN ${newest}`)),
  );
}

export interface FoundRequest {
  request: RequestRow;
  app: AppRow;
}

/** A session's consent request, with the app that asked. */
export async function findRequest(
  ctx: SystemCtx,
  hash: string,
  sessionId: string,
): Promise<FoundRequest | null> {
  const row = await mainDb(ctx.env)
    .select({ request: oauthRequests, app: oauthApps })
    .from(oauthRequests)
    .innerJoin(oauthApps, and(eq(oauthApps.id, oauthRequests.appId), isNull(oauthApps.revokedAt)))
    .where(
      and(
        eq(oauthRequests.hash, hash),
        eq(oauthRequests.sessionId, sessionId),
        gt(oauthRequests.expiresAt, ctx.now),
      ),
    )
    .get();
  return row ?? null;
}

/** Removes, in the caller's batch, a request that was answered. The batch fails when it was answered before. */
export function deleteRequest(ctx: SystemCtx, { hash, sessionId }: RequestRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .delete(oauthRequests)
      .where(
        and(
          eq(oauthRequests.hash, hash),
          eq(oauthRequests.sessionId, sessionId),
          gt(oauthRequests.expiresAt, ctx.now),
        ),
      ),
    async () => new AppError('conflict', 'This was answered already. Begin again in the app.'),
  );
}

export function insertCode(ctx: SystemCtx, row: CodeRow): void {
  ctx.write.add(mainDb(ctx.env).insert(oauthCodes).values(row));
}

export async function findCode(ctx: SystemCtx, hash: string): Promise<CodeRow | null> {
  return (await mainDb(ctx.env).select().from(oauthCodes).where(eq(oauthCodes.hash, hash)).get()) ?? null;
}

/**
 * Marks a code as redeemed, in the caller's batch. The batch fails when the code was redeemed before, or when its
 * person no longer belongs to the account.
 */
export function saveRedeemed(ctx: SystemCtx, code: CodeRow, app: AppRow, grantId: string): void {
  const db = mainDb(ctx.env);
  ctx.write.guarded(
    db
      .update(oauthCodes)
      .set({ redeemedAt: ctx.now, grantId })
      .where(
        and(
          eq(oauthCodes.hash, code.hash),
          isNull(oauthCodes.redeemedAt),
          gt(oauthCodes.expiresAt, ctx.now),
          exists(asItIs(ctx, app)),
          exists(
            db
              .select({ one: sql`1` })
              .from(memberships)
              .where(and(eq(memberships.accountId, code.accountId), eq(memberships.personId, code.personId))),
          ),
        ),
      ),
    overtaken,
  );
}

/** Matches the app only while it still has the secret that it just authenticated with, and is not revoked. */
function asItIs(ctx: SystemCtx, { id, secretHash }: AppRow) {
  return mainDb(ctx.env)
    .select({ one: sql`1` })
    .from(oauthApps)
    .where(and(eq(oauthApps.id, id), eq(oauthApps.secretHash, secretHash), isNull(oauthApps.revokedAt)));
}

export function insertGrant(ctx: SystemCtx, row: GrantRow): void {
  ctx.write.add(mainDb(ctx.env).insert(oauthGrants).values(row));
}

export function insertTokens(ctx: SystemCtx, rows: readonly TokenRow[]): void {
  for (const row of rows) ctx.write.add(mainDb(ctx.env).insert(oauthTokens).values(row));
}

/** A token with its grant, whether or not they are still in force. */
export async function findToken(
  ctx: SystemCtx,
  hash: string,
): Promise<{ token: TokenRow; grant: GrantRow } | null> {
  const row = await mainDb(ctx.env)
    .select({ token: oauthTokens, grant: oauthGrants })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthTokens.grantId))
    .where(eq(oauthTokens.hash, hash))
    .get();
  return row ?? null;
}

/**
 * Marks a refresh token as exchanged, in the caller's batch. The batch fails when it was exchanged before, or when its
 * grant has ended.
 */
export function saveUsed(
  ctx: SystemCtx,
  { token, grant }: { token: TokenRow; grant: GrantRow },
  app: AppRow,
): void {
  const db = mainDb(ctx.env);
  ctx.write.guarded(
    db
      .update(oauthTokens)
      .set({ usedAt: ctx.now })
      .where(
        and(
          eq(oauthTokens.hash, token.hash),
          isNull(oauthTokens.usedAt),
          exists(asItIs(ctx, app)),
          exists(
            db
              .select({ one: sql`1` })
              .from(oauthGrants)
              .innerJoin(memberships, membershipOf())
              .where(and(eq(oauthGrants.id, grant.id), isNull(oauthGrants.endedAt))),
          ),
        ),
      ),
    overtaken,
  );
}

export function saveRevokedToken(ctx: SystemCtx, hash: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(oauthTokens)
      .set({ revokedAt: ctx.now })
      .where(and(eq(oauthTokens.hash, hash), isNull(oauthTokens.revokedAt))),
  );
}

/** Ends one grant, in the caller's batch. */
export function endGrant(ctx: SystemCtx, id: string, why: EndedWhy): void {
  ctx.write.add(ending(ctx, eq(oauthGrants.id, id), why));
}

/** Disconnects everybody from an app, in the caller's batch. Pending consent requests of the app are deleted too. */
export function endGrantsOfApp(ctx: SystemCtx, appId: string, why: EndedWhy): void {
  const db = mainDb(ctx.env);
  ctx.write.add(
    ending(ctx, eq(oauthGrants.appId, appId), why),
    db.delete(oauthCodes).where(and(eq(oauthCodes.appId, appId), isNull(oauthCodes.redeemedAt))),
    db.delete(oauthRequests).where(eq(oauthRequests.appId, appId)),
  );
}

/** Ends, in the caller's batch, what a person granted in one account: to one app, or to all apps. */
export function endGrantsOfPerson(
  ctx: SystemCtx,
  of: { accountId: string; personId: string; appId?: string },
  why: EndedWhy,
): void {
  const { accountId, personId, appId } = of;
  const grants = and(
    eq(oauthGrants.accountId, accountId),
    eq(oauthGrants.personId, personId),
    appId === undefined ? undefined : eq(oauthGrants.appId, appId),
  );
  const codes = and(
    eq(oauthCodes.accountId, accountId),
    eq(oauthCodes.personId, personId),
    appId === undefined ? undefined : eq(oauthCodes.appId, appId),
    isNull(oauthCodes.redeemedAt),
  );
  ctx.write.add(ending(ctx, grants!, why), mainDb(ctx.env).delete(oauthCodes).where(codes));
}

/** Ends, in the caller's batch, all grants of a person in every account, and deletes their pending consent requests. */
export function endAllGrantsOfPerson(ctx: SystemCtx, personId: string, why: EndedWhy): void {
  const db = mainDb(ctx.env);
  const accounts = db
    .select({ id: memberships.accountId })
    .from(memberships)
    .where(eq(memberships.personId, personId));
  const own = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, personId));
  ctx.write.add(
    ending(ctx, and(inArray(oauthGrants.accountId, accounts), eq(oauthGrants.personId, personId))!, why),
    db
      .delete(oauthCodes)
      .where(
        and(
          inArray(oauthCodes.accountId, accounts),
          eq(oauthCodes.personId, personId),
          isNull(oauthCodes.redeemedAt),
        ),
      ),
    db.delete(oauthRequests).where(inArray(oauthRequests.sessionId, own)),
  );
}

function ending(ctx: SystemCtx, which: SQL, why: EndedWhy) {
  return mainDb(ctx.env)
    .update(oauthGrants)
    .set({ endedAt: ctx.now, endedWhy: why })
    .where(and(which, isNull(oauthGrants.endedAt)));
}

/** Joins a grant to its person's membership in its account. */
export function membershipOf() {
  return and(
    eq(memberships.accountId, oauthGrants.accountId),
    eq(memberships.personId, oauthGrants.personId),
  );
}

/** Deletes expired requests, tokens and codes, and old grants: up to `most` rows of each. */
export async function deleteOver(ctx: SystemCtx, forgetGrants: number, most: number): Promise<number> {
  const db = mainDb(ctx.env);
  const old = <T extends typeof oauthRequests | typeof oauthTokens>(table: T) =>
    db.delete(table).where(
      sql`${table.hash} IN ${db
        .select({ hash: table.hash })
        .from(table as typeof oauthRequests)
        .where(lt(table.expiresAt, ctx.now))
        .limit(most)}`,
    );
  const unredeemed = db
    .select({ hash: oauthCodes.hash })
    .from(oauthCodes)
    .where(and(lt(oauthCodes.expiresAt, ctx.now), isNull(oauthCodes.redeemedAt)))
    .limit(most);
  const over = db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(lt(oauthGrants.expiresAt, forgetGrants))
    .limit(most);
  const done = await db.batch([
    old(oauthRequests),
    old(oauthTokens),
    db.delete(oauthCodes).where(sql`${oauthCodes.hash} IN ${unredeemed}`),
    db.delete(oauthCodes).where(sql`${oauthCodes.grantId} IN ${over}`),
    db.delete(oauthGrants).where(sql`${oauthGrants.id} IN ${over}`),
  ]);
  return Math.max(...done.map(({ meta }) => meta.changes));
}
