// What other domains may ask of applications. What changes one rides in the caller's batch.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { applications } from './table.ts';

export { findApplication } from './store.ts';

/**
 * Says whether the brand's charges for this creator's pay are in order: past_due once the last retry has failed, current
 * again when a charge succeeds. A repeat changes nothing.
 */
export function setPayStatus(ctx: SystemCtx, applicationId: string, status: 'current' | 'past_due'): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(applications)
      .set({ payStatus: status, version: sql`${applications.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(applications.id, applicationId), sql`${applications.payStatus} <> ${status}`)),
  );
}

/**
 * Makes anew what rosters are listed and searched by, for one creator, from what the batch holds by then: to be called
 * last. A partner's rows cover its client brands' programs too.
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
    .addSql(sql`INSERT INTO creator_words (account_id, word, creator_id)
      SELECT r.account_id, w.word, r.creator_id FROM creator_relationships r
        JOIN (${words('name')} UNION ${words('contact')}) w WHERE r.creator_id = ${creatorId}
      UNION SELECT 'network', n.word, c.id FROM creators c JOIN (${words('name')}) n
        WHERE c.id = ${creatorId} AND c.visibility = 'network'`);
}
