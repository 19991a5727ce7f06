// What a creator's record shows that is worked out from others': submissions, programs, retainers and days.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst } from '../../../db/list.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import { creatorBrands, creatorDays, creatorHidden, creatorPrograms } from '../creators/table.ts';
import type { Viewer } from '../creators/viewer.ts';
import type { OpenRow } from '../retainers/retainer.ts';
import { retainers } from '../retainers/table.ts';
import type { CreatorDetails } from './present-creator.ts';

const PERFORMANCE_DAYS = 30;

/** What several records show beyond their own rows, in one batch. */
export async function findCreatorDetails(
  ctx: SystemCtx,
  viewer: Viewer,
  ids: string[],
  newestSubmissions: number,
): Promise<Map<string, CreatorDetails>> {
  const all = JSON.stringify(ids);
  const among = (column: SQL) => sql`${column} IN (SELECT value FROM json_each(${all}))`;
  const self = viewer.kind === 'creator';
  const db = mainDb(ctx.env);
  // Whose submissions the viewer may see: its own, and a partner those of its client brands.
  const theirs = self
    ? sql`1`
    : sql`(s.account_id = ${viewer.id} OR s.account_id IN (SELECT b.id FROM accounts b WHERE b.managed_by = ${viewer.id}))`;
  const [stats, installs, programs, brands, hidden, work, days, answers, open] = await db.batch([
    db
      .select({
        creatorId: sql<string>`s.creator_id`,
        status: sql<string>`s.status`,
        count: sql<number>`COUNT(*)`,
      })
      .from(sql`submissions s`)
      .where(among(sql`s.creator_id`))
      .groupBy(sql`s.creator_id, s.status`),
    db
      .select({ creatorId: creatorDays.creatorId, installs: sql<number>`SUM(${creatorDays.installs})` })
      .from(creatorDays)
      .where(among(sql`${creatorDays.creatorId}`))
      .groupBy(creatorDays.creatorId),
    self
      ? db
          .select({ creatorId: sql<string>`a.creator_id`, id: sql<string>`a.program_id` })
          .from(sql`applications a`)
          .where(sql`a.creator_id = ${viewer.id} AND a.status = 'approved'`)
          .orderBy(sql`a.program_id DESC`)
      : db
          .select({
            creatorId: sql<string>`${creatorPrograms.creatorId}`,
            id: sql<string>`${creatorPrograms.programId}`,
          })
          .from(creatorPrograms)
          // The plus keeps SQLite from reading the account's whole roster through the primary key.
          .where(
            and(among(sql`${creatorPrograms.creatorId}`), sql`+${creatorPrograms.accountId} = ${viewer.id}`),
          )
          .orderBy(newestFirst(creatorPrograms.programId)),
    self
      ? db
          .select({ creatorId: sql<string>`r.creator_id`, id: sql<string>`r.account_id` })
          .from(sql`creator_relationships r JOIN accounts a ON a.id = r.account_id AND a.type = 'brand'`)
          .where(sql`r.creator_id = ${viewer.id} AND r.status IN ('live', 'paused')`)
      : db
          .select({
            creatorId: sql<string>`${creatorBrands.creatorId}`,
            id: sql<string>`${creatorBrands.brandId}`,
          })
          .from(creatorBrands)
          .where(and(among(sql`${creatorBrands.creatorId}`), eq(creatorBrands.partnerId, viewer.id))),
    db
      .select({ creatorId: creatorHidden.creatorId, id: creatorHidden.accountId })
      .from(creatorHidden)
      .where(and(among(sql`${creatorHidden.creatorId}`), eq(creatorHidden.setBy, viewer.id))),
    db
      .select({
        creatorId: sql<string>`s.creator_id`,
        id: sql<string>`s.id`,
        status: sql<string>`s.status`,
        platform: sql<string | null>`s.platform`,
        format: sql<string | null>`s.format`,
        durationMs: sql<number | null>`s.duration_ms`,
        submittedAt: sql<number>`s.submitted_at`,
        fileId: sql<string | null>`s.file_id`,
        programName: sql<string>`p.name`,
      })
      .from(sql`json_each(${all}) j JOIN submissions s ON s.id IN (
          SELECT s.id FROM submissions s WHERE s.creator_id = j.value AND ${theirs} ORDER BY s.id DESC LIMIT ${newestSubmissions})
        JOIN programs p ON p.id = s.program_id`)
      .orderBy(sql`s.id DESC`),
    db
      .select()
      .from(creatorDays)
      .where(
        and(
          among(sql`${creatorDays.creatorId}`),
          self ? undefined : eq(creatorDays.accountId, viewer.id),
          sql`${creatorDays.day} >= ${day(ctx.now - (PERFORMANCE_DAYS - 1) * DAY_MS)}`,
        ),
      )
      .orderBy(creatorDays.day),
    db
      .select({
        creatorId: sql<string>`a.creator_id`,
        ms: sql<number>`AVG(a.accepted_at - a.invited_at)`,
      })
      .from(sql`applications a`)
      .where(and(among(sql`a.creator_id`), sql`a.invited_at IS NOT NULL AND a.accepted_at >= a.invited_at`))
      .groupBy(sql`a.creator_id`),
    db
      .select({
        creatorId: retainers.creatorId,
        id: retainers.id,
        status: retainers.status,
        pay: retainers.pay,
        currency: retainers.currency,
        deliverables: retainers.deliverables,
        notes: retainers.notes,
        currentPeriodEndAt: retainers.currentPeriodEndAt,
      })
      .from(retainers)
      .where(
        // The newest for each creator, by an index of open ones alone: its condition is written out here as there.
        sql`${retainers.id} IN (SELECT (SELECT r.id FROM retainers r WHERE r.creator_id = j.value
          ${self ? sql`` : sql`AND r.account_id = ${viewer.id}`}
          AND r.status IN ('offered', 'accepted', 'active', 'canceling') ORDER BY r.id DESC LIMIT 1)
          FROM json_each(${all}) j)`,
      ),
  ]);
  const found = new Map<string, CreatorDetails>(
    ids.map((id) => [
      id,
      {
        counts: {},
        installs: 0,
        programs: [],
        brands: [],
        hiddenFrom: [],
        submissions: [],
        days: [],
        answerMs: null,
        retainer: null,
      },
    ]),
  );
  for (const row of stats) found.get(row.creatorId)!.counts[row.status] = row.count;
  for (const row of installs) found.get(row.creatorId)!.installs = row.installs;
  for (const row of programs) found.get(row.creatorId)!.programs.push(row.id);
  for (const row of brands) found.get(row.creatorId)!.brands.push(row.id);
  for (const row of hidden) found.get(row.creatorId)!.hiddenFrom.push(row.id);
  for (const row of work) found.get(row.creatorId)!.submissions.push(row);
  for (const row of days) found.get(row.creatorId)!.days.push(row);
  for (const row of answers) found.get(row.creatorId)!.answerMs = row.ms;
  for (const row of open) found.get(row.creatorId)!.retainer = row as OpenRow;
  return found;
}
