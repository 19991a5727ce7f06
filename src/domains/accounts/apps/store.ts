import { and, asc, count, eq, gt, isNotNull, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { oauthApps, oauthGrants } from './table.ts';

export type AppRow = typeof oauthApps.$inferSelect;

/** The most apps that one account can have. */
const MOST_APPS = 100;
/** The most registrations from one network per hour. */
const MOST_REGISTRATIONS = 20;

/** Adds an app to developer settings. */
export function insertApp(ctx: Ctx, row: AppRow): void {
  const db = mainDb(ctx.env);
  const own = and(eq(oauthApps.accountId, actingAccount(ctx.actor).id), isNull(oauthApps.revokedAt));
  ctx.write.add(db.insert(oauthApps).values(row));
  ctx.write.require(sql`(SELECT count(*) FROM ${oauthApps} WHERE ${own}) <= ${MOST_APPS}`, async () =>
    rejected('too_many_apps', `An account has at most ${MOST_APPS} apps. Revoke one that is not used.`),
  );
}

/** Adds a client that registers itself. The batch fails when its network registered too many in the last hour. */
export function insertRegistered(ctx: SystemCtx, row: AppRow & { registeredFrom: string }): void {
  const lately = and(
    eq(oauthApps.registeredFrom, row.registeredFrom),
    gt(oauthApps.createdAt, ctx.now - HOUR_MS),
  );
  ctx.write.add(mainDb(ctx.env).insert(oauthApps).values(row));
  ctx.write.require(
    sql`(SELECT count(*) FROM ${oauthApps} WHERE ${lately}) <= ${MOST_REGISTRATIONS}`,
    async () =>
      new AppError('rate_limited', 'Too many clients were registered from this network. Try in an hour.', {
        headers: { 'Retry-After': '3600' },
      }),
  );
}

/** Throws not_found for an app of another account, and for a revoked one. */
export async function requireApp(ctx: Ctx, id: string): Promise<AppRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(oauthApps)
    .where(and(eq(oauthApps.id, id), ownedBy(ctx), isNull(oauthApps.revokedAt)))
    .get();
  if (!row) throw notFound('app');
  return row;
}

export async function listOwnApps(ctx: Ctx): Promise<AppRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(oauthApps)
    .where(and(ownedBy(ctx), isNull(oauthApps.revokedAt)))
    .orderBy(asc(oauthApps.id))
    .limit(MOST_APPS);
}

/** Saves an app, unless it changed since it was read. */
export function saveApp(ctx: Ctx, before: AppRow, changes: Partial<AppRow>): void {
  saveVersioned(ctx, oauthApps, 'app', before, changes, {
    where: and(ownedBy(ctx), isNull(oauthApps.revokedAt)),
    refusal: (now) => (now.revokedAt === null ? null : notFound('app')),
  });
}

function ownedBy(ctx: Ctx) {
  return eq(oauthApps.accountId, actingAccount(ctx.actor).id);
}

/** Counts the app's grants that are in force. */
export async function countConnections(ctx: Ctx, appId: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ many: count() })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.appId, appId), isNull(oauthGrants.endedAt), gt(oauthGrants.expiresAt, ctx.now)))
    .get();
  return row?.many ?? 0;
}

/** Deletes clients that registered themselves before `before` and have no grants. */
export async function deleteUnused(ctx: SystemCtx, before: number, most: number): Promise<number> {
  return await deleteRegistered(ctx, lt(oauthApps.createdAt, before), most);
}

/** Deletes clients that registered themselves before `before` and were never shown on a consent page. */
export async function deleteNeverShown(ctx: SystemCtx, before: number, most: number): Promise<number> {
  return await deleteRegistered(ctx, and(lt(oauthApps.createdAt, before), isNull(oauthApps.shownAt)), most);
}

async function deleteRegistered(ctx: SystemCtx, which: SQL | undefined, most: number): Promise<number> {
  const db = mainDb(ctx.env);
  const granted = db
    .select({ one: sql`1` })
    .from(oauthGrants)
    .where(eq(oauthGrants.appId, sql`oauth_apps.id`));
  const { meta } = await db.delete(oauthApps).where(
    sql`${oauthApps.id} IN ${db
      .select({ id: oauthApps.id })
      .from(oauthApps)
      .where(and(isNull(oauthApps.accountId), which, notExists(granted)))
      .limit(most)}`,
  );
  return meta.changes;
}

/** Clears the networks that clients registered from, once they no longer count towards a limit. */
export async function saveForgottenNetworks(ctx: SystemCtx): Promise<void> {
  await mainDb(ctx.env)
    .update(oauthApps)
    .set({ registeredFrom: null })
    .where(and(isNotNull(oauthApps.registeredFrom), lt(oauthApps.createdAt, ctx.now - HOUR_MS)));
}
