// The writing half of the SQL. Every write rides in the caller's batch.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { day } from '../../../kit/time.ts';
import { versionConflict } from '../../../resource/version.ts';
import { type CreatorRow, mergedVersion, type RelationshipRow } from './creator.ts';
import { findCreator, findRelationship } from './find-store.ts';
import { creatorDays, creatorHidden, creatorRelationships, creators } from './table.ts';

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
 * Sees to it that the creator is on the account's roster because of an application: `review` when it applied, `invited`
 * when it was asked, `live` once they work together. A relationship that waits becomes live; one that had ended only by
 * the brand's own move; paused stays what the account made it.
 */
export function joinRoster(
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
 * Writes a change of the merged record, provided that neither part has changed since it was read.
 * A part with nothing to change only has to be the one that was read.
 */
export function saveMerged(
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

/** Marks that the creator did something: the marketplace shows when it was last active. No edit: the version stays. */
export function recordActivity(ctx: SystemCtx, creatorId: string): void {
  ctx.write.add(
    mainDb(ctx.env).update(creators).set({ lastActiveAt: ctx.now }).where(eq(creators.id, creatorId)),
  );
}

/**
 * Says how far the creator's payout set-up is, as the processor found it: nobody's edit, so no version is asked for, but
 * it moves.
 */
export function savePayoutSetup(
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

/**
 * Moves how many submissions of a creator an account approved on a day.
 * @param work `at` is the moment of the approval in milliseconds, `currency` that of the program's pay.
 */
export function countApproved(
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
