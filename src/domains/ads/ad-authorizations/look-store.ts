// When permissions are looked at and their ends are told: no edits, which the API would show.
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';
import { adAuthorizations } from './table.ts';

/**
 * Takes the permissions that are due for a look, the longest due first, until `until`: another run gets others, and
 * those of a run that died are due again then.
 */
export async function claimLooks(
  ctx: SystemCtx,
  until: number,
  limit: number,
): Promise<AdAuthorizationRow[]> {
  const due = and(eq(adAuthorizations.status, 'granted'), lte(adAuthorizations.lookAt, ctx.now));
  return await mainDb(ctx.env)
    .update(adAuthorizations)
    .set({ lookAt: until })
    .where(
      and(
        due,
        sql`id IN (SELECT id FROM ad_authorizations WHERE status = 'granted' AND look_at <= ${ctx.now}
          ORDER BY look_at LIMIT ${limit})`,
      ),
    )
    .returning()
    .all();
}

/** Says when claimed permissions are looked at next, unless a new code made it sooner meanwhile. */
export async function saveNextLook(
  ctx: SystemCtx,
  ids: readonly string[],
  claimedUntil: number,
  next: number,
): Promise<void> {
  if (ids.length === 0) return;
  await mainDb(ctx.env)
    .update(adAuthorizations)
    .set({ lookAt: next })
    .where(
      and(
        sql`${adAuthorizations.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(adAuthorizations.lookAt, claimedUntil),
      ),
    )
    .run();
}

/** Permissions whose end is near and was not told yet, the longest due first. */
export async function listToTell(ctx: SystemCtx, limit: number): Promise<AdAuthorizationRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adAuthorizations)
    .where(
      and(
        eq(adAuthorizations.status, 'granted'),
        lte(adAuthorizations.tellAt, ctx.now),
        gt(adAuthorizations.expiresAt, ctx.now),
      ),
    )
    .orderBy(asc(adAuthorizations.tellAt))
    .limit(limit)
    .all();
}

const stillToTell = ({ id, status, tellAt }: AdAuthorizationRow) =>
  and(
    eq(adAuthorizations.id, id),
    eq(adAuthorizations.status, status),
    sql`${adAuthorizations.tellAt} = ${tellAt}`,
  );

/** The batch fails when the end was told, or is another one now. */
export function saveTold(own: SystemCtx, row: AdAuthorizationRow): void {
  own.write.guarded(
    mainDb(own.env).update(adAuthorizations).set({ tellAt: null }).where(stillToTell(row)),
    overtaken,
  );
}

/** Puts the telling of an end off that concerns no ad yet. */
export async function saveTellLater(ctx: SystemCtx, row: AdAuthorizationRow, tellAt: number): Promise<void> {
  await mainDb(ctx.env).update(adAuthorizations).set({ tellAt }).where(stillToTell(row)).run();
}
