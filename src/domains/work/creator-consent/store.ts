// The writing half of the SQL. Every write is part of the caller's batch.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { day } from '../../../kit/time.ts';
import { versionConflict } from '../../../resource/version.ts';
import { setCreatorContacts } from '../../measurement/credit-targets/interface.ts';
import type { Yes } from './consent.ts';
import type { CreatorRow, RelationshipRow } from './creator.ts';
import { findCreator, findRelationship } from './find-store.ts';
import { findPerson } from './person-store.ts';
import { SEEN, type Stage, shownVersion } from './stage.ts';
import { creatorDays, creatorHidden, creatorRelationships, creators, verifiedEmails } from './table.ts';

export function insertCreator(ctx: SystemCtx, row: CreatorRow): void {
  setCreatorContacts(ctx, row.id, row);
  ctx.write
    .add(mainDb(ctx.env).insert(creators).values(row))
    .onDuplicate(
      'creators.managed_by',
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
 * Writes a change of the merged record, provided that neither part has changed since it was read. A part
 * without changes is only checked.
 */
export function saveMerged(
  ctx: SystemCtx,
  before: { creator: CreatorRow; relationship: RelationshipRow | null },
  changes: { creator: Partial<CreatorRow> | null; relationship: Partial<RelationshipRow> | null },
  stage: Stage,
): void {
  const { creator, relationship } = before;
  // A reader that sees nothing of the identity must not learn that it changed either.
  const { whole } = SEEN[stage];
  const db = mainDb(ctx.env);
  const explain = async () => {
    const now = await findCreator(ctx, creator.id);
    if (!now) return notFound('creator');
    const mine = relationship && (await findRelationship(ctx, relationship.accountId, creator.id));
    const version = shownVersion(stage, { creator: now, relationship: mine });
    return version === shownVersion(stage, before) ? null : versionConflict(version);
  };
  if (relationship && changes.relationship) {
    ctx.write.guarded(
      db
        .update(creatorRelationships)
        .set(savedRelationship(ctx, relationship, changes.relationship))
        .where(
          and(
            eq(creatorRelationships.accountId, relationship.accountId),
            eq(creatorRelationships.creatorId, creator.id),
            eq(creatorRelationships.version, relationship.version),
            whole
              ? sql`EXISTS (SELECT 1 FROM creators c WHERE c.id = ${creator.id} AND c.version = ${creator.version})`
              : undefined,
          ),
        ),
      explain,
    );
  }
  if (changes.creator) {
    saveContacts(ctx, creator, changes.creator);
    const version =
      relationship &&
      (changes.relationship
        ? savedRelationship(ctx, relationship, changes.relationship).version
        : relationship.version);
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
      .onDuplicate('creators.managed_by', emailTaken);
  }
}

function saveContacts(ctx: SystemCtx, before: CreatorRow, changes: Partial<CreatorRow>): void {
  if ('email' in changes || 'phone' in changes) setCreatorContacts(ctx, before.id, { ...before, ...changes });
}

/** The account has another record with the address. Other accounts' records do not matter. */
const emailTaken = () => rejected('email_taken', 'Another creator of this account has this address.');

/** A relationship after a change. */
export function savedRelationship(
  ctx: SystemCtx,
  before: RelationshipRow,
  changes: Partial<RelationshipRow>,
): RelationshipRow {
  const version = (changes.version ?? before.version) + 1;
  return { ...before, ...changes, version, updatedAt: ctx.now };
}

/**
 * Makes the batch fail with operation_rejected while the account has paused the creator, who then takes no
 * new work.
 */
export function refuseWhilePaused(
  ctx: SystemCtx,
  { accountId, creatorId }: { accountId: string; creatorId: string },
): void {
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM creator_relationships p WHERE p.account_id = ${accountId}
      AND p.creator_id = ${creatorId} AND p.status = 'paused')`,
    async () => {
      const now = await findRelationship(ctx, accountId, creatorId);
      return now?.status === 'paused' ? creatorPaused() : null;
    },
  );
}

/** Makes the batch fail with `refusal` unless account and creator have agreed by then. */
export function requireAgreed(
  ctx: SystemCtx,
  { accountId, creatorId }: { accountId: string; creatorId: string },
  refusal: () => AppError,
): void {
  ctx.write.require(
    sql`EXISTS (SELECT 1 FROM creator_relationships r WHERE r.account_id = ${accountId}
      AND r.creator_id = ${creatorId} AND r.consent = 'agreed')`,
    async () => refusal(),
  );
}

export const creatorPaused = () =>
  rejected('creator_paused', 'The brand has paused the creator: it takes no new work.');

/**
 * Records that the creator was active, which the marketplace shows. This is not an edit, so the version stays
 * the same.
 */
export function recordActivity(ctx: SystemCtx, creatorId: string): void {
  ctx.write.add(
    mainDb(ctx.env).update(creators).set({ lastActiveAt: ctx.now }).where(eq(creators.id, creatorId)),
  );
}

/**
 * Stores the creator's payout setup as the processor reported it. No person edited it, so no version is
 * checked, but the version grows.
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

/** Changes an unclaimed record, provided that it has not changed since it was read. */
export function saveUnclaimed(ctx: SystemCtx, before: CreatorRow, changes: Partial<CreatorRow>): void {
  saveContacts(ctx, before, changes);
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(creators)
      .set({ ...changes, version: before.version + 1, updatedAt: ctx.now })
      .where(
        and(eq(creators.id, before.id), eq(creators.version, before.version), isNull(creators.claimedAt)),
      ),
    async () => new AppError('conflict', 'The record changed at the same time. Read it again and retry.'),
  );
}

/** Adds a person's first record to the batch, which fails with a conflict when there is another. */
export function insertProfile(ctx: SystemCtx, row: CreatorRow & { personId: string }): void {
  insertCreator(ctx, row);
  const records = sql`(SELECT COUNT(*) FROM ${creators} WHERE ${creators.personId} = ${row.personId})`;
  ctx.write.require(sql`${records} = 1`, async () => new AppError('conflict', 'You have a profile already.'));
}

/**
 * Adds a person's verified address to the batch, which fails with a conflict when it belongs to another
 * person.
 */
export function insertVerifiedEmail(ctx: SystemCtx, email: string, personId: string): void {
  ctx.write
    .add(mainDb(ctx.env).insert(verifiedEmails).values({ email, personId, verifiedAt: ctx.now }))
    .onDuplicate('verified_emails.email', addressClaimed);
}

/**
 * Makes the batch fail if a person has verified the address meanwhile, because an account then no longer
 * speaks for its owner. Call it before anything that changes the address.
 */
export function requireUnverified(ctx: SystemCtx, email: string | null): void {
  if (email === null) return;
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM ${verifiedEmails} WHERE ${verifiedEmails.email} = ${email})`,
    async () =>
      (await findPerson(ctx, email)) === null
        ? null
        : new AppError(
            'conflict',
            'A person verified this address at the same time. Read it again and retry.',
          ),
  );
}

