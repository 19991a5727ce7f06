// The writing half of the SQL, and the projections that lists and searches read.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { day } from '../../../kit/time.ts';
import { versionConflict } from '../../../resource/version.ts';
import { accounts } from '../../accounts/accounts/table.ts';
import type { CreatorRow, RelationshipRow } from './creator.ts';
import { mergedVersion } from './present-creator.ts';
import { findCreator, findRelationship } from './read-store.ts';
import { creatorBrands, creatorDays, creatorHidden, creatorRelationships, creators } from './table.ts';

export function insertCreator(ctx: SystemCtx, row: CreatorRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(creators).values(row))
    .onDuplicate(
      'creators.email',
      () => new AppError('conflict', 'A creator with this address was added at the same time.'),
    );
}

export function insertRelationship(ctx: SystemCtx, row: RelationshipRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(creatorRelationships).values(row))
    .onDuplicate(
      'creator_relationships.account_id',
      () => new AppError('conflict', 'The creator was put on the roster at the same time.'),
    );
}

/**
 * Sees to it that the account has the creator on its roster: makes the relationship when there is none, and moves one
 * that waits (invited, review) to live when they work together; the brand's own move also one that had ended. Paused
 * stays what the account made it.
 */
export function ensureRelationship(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
  status: 'invited' | 'review' | 'live',
  by: 'brand' | 'creator',
): void {
  const from = status === 'live' ? ['invited', 'review', ...(by === 'brand' ? ['removed'] : [])] : [];
  ctx.write.addSql(sql`INSERT INTO creator_relationships
      (account_id, creator_id, status, relationship, source, version, created_at, updated_at)
    SELECT ${accountId}, c.id, ${status},
      CASE WHEN EXISTS (SELECT 1 FROM accounts m WHERE m.id = c.managed_by AND m.type = 'partner') AND c.managed_by <> ${accountId}
        THEN 'represented' ELSE 'direct' END,
      'application', 1, ${ctx.now}, ${ctx.now}
    FROM creators c WHERE c.id = ${creatorId}
    ON CONFLICT (account_id, creator_id) DO UPDATE SET status = 'live', version = version + 1, updated_at = ${ctx.now}
      WHERE creator_relationships.status IN (SELECT value FROM json_each(${JSON.stringify(from)}))`);
}

/**
 * Writes an edit of the merged record, provided that neither part has changed since it was read.
 * A part with nothing to change only has to be the one that was read.
 */
export function updateMerged(
  ctx: SystemCtx,
  before: { creator: CreatorRow; relationship: RelationshipRow | null },
  changes: { creator: Partial<CreatorRow> | null; relationship: Partial<RelationshipRow> | null },
): void {
  const { creator, relationship } = before;
  const db = mainDb(ctx.env);
  const explain = async () => {
    const now = await findCreator(ctx, creator.id);
    if (!now) return notFound('creator');
    const mine = relationship && (await findRelationship(ctx, relationship.accountId, creator.id));
    const version = mergedVersion({ creator: now, relationship: mine });
    return version === mergedVersion(before) ? null : versionConflict(version);
  };
  if (relationship && changes.relationship) {
    ctx.write.guarded(
      db
        .update(creatorRelationships)
        .set({ ...changes.relationship, version: relationship.version + 1, updatedAt: ctx.now })
        .where(
          and(
            eq(creatorRelationships.accountId, relationship.accountId),
            eq(creatorRelationships.creatorId, creator.id),
            eq(creatorRelationships.version, relationship.version),
            sql`EXISTS (SELECT 1 FROM creators c WHERE c.id = ${creator.id} AND c.version = ${creator.version})`,
          ),
        ),
      explain,
    );
  }
  if (changes.creator) {
    const version = relationship ? relationship.version + (changes.relationship ? 1 : 0) : null;
    ctx.write
      .guarded(
        db
          .update(creators)
          .set({ ...changes.creator, version: creator.version + 1, updatedAt: ctx.now })
          .where(
            and(
              eq(creators.id, creator.id),
              eq(creators.version, creator.version),
              relationship
                ? sql`EXISTS (SELECT 1 FROM creator_relationships r WHERE r.account_id = ${relationship.accountId}
                    AND r.creator_id = ${creator.id} AND r.version = ${version})`
                : undefined,
            ),
          ),
        explain,
      )
      .onDuplicate('creators.handle', () => rejected('handle_taken', 'Another creator has this handle.'))
      .onDuplicate('creators.email', () => rejected('email_taken', 'Another creator has this address.'));
  }
}

/** Notes that something was done as this creator. No edit: the version stays. */
export function writeLastActive(ctx: SystemCtx, creatorId: string): void {
  ctx.write.add(
    mainDb(ctx.env).update(creators).set({ lastActiveAt: ctx.now }).where(eq(creators.id, creatorId)),
  );
}

/** What the processor found out about the creator: nobody's edit, so no version is asked for, but it moves. */
export function writePayoutSetup(
  ctx: SystemCtx,
  creatorId: string,
  setup: Pick<CreatorRow, 'identityStatus' | 'bankAccountStatus'>,
): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(creators)
      .set({ ...setup, version: sql`${creators.version} + 1`, updatedAt: ctx.now })
      .where(eq(creators.id, creatorId)),
  );
}

