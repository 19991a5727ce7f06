import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { AdRow } from './campaign-row.ts';
import { ads } from './table.ts';

/** The connections whose active ads show submissions in their creators' names, each once, by what was asked about. */
export async function listShowing(
  ctx: SystemCtx,
  asked: readonly { id: string; accountId: string; submissionId: string; platform: string }[],
): Promise<{ id: string; connectionId: string }[]> {
  const rows = asked.map(({ id, accountId, submissionId, platform }) => [
    id,
    accountId,
    submissionId,
    platform,
  ]);
  return await mainDb(ctx.env).all(sql`
    SELECT DISTINCT j.value ->> 0 AS id, a.connection_id AS connectionId
    FROM json_each(${JSON.stringify(rows)}) j
    JOIN ads a ON a.submission_id = j.value ->> 2 AND a.account_id = j.value ->> 1 AND a.platform = j.value ->> 3
    JOIN campaigns c ON c.id = a.campaign_id
    WHERE a.source = 'service' AND a.status = 'active' AND c.wanted <> 'archived'
      AND c.terms ->> '$.identity' = 'creator'`);
}

/** The active ads that show a submission with its creator's identity. */
export async function listShownAs(
  ctx: SystemCtx,
  accountId: string,
  submissionId: string,
  platform: string,
): Promise<AdRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(ads)
    .where(
      and(
        eq(ads.submissionId, submissionId),
        eq(ads.accountId, accountId),
        eq(ads.platform, platform),
        eq(ads.source, 'service'),
        eq(ads.status, 'active'),
        sql`EXISTS (SELECT 1 FROM campaigns c WHERE c.id = ${ads.campaignId}
          AND c.wanted <> 'archived' AND c.terms ->> '$.identity' = 'creator')`,
      ),
    )
    .all();
}
