// What campaigns pay in place of programs, and for which submissions: read by accruals, written by campaigns.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import type { CampaignPay } from './campaign-pay.ts';
import { campaignPays, campaignPayTotals, campaignSubmissions } from './table.ts';

const named = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** The pay terms of campaigns by their IDs, without those that leave the pay to the programs. */
export async function findCampaignPays(
  ctx: SystemCtx,
  ids: readonly (string | null)[],
): Promise<Map<string, CampaignPay>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null && id !== '') as string[];
  if (wanted.length === 0) return new Map();
  const rows = await mainDb(ctx.env)
    .select()
    .from(campaignPays)
    .where(sql`${campaignPays.campaignId} IN ${named(wanted)}`)
    .all();
  return new Map(rows.map((row) => [row.campaignId, row]));
}

/** The pay terms of one campaign; null when there is none, or when it leaves the pay to the programs. */
export async function findCampaignPay(ctx: SystemCtx, id: string | null): Promise<CampaignPay | null> {
  return (await findCampaignPays(ctx, [id])).get(id ?? '') ?? null;
}

/** Those of these pairs of campaign and submission where the campaign shows the submission, or once did. */
export async function findCampaignSubmissions(
  ctx: SystemCtx,
  pairs: readonly (readonly [campaign: string, submission: string])[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const rows = await mainDb(ctx.env)
    .select()
    .from(campaignSubmissions)
    .where(
      sql`(${campaignSubmissions.campaignId}, ${campaignSubmissions.submissionId}) IN
        (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(pairs)}))`,
    )
    .all();
  return new Set(rows.map((row) => `${row.campaignId} ${row.submissionId}`));
}

/** What a campaign's terms have paid a creator so far, in cents. */
export async function findPaidByCampaign(
  ctx: SystemCtx,
  campaignId: string,
  creatorId: string,
): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ amount: campaignPayTotals.amount })
    .from(campaignPayTotals)
    .where(and(eq(campaignPayTotals.campaignId, campaignId), eq(campaignPayTotals.creatorId, creatorId)))
    .get();
  return row?.amount ?? 0;
}

/** Adds to what a campaign's terms have paid a creator. The batch fails if that exceeds the cap. */
export function savePaidByCampaign(
  ctx: SystemCtx,
  { campaignId, cap }: CampaignPay,
  creatorId: string,
  amount: number,
): void {
  const db = mainDb(ctx.env);
  const own = and(eq(campaignPayTotals.campaignId, campaignId), eq(campaignPayTotals.creatorId, creatorId));
  ctx.write
    .add(db.insert(campaignPayTotals).values({ campaignId, creatorId, amount: 0 }).onConflictDoNothing())
    .guarded(
      db
        .update(campaignPayTotals)
        .set({ amount: sql`${campaignPayTotals.amount} + ${amount}` })
        .where(and(own, cap === null ? undefined : sql`${campaignPayTotals.amount} + ${amount} <= ${cap}`)),
      async () => new AppError('conflict', 'The creator was paid something at the same time.'),
    );
}

/**
 * Adds to ctx.write what a campaign pays its creators from now on in place of their programs' rules; null
 * leaves the pay to those rules. What was counted before is not recalculated, so the caller makes sure that
 * no ad has run yet.
 */
export function setCampaignPay(ctx: SystemCtx, campaignId: string, pay: CampaignPay | null): void {
  const db = mainDb(ctx.env);
  if (pay === null) {
    ctx.write.add(db.delete(campaignPays).where(eq(campaignPays.campaignId, campaignId)));
    return;
  }
  ctx.write.add(
    db.insert(campaignPays).values(pay).onConflictDoUpdate({ target: campaignPays.campaignId, set: pay }),
  );
}

/**
 * Adds to ctx.write that a campaign shows these submissions. The rows stay, since an ad's results may arrive
 * after it ended.
 */
export function addCampaignSubmissions(
  ctx: SystemCtx,
  campaignId: string,
  submissions: readonly string[],
): void {
  if (submissions.length === 0) return;
  ctx.write.addSql(sql`INSERT INTO campaign_submissions (campaign_id, submission_id)
    SELECT ${campaignId}, value FROM json_each(${JSON.stringify(submissions)}) WHERE true ON CONFLICT DO NOTHING`);
}