/** Makes a partner's client brands of a creator exactly these, and the rosters of the brands follow. */
export function setBrands(ctx: SystemCtx, partnerId: string, creatorId: string, brandIds: string[]): void {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(brandIds)}))`;
  // A brand that the creator applied to by itself keeps it: only what the link made goes with the link.
  ctx.write.addSql(sql`UPDATE creator_relationships SET status = 'removed', version = version + 1, updated_at = ${ctx.now}
    WHERE creator_id = ${creatorId} AND source = 'brand_link' AND status <> 'removed'
      AND account_id IN (SELECT brand_id FROM creator_brands WHERE creator_id = ${creatorId} AND partner_id = ${partnerId})
      AND account_id NOT IN ${wanted}
      AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.creator_id = ${creatorId}
        AND a.status IN ('pending', 'approved') AND a.account_id = creator_relationships.account_id)`);
  ctx.write.add(
    mainDb(ctx.env)
      .delete(creatorBrands)
      .where(
        and(
          eq(creatorBrands.creatorId, creatorId),
          eq(creatorBrands.partnerId, partnerId),
          sql`${creatorBrands.brandId} NOT IN ${wanted}`,
        ),
      ),
  );
  ctx.write.addSql(sql`INSERT INTO creator_brands (creator_id, partner_id, brand_id)
    SELECT ${creatorId}, ${partnerId}, value FROM json_each(${JSON.stringify(brandIds)}) WHERE true ON CONFLICT DO NOTHING`);
  ctx.write.addSql(sql`INSERT INTO creator_relationships
      (account_id, creator_id, status, relationship, source, version, created_at, updated_at)
    SELECT value, ${creatorId}, 'live', 'represented', 'brand_link', 1, ${ctx.now}, ${ctx.now}
    FROM json_each(${JSON.stringify(brandIds)}) WHERE true
    ON CONFLICT (account_id, creator_id) DO UPDATE SET status = 'live', version = version + 1, updated_at = ${ctx.now}
      WHERE creator_relationships.status = 'removed' AND creator_relationships.source = 'brand_link'`);
}

/** Makes the accounts that `setBy` hides the creator from exactly these. */
export function setHidden(ctx: SystemCtx, setBy: string, creatorId: string, accountIds: string[]): void {
  const db = mainDb(ctx.env);
  ctx.write.add(
    db
      .delete(creatorHidden)
      .where(and(eq(creatorHidden.creatorId, creatorId), eq(creatorHidden.setBy, setBy))),
  );
  ctx.write.addSql(sql`INSERT INTO creator_hidden (creator_id, account_id, set_by)
    SELECT ${creatorId}, value, ${setBy} FROM json_each(${JSON.stringify(accountIds)})`);
}

/** Those of the IDs that are active brands managed by the partner. */
export async function clientBrands(ctx: SystemCtx, partnerId: string, ids: string[]): Promise<Set<string>> {
  const rows = await mainDb(ctx.env)
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        sql`${accounts.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(accounts.managedBy, partnerId),
        eq(accounts.status, 'active'),
      ),
    )
    .all();
  return new Set(rows.map((row) => row.id));
}

/**
 * Makes the projections of one creator anew, from what the batch holds by then: put it behind every other statement.
 * A partner's rows cover its client brands' programs too.
 */
export function refreshProjections(ctx: SystemCtx, creatorId: string): void {
  const words = (part: 'name' | 'contact'): SQL =>
    sql`SELECT j.value AS word FROM creators c, json_each(c.search_words, ${`$.${part}`}) j WHERE c.id = ${creatorId}`;
  ctx.write
    .addSql(sql`DELETE FROM creator_programs WHERE creator_id = ${creatorId}`)
    .addSql(sql`INSERT INTO creator_programs (account_id, program_id, status, creator_id)
      SELECT r.account_id, a.program_id, r.status, r.creator_id
      FROM applications a JOIN creator_relationships r ON r.creator_id = a.creator_id AND (r.account_id = a.account_id
        OR r.account_id = (SELECT b.managed_by FROM accounts b WHERE b.id = a.account_id))
      WHERE a.creator_id = ${creatorId} AND a.status = 'approved'`)
    .addSql(sql`DELETE FROM creator_words WHERE creator_id = ${creatorId}`)
    .addSql(sql`INSERT INTO creator_words (account_id, word, creator_id)
      SELECT r.account_id, w.word, r.creator_id FROM creator_relationships r
        JOIN (${words('name')} UNION ${words('contact')}) w WHERE r.creator_id = ${creatorId}
      UNION SELECT 'network', n.word, c.id FROM creators c JOIN (${words('name')}) n
        WHERE c.id = ${creatorId} AND c.visibility = 'network'`);
}

/** Moves the approved submissions of one day. */
export function addApproved(
  ctx: SystemCtx,
  {
    creator,
    account,
    currency,
    at,
    by,
  }: { creator: string; account: string; currency: string; at: number; by: 1 | -1 },
): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(creatorDays)
      .values({
        creatorId: creator,
        accountId: account,
        day: day(at),
        currency,
        approvedSubmissions: Math.max(by, 0),
      })
      .onConflictDoUpdate({
        target: [creatorDays.creatorId, creatorDays.accountId, creatorDays.day, creatorDays.currency],
        set: { approvedSubmissions: sql`max(0, ${creatorDays.approvedSubmissions} + ${by})` },
      }),
  );
}
