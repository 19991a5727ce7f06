// What other domains may ask of applications. Every change is part of the caller's batch.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { End } from '../creator-consent/consent.ts';
import { endRelationships } from '../creator-consent/interface.ts';
import { applications } from './table.ts';

export { setBrands } from './brand-links-store.ts';
export { closeApplications } from './close-applications.ts';

export { findApplication } from './store.ts';

/** SQL for whether a creator has an approved application to a program, or with null to any of the account's. */
export const isApprovedIn = (accountId: string, creatorId: string, programId: string | null): SQL =>
  sql`EXISTS (SELECT 1 FROM ${applications} WHERE ${and(
    eq(applications.creatorId, creatorId),
    eq(applications.status, 'approved'),
    sql`+${applications.accountId} = ${accountId}`,
    programId === null ? undefined : sql`+${applications.programId} = ${programId}`,
  )})`;

/** The same as isApprovedIn, read now. */
export async function findApprovedIn(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
  programId: string | null,
): Promise<boolean> {
  const row = await mainDb(ctx.env).get<{ found: number }>(
    sql`SELECT ${isApprovedIn(accountId, creatorId, programId)} AS found`,
  );
  return row.found === 1;
}

/** When both sides had agreed to an application (milliseconds); null for one that does not exist. */
export async function findAcceptedAt(ctx: SystemCtx, id: string): Promise<number | null> {
  const row = await mainDb(ctx.env)
    .select({
      at: sql<number>`max(${applications.createdAt}, coalesce(${applications.reviewedAt}, 0),
        coalesce(${applications.acceptedAt}, 0))`,
    })
    .from(applications)
    .where(eq(applications.id, id))
    .get();
  return row?.at ?? null;
}

/**
 * Sets whether the brand's charges for this creator's pay are in order: past_due after the last retry failed,
 * current again after a charge succeeds. A repeat changes nothing.
 */
export function setPayStatus(ctx: SystemCtx, applicationId: string, status: 'current' | 'past_due'): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(applications)
      .set({ payStatus: status, version: sql`${applications.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(applications.id, applicationId), sql`${applications.payStatus} <> ${status}`)),
  );
}

export interface InvitedProgram {
  accountName: string;
  program: string;
}

/** The open programs that accounts have invited a creator to, the newest invitation first. */
export async function listInvitedPrograms(
  ctx: SystemCtx,
  creatorId: string,
  limit: number,
): Promise<InvitedProgram[]> {
  return await mainDb(ctx.env).all<InvitedProgram>(
    sql`SELECT b.name AS accountName, g.name AS program FROM ${applications} a JOIN programs g ON g.id = a.program_id
      JOIN accounts b ON b.id = a.account_id AND b.status = 'active'
      WHERE a.creator_id = ${creatorId} AND a.status IN ('pending', 'approved') AND a.invited_at IS NOT NULL
        AND g.status = 'live' AND (g.ends_at IS NULL OR g.ends_at > ${ctx.now})
      ORDER BY a.invited_at DESC, a.id DESC LIMIT ${limit}`,
  );
}

/**
 * Rebuilds what rosters are listed and searched by, for one creator, from the rows that the batch has written
 * so far, so call it last. A partner's rows include its client brands' programs.
 */
export function refreshRoster(ctx: SystemCtx, creatorId: string): void {
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
    // Uses no word that the account's record would not show: see creator-consent/stage.ts.
    .addSql(sql`INSERT INTO creator_words (account_id, word, creator_id)
      SELECT r.account_id, w.word, r.creator_id FROM creator_relationships r
        JOIN (SELECT word, 0 AS contact FROM (${words('name')}) UNION ALL SELECT word, 1 FROM (${words('contact')})) w
        JOIN creators c ON c.id = r.creator_id
        WHERE r.creator_id = ${creatorId} AND (r.consent = 'agreed' OR (c.managed_by = r.account_id AND c.claimed_at IS NULL)
          OR (w.contact = 0 AND (r.consent = 'requested' OR r.agreed_at IS NOT NULL OR (c.visibility = 'network'
            AND NOT EXISTS (SELECT 1 FROM creator_hidden h WHERE h.creator_id = c.id AND h.account_id = r.account_id)))))
      UNION SELECT r.account_id, e.value, r.creator_id FROM creator_relationships r, json_each(r.entered_words) e
        WHERE r.creator_id = ${creatorId} AND r.consent <> 'agreed'
      UNION SELECT 'network', n.word, c.id FROM creators c JOIN (${words('name')}) n
        WHERE c.id = ${creatorId} AND c.visibility = 'network'`);
}

/**
 * Takes back a creator's request to an account, unless the creator still has an application there. Call it
 * when the application's transition is in the write set.
 */
export function withdrawRequest(ctx: SystemCtx, accountId: string, creatorId: string, end: End): void {
  const which = sql`consent = 'requested' AND account_id = ${accountId} AND creator_id = ${creatorId}
    AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.creator_id = ${creatorId} AND a.account_id = ${accountId}
      AND a.status = 'pending' AND a.invited = 0)`;
  endRelationships(ctx, which, end);
}
