// The parts of a creator's record that are calculated from other rows: submissions, programs, retainers and
// days.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import { shownFiles } from '../../platform/files/interface.ts';
import { hasPending } from '../agreements/interface.ts';
import { creators } from '../creator-consent/table.ts';
import type { Viewer } from '../creator-consent/viewer.ts';
import type { CreatorDetails } from './present-creator.ts';

const PERFORMANCE_DAYS = 30;

/**
 * The calculated parts of a creator's record without its pictures, so it can run before the creator's row is
 * known.
 */
export async function findCreatorDetails(
  ctx: SystemCtx,
  viewer: Viewer,
  id: string,
  newestSubmissions: number,
): Promise<CreatorDetails> {
  const details = creatorDetails(ctx, viewer, { id: sql`${id}`, pictures: sql`NULL` }, newestSubmissions);
  const row = await mainDb(ctx.env).select({ details }).from(sql`(SELECT 1)`).get();
  return row!.details;
}

/** Like findCreatorDetails, with pictures: a column of the statement that finds the creators. */
export function detailsColumn(
  ctx: SystemCtx,
  viewer: Viewer,
  newestSubmissions: number,
): SQL<CreatorDetails> {
  const videos = sql`json_each(${creators.referenceVideos}) v`;
  const pictures = sql`SELECT ${creators.profilePicture}
    UNION ALL SELECT v.value ->> '$.file' FROM ${videos}
    UNION ALL SELECT v.value ->> '$.thumbnailImage.fileId' FROM ${videos}`;
  return creatorDetails(ctx, viewer, { id: sql`${creators.id}`, pictures }, newestSubmissions);
}

/**
 * One JSON object, so that one statement reads a page of creators with all details.
 * @param of the creator's ID, and the IDs of the files that its own row refers to.
 */
export function creatorDetails(
  ctx: SystemCtx,
  viewer: Viewer,
  { id, pictures }: { id: SQL; pictures: SQL },
  newestSubmissions: number,
): SQL<CreatorDetails> {
  const self = viewer.kind === 'creator';
  // The accounts whose submissions the viewer may see: its own, and for a partner those of its client brands.
  const theirs = self
    ? sql`1`
    : sql`(s.account_id = ${viewer.id} OR s.account_id IN (SELECT b.id FROM accounts b WHERE b.managed_by = ${viewer.id}))`;
  const counts = sql`SELECT json_group_object(n.status, n.count) FROM (SELECT s.status, COUNT(*) AS count
    FROM submissions s WHERE s.creator_id = ${id} GROUP BY s.status) n`;
  const installs = sql`SELECT COALESCE(SUM(d.installs), 0) FROM creator_days d WHERE d.creator_id = ${id}`;
  const programs = self
    ? sql`SELECT json_group_array(a.program_id) FROM applications a
        WHERE a.creator_id = ${id} AND a.status = 'approved'`
    : // The plus keeps SQLite from reading the account's whole roster through the primary key.
      sql`SELECT json_group_array(p.program_id) FROM creator_programs p
        WHERE p.creator_id = ${id} AND +p.account_id = ${viewer.id}`;
  const brands = self
    ? sql`SELECT json_group_array(r.account_id)
        FROM creator_relationships r JOIN accounts a ON a.id = r.account_id AND a.type = 'brand'
        WHERE r.creator_id = ${id} AND r.status IN ('live', 'paused')`
    : sql`SELECT json_group_array(b.brand_id) FROM creator_brands b
        WHERE b.creator_id = ${id} AND b.partner_id = ${viewer.id}`;
  const hiddenFrom = sql`SELECT json_group_array(h.account_id) FROM creator_hidden h
    WHERE h.creator_id = ${id}`;
  const submissions = sql`SELECT json_group_array(json_object('id', s.id, 'status', s.status, 'platform', s.platform,
      'format', s.format, 'durationMs', s.duration_ms, 'submittedAt', s.submitted_at, 'fileId', s.file_id,
      'files', json(${shownFiles(sql`s.file_id`)}), 'programName', p.name))
    FROM submissions s JOIN programs p ON p.id = s.program_id
    WHERE s.id IN (SELECT s.id FROM submissions s WHERE s.creator_id = ${id} AND ${theirs}
      ORDER BY s.id DESC LIMIT ${newestSubmissions})`;
  const days = sql`SELECT json_group_array(json_object('day', d.day, 'currency', d.currency, 'spend', d.spend,
      'revenue', d.revenue, 'clicks', d.clicks, 'impressions', d.impressions, 'purchases', d.purchases,
      'approvedSubmissions', d.approved_submissions))
    FROM creator_days d WHERE d.creator_id = ${id} ${self ? sql`` : sql`AND d.account_id = ${viewer.id}`}
      AND d.day >= ${day(ctx.now - (PERFORMANCE_DAYS - 1) * DAY_MS)}`;
  const answerMs = sql`SELECT AVG(a.accepted_at - a.invited_at) FROM applications a
    WHERE a.creator_id = ${id} AND a.invited_at IS NOT NULL AND a.accepted_at >= a.invited_at`;
  // The newest open retainer. The condition is repeated from the partial index, so that SQLite uses it.
  const retainer = sql`SELECT json_object('id', r.id, 'status', r.status, 'pay', json(r.pay), 'currency', r.currency,
      'deliverables', r.deliverables, 'notes', r.notes, 'currentPeriodEndAt', r.current_period_end_at)
    FROM retainers r WHERE r.creator_id = ${id} ${self ? sql`` : sql`AND r.account_id = ${viewer.id}`}
      AND r.status IN ('offered', 'accepted', 'active', 'canceling') ORDER BY r.id DESC LIMIT 1`;
  const agreementsOpen = self ? sql`NULL` : hasPending(sql`${viewer.id}`, id);
  return sql`json_object('counts', json((${counts})), 'installs', (${installs}), 'programs', json((${programs})),
    'agreementsOpen', (${agreementsOpen}), 'brands', json((${brands})), 'hiddenFrom', json((${hiddenFrom})), 'submissions', json((${submissions})),
    'days', json((${days})), 'answerMs', (${answerMs}), 'retainer', json((${retainer})),
    'pictures', json(${shownFiles(pictures)}))`.mapWith(parsed);
}

function parsed(text: string): CreatorDetails {
  const details: CreatorDetails = JSON.parse(text);
  // Sorted here, because SQLite does not guarantee an aggregate's order.
  details.programs.sort(newestFirst);
  details.submissions.sort((a, b) => newestFirst(a.id, b.id));
  details.days.sort((a, b) => newestFirst(b.day, a.day));
  return details;
}

const newestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);
