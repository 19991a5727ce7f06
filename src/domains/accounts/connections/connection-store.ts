import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { versionConflict } from '../../../resource/version.ts';
import { type ConnectionRow, isShop, type SyncProblem } from './connection.ts';
import { noteChange } from './note-change.ts';
import { noteObjects } from './note-objects.ts';
import { connections, connectionVisits } from './table.ts';

/** A connection whose tokens were given up. */
export const NO_TOKENS = {
  token: null,
  refreshToken: null,
  tokenExpiresAt: null,
  endsAt: null,
  renewAt: null,
} as const;

/** The states in which a connection can be used. */
export const LIVE = ['connected', 'active'] as const;

/** SQL for whether a connection's holder is of the same kind, a creator or an account, as the one with this ID. */
const isHeldLike = (holder: string): SQL => sql`substr(${connections.holder}, 1, 5) = ${holder.slice(0, 5)}`;

/** A connection of the acting account or creator. Throws not_found for any other. */
export async function requireOwnConnection(ctx: Ctx, id: string): Promise<ConnectionRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(and(eq(connections.id, id), eq(connections.holder, actingId(ctx.actor))))
    .get();
  if (!row) throw notFound('connection');
  return row;
}

/** Lists all connections except disconnected ones. */
export async function listOwnConnections(ctx: Ctx, limit: number, range: IdRange): Promise<ConnectionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.holder, actingId(ctx.actor)),
        ne(connections.status, 'disconnected'),
        withinRange(connections.id, range),
      ),
    )
    .orderBy(newestFirst(connections.id))
    .limit(limit + 1)
    .all();
}

export async function findConnectionOf(
  ctx: SystemCtx,
  holder: string,
  provider: ConnectionRow['provider'],
  platformUser: string,
): Promise<ConnectionRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.holder, holder),
        eq(connections.provider, provider),
        eq(connections.platformUser, platformUser),
      ),
    )
    .get();
  return row ?? null;
}

/** A connection of the given account or creator; null when it belongs to somebody else. */
export async function findHeldConnection(
  ctx: SystemCtx,
  holder: string,
  id: string,
): Promise<ConnectionRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(and(eq(connections.id, id), eq(connections.holder, holder)))
    .get();
  return row ?? null;
}

/** A holder's connections to a provider for which all required selections are made. */
export async function listActiveConnections(
  ctx: SystemCtx,
  holder: string,
  provider: ConnectionRow['provider'],
): Promise<ConnectionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.holder, holder),
        eq(connections.provider, provider),
        eq(connections.status, 'active'),
      ),
    )
    .all();
}

/** All of a holder's active connections. @param also selects the IDs of further ones of theirs. */
export async function listAllActive(ctx: SystemCtx, holder: string, also?: SQL): Promise<ConnectionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.holder, holder),
        or(eq(connections.status, 'active'), also && sql`${connections.id} IN (${also})`),
      ),
    )
    .all();
}

/** The creators' connections of a person at a platform, which one may have made for several records. */
export async function listCreatorsConnections(
  ctx: SystemCtx,
  provider: ConnectionRow['provider'],
  platformUser: string,
): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.provider, provider),
        eq(connections.platformUser, platformUser),
        isHeldLike('crtr_'),
      ),
    )
    .limit(100)
    .all();
  return rows.map(({ id }) => id);
}

/** Makes the caller's batch fail unless the connection is still active with the selection that was read. */
export function requireActive(ctx: SystemCtx, { id, selection }: ConnectionRow): void {
  ctx.write.require(
    sql`EXISTS (SELECT 1 FROM connections WHERE id = ${id} AND status = 'active'
      AND selection = ${JSON.stringify(selection)})`,
    async () => new AppError('conflict', 'The connection changed at the same time. Reload it and try again.'),
  );
}

/** Whether another connection, of any holder, relies on the same person's consent at the provider. */
export async function hasOtherLive(
  ctx: SystemCtx,
  { id, holder, provider, platformUser }: ConnectionRow,
): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.provider, provider),
        eq(connections.platformUser, platformUser),
        // A platform's app for ads and its app for posts have consents of their own.
        isHeldLike(holder),
        ne(connections.id, id),
        inArray(connections.status, LIVE),
      ),
    )
    .limit(1)
    .get();
  return row !== undefined;
}

/** Live connections that end before a moment, and whose owners have not been told yet. */
export async function listUnwarned(ctx: SystemCtx, before: number, limit: number): Promise<ConnectionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(
      and(
        inArray(connections.status, LIVE),
        gt(connections.endsAt, ctx.now),
        lte(connections.endsAt, before),
        isNull(connections.warnedAt),
      ),
    )
    .orderBy(connections.endsAt)
    .limit(limit)
    .all();
}

/** Live connections that have ended, the earliest first. */
export async function listEnded(ctx: SystemCtx, limit: number): Promise<ConnectionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(and(inArray(connections.status, LIVE), lte(connections.endsAt, ctx.now)))
    .orderBy(connections.endsAt)
    .limit(limit)
    .all();
}

