import { and, asc, eq, getTableColumns, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds, isCallers } from '../../../db/involved-list.ts';
import { inOrder } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import type { Explain } from '../../../db/write-set.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { noteChange } from '../../accounts/connections/note-change.ts';
import { requireAgreed } from '../../work/creator-consent/interface.ts';
import type { AdAuthorizationRow, Shown } from './ad-authorization.ts';
import { BEFORE_END_MS } from './request-link.ts';
import { adAuthorizations } from './table.ts';
import type { State } from './transitions.ts';

export interface FoundAuthorization {
  row: AdAuthorizationRow;
  shown: Shown;
}

const OF_SUBMISSION = (column: SQL) =>
  sql<string | null>`(SELECT ${column} FROM submissions s WHERE s.id = ad_authorizations.submission_id)`;

/** Authorizations with the account's name and the submission's fields that their readers see. */
function selectShown(ctx: SystemCtx) {
  return mainDb(ctx.env)
    .select({
      row: getTableColumns(adAuthorizations),
      brandName: sql<string>`(SELECT a.name FROM accounts a WHERE a.id = ad_authorizations.account_id)`,
      url: OF_SUBMISSION(sql`s.url`),
      caption: OF_SUBMISSION(sql`s.caption`),
      together:
        sql`EXISTS (SELECT 1 FROM creator_relationships r WHERE r.account_id = ad_authorizations.account_id
        AND r.creator_id = ad_authorizations.creator_id AND r.consent = 'agreed')`.mapWith(Boolean),
      unverified: sql`(SELECT c.claimed_at IS NULL AND NOT ${sql.raw(addressVerified('c'))}
        FROM creators c WHERE c.id = ad_authorizations.creator_id)`.mapWith(Boolean),
    })
    .from(adAuthorizations);
}

const found = ({ row, ...shown }: Shown & { row: AdAuthorizationRow }): FoundAuthorization => ({
  row,
  shown,
});

/** An authorization that the acting account requested, or that the acting creator was asked for. Throws not_found. */
export async function requireAuthorization(ctx: Ctx, id: string): Promise<FoundAuthorization> {
  const one = await selectShown(ctx)
    .where(and(eq(adAuthorizations.id, id), isCallers(ctx, adAuthorizations)))
    .get();
  if (!one) throw notFound('ad authorization');
  return found(one);
}

/** Any authorization, whoever asks: for the pages whose links are their proof. */
export async function findAuthorization(ctx: SystemCtx, id: string): Promise<FoundAuthorization | null> {
  const one = await selectShown(ctx).where(eq(adAuthorizations.id, id)).get();
  return one ? found(one) : null;
}

export async function listAuthorizations(
  ctx: Ctx,
  filter: Omit<InvolvedFilter<State>, 'program' | 'creator'>,
): Promise<FoundAuthorization[]> {
  const ids = involvedIds(
    ctx,
    sql`${adAuthorizations}`,
    { ...adAuthorizations, kind: adAuthorizations.platform },
    { ...filter, program: undefined, creator: undefined },
  );
  const rows = await selectShown(ctx)
    .where(sql`${adAuthorizations.id} IN (${ids})`)
    .orderBy(inOrder(adAuthorizations.id, filter.range))
    .all();
  return rows.map(found);
}

/** The submissions' authorizations that are in force now, for one account and platform. */
export async function listGranted(
  ctx: SystemCtx,
  accountId: string,
  platform: string,
  submissions: readonly string[],
): Promise<AdAuthorizationRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adAuthorizations)
    .where(
      and(
        sql`${adAuthorizations.submissionId} IN (SELECT value FROM json_each(${JSON.stringify(submissions)}))`,
        sql`${adAuthorizations.platform} = ${platform}`,
        eq(adAuthorizations.status, 'granted'),
        eq(adAuthorizations.accountId, accountId),
        sql`(${adAuthorizations.expiresAt} IS NULL OR ${adAuthorizations.expiresAt} > ${ctx.now})`,
      ),
    )
    .all();
}

