import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { ConnectionRow } from './connection.ts';
import { LIVE } from './connection-store.ts';
import { connections } from './table.ts';

/** Live connections whose tokens have to be renewed although nobody uses them, the most urgent first. */
export async function listRenewable(ctx: SystemCtx, limit: number): Promise<ConnectionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(connections)
    .where(and(inArray(connections.status, LIVE), lte(connections.renewAt, ctx.now)))
    .orderBy(connections.renewAt)
    .limit(limit)
    .all();
}

/** Moves the next renewal of unused tokens, unless they were renewed meanwhile. */
export async function saveRenewAt(ctx: SystemCtx, { id, renewAt }: ConnectionRow, at: number): Promise<void> {
  await mainDb(ctx.env)
    .update(connections)
    .set({ renewAt: at })
    .where(and(eq(connections.id, id), sql`${connections.renewAt} IS ${renewAt}`));
}

/** Claims the right to renew a connection's tokens. @returns false when another run has it or has renewed them. */
export async function claimRenewal(
  ctx: SystemCtx,
  { id, token, refreshToken }: ConnectionRow,
  until: number,
): Promise<boolean> {
  const { renewalUntil } = connections;
  const { meta } = await mainDb(ctx.env)
    .update(connections)
    .set({ renewalUntil: until })
    .where(
      and(
        eq(connections.id, id),
        sql`${connections.token} IS ${token}`,
        sql`${connections.refreshToken} IS ${refreshToken}`,
        or(isNull(renewalUntil), lte(renewalUntil, ctx.now)),
      ),
    );
  return meta.changes === 1;
}

/**
 * Stores renewed tokens, unless the owner reconnected or disconnected meanwhile. The version stays the same, so that
 * this never conflicts with an edit of the connection.
 */
export async function saveRenewal(
  ctx: SystemCtx,
  { id, refreshToken }: ConnectionRow,
  fresh: Pick<ConnectionRow, 'token' | 'refreshToken' | 'tokenExpiresAt' | 'endsAt' | 'renewAt'>,
): Promise<boolean> {
  const { meta } = await mainDb(ctx.env)
    .update(connections)
    .set({ ...fresh, renewalUntil: null, renewedAt: ctx.now, warnedAt: null })
    .where(and(eq(connections.id, id), sql`${connections.refreshToken} IS ${refreshToken}`));
  return meta.changes === 1;
}

/** Gives up the claim when the renewal failed, so that another run can try. */
export async function releaseRenewal(ctx: SystemCtx, id: string, until: number): Promise<void> {
  await mainDb(ctx.env)
    .update(connections)
    .set({ renewalUntil: null })
    .where(and(eq(connections.id, id), eq(connections.renewalUntil, until)));
}