/** Whether another account or creator has this shop. */
export async function isShopTaken(
  ctx: SystemCtx,
  holder: string,
  provider: string,
  shop: string,
): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(
        sql`${connections.provider} = ${provider}`,
        eq(connections.handle, shop),
        ne(connections.holder, holder),
        ne(connections.status, 'disconnected'),
      ),
    )
    .get();
  return row !== undefined;
}

/** The connection of a shop, of whichever account; null if nobody has it. */
export async function findShopConnection(
  ctx: SystemCtx,
  provider: string,
  shop: string,
): Promise<Pick<ConnectionRow, 'id' | 'holder' | 'status'> | null> {
  const { id, holder, status, handle } = connections;
  const row = await mainDb(ctx.env)
    .select({ id, holder, status })
    .from(connections)
    .where(and(sql`${connections.provider} = ${provider}`, eq(handle, shop), ne(status, 'disconnected')))
    .get();
  return row ?? null;
}

/** Sets the error for when another account connects the same shop at the same moment. */
export function refuseTakenShop(ctx: SystemCtx, taken: () => AppError): void {
  ctx.write.onDuplicate('connections.handle', taken);
}

const CONNECTION_OF_PERSON = 'connections.platform_user';

/** @param twice makes the error for when the same person connects twice at the same moment. */
export function insertConnection(ctx: SystemCtx, row: ConnectionRow, twice: () => AppError): void {
  ctx.write.add(mainDb(ctx.env).insert(connections).values(row));
  ctx.write.onDuplicate(CONNECTION_OF_PERSON, twice);
  noteObjects(ctx, row.id);
}

/** A connection of any holder, as stored now. */
export async function findConnection(ctx: SystemCtx, id: string): Promise<ConnectionRow | null> {
  return (await mainDb(ctx.env).select().from(connections).where(eq(connections.id, id)).get()) ?? null;
}

/** Marks a connection as expired, but only while it still has the token that was refused. */
export function saveExpired(ctx: SystemCtx, before: ConnectionRow): void {
  const status = isShop(before.provider) ? 'reconnect_required' : 'expired';
  const over = { ...NO_TOKENS, status, renewalUntil: null } as const;
  saveVersioned(ctx, connections, 'connection', before, over, {
    where: sql`${connections.token} IS ${before.token}`,
    refusal: ({ token, version }) => (token === before.token ? null : versionConflict(version)),
  });
  noteObjects(ctx, before.id);
  noteChange(ctx, before.id);
}

/**
 * Takes out of an ended connection who made it and what it was called. The row stays, because others name its ID;
 * connecting again makes another one.
 */
export function saveErasedConnection(ctx: SystemCtx, before: ConnectionRow): void {
  const { id, provider, handle } = before;
  const nobody = {
    platformUser: `erased ${id}`,
    personName: null,
    name: null,
    handle: null,
    avatarUrl: null,
  };
  const over = { ...NO_TOKENS, ...nobody, status: 'disconnected', selection: {}, syncProblem: null } as const;
  saveVersioned(ctx, connections, 'connection', before, over);
  noteObjects(ctx, id);
  if (handle === null) return;
  ctx.write.add(
    mainDb(ctx.env)
      .delete(connectionVisits)
      .where(
        and(
          eq(connectionVisits.provider, provider),
          eq(connectionVisits.holder, before.holder),
          eq(connectionVisits.shop, handle),
        ),
      ),
  );
}

/** Changes a connection unless it changed since it was read. */
export function saveConnection(ctx: SystemCtx, before: ConnectionRow, changes: Partial<ConnectionRow>): void {
  saveVersioned(ctx, connections, 'connection', before, changes);
  noteObjects(ctx, before.id);
  if ((changes.status ?? before.status) !== before.status || changes.selection) noteChange(ctx, before.id);
}

/**
 * Records that an ad account was read to the end, and what is wrong with it. The version stays, since this is no edit.
 */
export async function saveSynced(ctx: SystemCtx, id: string, problem: SyncProblem | null): Promise<void> {
  await mainDb(ctx.env)
    .update(connections)
    .set({ lastSyncedAt: ctx.now, syncProblem: problem })
    .where(eq(connections.id, id));
}

/** Takes over what a shop says of itself. The version stays, since this is no edit. */
export async function saveShopFacts(
  ctx: SystemCtx,
  id: string,
  { name, currency, timezone }: { name: string; currency: string; timezone: string },
): Promise<void> {
  await mainDb(ctx.env).update(connections).set({ name, currency, timezone }).where(eq(connections.id, id));
}

/** Records why reading the ad account or shop failed. */
export async function saveSyncProblem(ctx: SystemCtx, id: string, problem: SyncProblem): Promise<void> {
  await mainDb(ctx.env).update(connections).set({ syncProblem: problem }).where(eq(connections.id, id));
}