/** An account's authorizations among these IDs, in any state. */
export async function listAmongAuthorizations(
  ctx: SystemCtx,
  accountId: string,
  ids: readonly string[],
): Promise<AdAuthorizationRow[]> {
  if (ids.length === 0) return [];
  return await mainDb(ctx.env)
    .select()
    .from(adAuthorizations)
    .where(
      and(
        sql`${adAuthorizations.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(adAuthorizations.accountId, accountId),
      ),
    )
    .all();
}

/** The granted authorizations of an account's submissions that no platform was asked about, and that it can be asked about. */
export async function listUnread(
  ctx: SystemCtx,
  accountId: string,
  platform: string,
  submissions: readonly string[],
): Promise<FoundAuthorization[]> {
  const rows = await selectShown(ctx)
    .where(
      and(
        sql`${adAuthorizations.submissionId} IN (SELECT value FROM json_each(${JSON.stringify(submissions)}))`,
        sql`${adAuthorizations.platform} = ${platform}`,
        eq(adAuthorizations.status, 'granted'),
        eq(adAuthorizations.accountId, accountId),
        isNull(adAuthorizations.readAt),
        sql`(${adAuthorizations.code} IS NOT NULL OR ${OF_SUBMISSION(sql`s.url`)} IS NOT NULL)`,
      ),
    )
    .all();
  return rows.map(found);
}

/** Granted authorizations that have expired, the longest expired first. */
export async function listEnded(ctx: SystemCtx, limit: number): Promise<AdAuthorizationRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adAuthorizations)
    .where(
      and(
        eq(adAuthorizations.status, 'granted'),
        isNotNull(adAuthorizations.expiresAt),
        lte(adAuthorizations.expiresAt, ctx.now),
      ),
    )
    .orderBy(asc(adAuthorizations.expiresAt))
    .limit(limit)
    .all();
}

/**
 * Adds a request. The batch fails unless the submission is still approved and the creator still works with the account.
 */
export function insertAuthorization(ctx: SystemCtx, row: AdAuthorizationRow, explain: Explain): void {
  const db = mainDb(ctx.env);
  ctx.write.add(db.insert(adAuthorizations).values(row)).guarded(
    db
      .update(adAuthorizations)
      .set({ version: row.version })
      .where(
        and(
          eq(adAuthorizations.id, row.id),
          sql`EXISTS (SELECT 1 FROM submissions s WHERE s.id = ${row.submissionId}
            AND s.status IN ('approved', 'live'))`,
          sql`EXISTS (SELECT 1 FROM creator_relationships r WHERE r.account_id = ${row.accountId}
            AND r.creator_id = ${row.creatorId} AND r.consent = 'agreed')`,
        ),
      ),
    explain,
  );
  refuseSecond(ctx);
}

/** Makes the batch fail unless the two still work together: a yes is none to an account that was parted from. */
export function requireTogether(ctx: SystemCtx, row: AdAuthorizationRow): void {
  requireAgreed(
    ctx,
    row,
    () => new AppError('conflict', 'The creator no longer works with the account that asked.'),
  );
}

/** Saves a transition, unless the row changed since it was read. */
export function saveAuthorization(
  ctx: SystemCtx,
  before: AdAuthorizationRow,
  changes: Partial<AdAuthorizationRow>,
): void {
  const { expiresAt } = changes;
  // Another end is told of anew.
  const ends =
    expiresAt === undefined || expiresAt === before.expiresAt
      ? {}
      : { tellAt: expiresAt === null ? null : expiresAt - BEFORE_END_MS };
  saveVersioned(ctx, adAuthorizations, 'ad authorization', before, { ...changes, ...ends });
  if (changes.status) noteChange(ctx, before.id);
  refuseSecond(ctx);
}

/** Records that the platform was asked and had nothing new: no edit, which the API would show. */
export function saveRead(ctx: SystemCtx, { id, version }: AdAuthorizationRow): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(adAuthorizations)
      .set({ readAt: ctx.now })
      .where(and(eq(adAuthorizations.id, id), eq(adAuthorizations.version, version))),
  );
}

function refuseSecond(ctx: SystemCtx): void {
  ctx.write.onDuplicate(
    'ad_authorizations.submission_id',
    () =>
      new AppError('conflict', 'The creator has already been asked for this submission on this platform.'),
  );
}
