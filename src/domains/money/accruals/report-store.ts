// Stores the views and ad spend that platforms report.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import { day } from '../../../kit/time.ts';
import { adResults, adSpend, adSpendDays, submissionViews } from './table.ts';

export type AdSpendRow = typeof adSpend.$inferSelect;
export type AdResultRow = typeof adResults.$inferSelect;

const moved = () => new AppError('conflict', 'The ad was reported on at the same time.');

export async function findViews(
  ctx: SystemCtx,
  submissionId: string,
): Promise<{ views: number; reportedAt: number } | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(submissionViews)
    .where(eq(submissionViews.submissionId, submissionId))
    .get();
  return row ?? null;
}

/** Keeps the newest report; a report with fewer views, or an older one, changes nothing. */
export function saveViews(
  ctx: SystemCtx,
  row: { submissionId: string; views: number; reportedAt: number },
): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(submissionViews)
      .values(row)
      .onConflictDoUpdate({
        target: submissionViews.submissionId,
        set: { views: row.views, reportedAt: row.reportedAt },
        setWhere: sql`${submissionViews.views} < ${row.views} AND ${submissionViews.reportedAt} <= ${row.reportedAt}`,
      }),
  );
}

const oneAd = ({ accountId, ad, day: of }: Pick<AdSpendRow, 'accountId' | 'ad' | 'day'>) =>
  and(eq(adSpend.accountId, accountId), eq(adSpend.ad, ad), eq(adSpend.day, of));

export async function findAdSpend(
  ctx: SystemCtx,
  key: Pick<AdSpendRow, 'accountId' | 'ad' | 'day'>,
): Promise<AdSpendRow | null> {
  const row = await mainDb(ctx.env).select().from(adSpend).where(oneAd(key)).get();
  return row ?? null;
}

/** Replaces the report that was read, and adds the new spend to the UTC day on which it became known. */
export function saveAdSpend(ctx: SystemCtx, before: AdSpendRow | null, after: AdSpendRow): void {
  const db = mainDb(ctx.env);
  if (before) {
    ctx.write.guarded(
      db
        .update(adSpend)
        .set({ spend: after.spend, shared: after.shared, reportedAt: after.reportedAt })
        .where(and(oneAd(before), eq(adSpend.spend, before.spend), eq(adSpend.shared, before.shared))),
      async () => moved(),
    );
  } else ctx.write.add(db.insert(adSpend).values(after)).onDuplicate('ad_spend.account_id', moved);
  const spend = after.spend - (before?.spend ?? 0);
  const { accountId, currency } = after;
  ctx.write.add(
    db
      .insert(adSpendDays)
      .values({ day: day(ctx.now), accountId, currency, spend })
      .onConflictDoUpdate({
        target: [adSpendDays.day, adSpendDays.accountId, adSpendDays.currency],
        set: { spend: sql`${adSpendDays.spend} + ${spend}` },
      }),
  );
}

/** What ads spent on a submission before it was approved. */
export async function listUnsharedAdSpend(
  ctx: SystemCtx,
  submissionId: string,
  limit: number,
): Promise<AdSpendRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adSpend)
    .where(and(eq(adSpend.submissionId, submissionId), sql`shared < spend`))
    .orderBy(adSpend.day, adSpend.ad)
    .limit(limit)
    .all();
}

/**
 * Marks the spend of these rows, as it was read, as counted by the submission's rules; spend that was
 * reported since stays uncounted. The totals written in the same batch make sure that nobody else has counted
 * it.
 */
export function saveShared(ctx: SystemCtx, rows: AdSpendRow[]): void {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map((row) => [row.accountId, row.ad, row.day, row.spend, row.shared]));
  ctx.write.addSql(sql`UPDATE ad_spend SET shared = j.value ->> 3 FROM json_each(${json}) j
    WHERE ad_spend.account_id = j.value ->> 0 AND ad_spend.ad = j.value ->> 1 AND ad_spend.day = j.value ->> 2
      AND ad_spend.shared = j.value ->> 4`);
}

const oneResult = ({ accountId, ad, day: of }: Pick<AdResultRow, 'accountId' | 'ad' | 'day'>) =>
  and(eq(adResults.accountId, accountId), eq(adResults.ad, ad), eq(adResults.day, of));

export async function findAdResult(
  ctx: SystemCtx,
  key: Pick<AdResultRow, 'accountId' | 'ad' | 'day'>,
): Promise<AdResultRow | null> {
  return (await mainDb(ctx.env).select().from(adResults).where(oneResult(key)).get()) ?? null;
}

/** Replaces the report that was read. */
export function saveAdResult(ctx: SystemCtx, before: AdResultRow | null, after: AdResultRow): void {
  const db = mainDb(ctx.env);
  if (!before) {
    ctx.write.add(db.insert(adResults).values(after)).onDuplicate('ad_results.account_id', moved);
    return;
  }
  const { counted, shared, reportedAt } = after;
  ctx.write.guarded(
    db
      .update(adResults)
      .set({ counted, shared, reportedAt })
      .where(
        and(oneResult(before), eq(adResults.counted, before.counted), eq(adResults.shared, before.shared)),
      ),
    async () => moved(),
  );
}

/** What platforms counted of a submission's ads before it was approved. */
export async function listUnsharedAdResults(
  ctx: SystemCtx,
  submissionId: string,
  limit: number,
): Promise<AdResultRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(adResults)
    .where(and(eq(adResults.submissionId, submissionId), sql`shared < counted`))
    .orderBy(adResults.day, adResults.ad)
    .limit(limit)
    .all();
}

/** Marks these results, as they were read, as counted by the campaigns' terms; see saveShared. */
export function saveSharedResults(ctx: SystemCtx, rows: AdResultRow[]): void {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map((row) => [row.accountId, row.ad, row.day, row.counted, row.shared]));
  ctx.write.addSql(sql`UPDATE ad_results SET shared = j.value ->> 3 FROM json_each(${json}) j
    WHERE ad_results.account_id = j.value ->> 0 AND ad_results.ad = j.value ->> 1
      AND ad_results.day = j.value ->> 2 AND ad_results.shared = j.value ->> 4`);
}

/** The views of a creator's work for an account; null where none are reported. */
export async function findCreatorViews(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
): Promise<number | null> {
  const row = await ctx.env.DB.prepare(
    `SELECT sum(v.views) AS views FROM submissions s JOIN submission_views v ON v.submission_id = s.id
      WHERE s.creator_id = ?2 AND +s.account_id = ?1`,
  )
    .bind(accountId, creatorId)
    .first<{ views: number | null }>();
  return row?.views ?? null;
}