export const addressClaimed = () => new AppError('conflict', 'Somebody has verified this address already.');

/**
 * Adds the consent of the person who takes a record over to what the account that added it had agreed to. A
 * relationship that had ended stays ended, with a version that the account has not seen before.
 */
export function saveTakenOver(ctx: SystemCtx, before: CreatorRow, yes: Yes): void {
  ctx.write.addSql(sql`UPDATE creator_relationships SET
      creator_yes = CASE consent WHEN 'agreed' THEN ${JSON.stringify(yes)} ELSE creator_yes END,
      version = version + 1 + CASE consent WHEN 'agreed' THEN 0 ELSE ${before.version + 1} END,
      consent_version = consent_version + 1, consent_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE creator_id = ${before.id} AND account_id = ${before.managedBy}`);
}

/**
 * Takes a handle from the record that has it, unless a person has claimed that record or verified its
 * address.
 * @param words the search words of that record without the handle.
 * @returns its ID, so that the caller can rebuild its search rows.
 */
export async function claimHandle(
  ctx: SystemCtx,
  handle: string,
  words: (holder: CreatorRow) => CreatorRow['searchWords'],
): Promise<string | null> {
  const db = mainDb(ctx.env);
  const unverified = and(
    eq(creators.handle, handle),
    isNull(creators.claimedAt),
    sql`NOT ${sql.raw(addressVerified('creators'))}`,
  );
  const holder = await db.select().from(creators).where(unverified).get();
  if (!holder) return null;
  ctx.write.add(
    db
      .update(creators)
      .set({
        handle: null,
        searchWords: words(holder),
        version: sql`${creators.version} + 1`,
        updatedAt: ctx.now,
      })
      .where(and(eq(creators.id, holder.id), unverified)),
  );
  return holder.id;
}

/** Replaces the accounts that the creator's side hides it from. */
export function setHidden(ctx: SystemCtx, creatorId: string, accountIds: string[]): void {
  ctx.write.add(mainDb(ctx.env).delete(creatorHidden).where(eq(creatorHidden.creatorId, creatorId)));
  ctx.write.addSql(sql`INSERT INTO creator_hidden (creator_id, account_id)
    SELECT ${creatorId}, value FROM json_each(${JSON.stringify(accountIds)})`);
}

/**
 * Changes the number of a creator's submissions that an account approved on a day. `at` is the time of the
 * approval in milliseconds, and `currency` is the currency of the program's pay.
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

/**
 * Replaces, in the caller's batch, what ads brought on days of creators. @param rows selects creator, account, day,
 * currency, spend, revenue, clicks, impressions, purchases and installs.
 */
export function setAdResults(ctx: Pick<SystemCtx, 'write'>, rows: SQL): void {
  const numbers = ['spend', 'revenue', 'clicks', 'impressions', 'purchases', 'installs'];
  const set = numbers.map((name) => `${name} = excluded.${name}`).join(', ');
  const changed = numbers.map((name) => `creator_days.${name} <> excluded.${name}`).join(' OR ');
  ctx.write.addSql(sql`INSERT INTO creator_days (creator_id, account_id, day, currency, ${sql.raw(numbers.join(', '))})
    SELECT * FROM (${rows}) WHERE true
    ON CONFLICT (creator_id, account_id, day, currency) DO UPDATE SET ${sql.raw(set)} WHERE ${sql.raw(changed)}`);
}
