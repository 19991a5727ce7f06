// Finds the campaigns that have to be read at their platform.
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { WholeCampaign } from './campaign-row.ts';
import { listWhole } from './store.ts';
import { campaignPlatforms, campaigns } from './table.ts';

/**
 * A connection's campaigns that exist at the platform and were not read since `before`, the longest unread first.
 * Paused ones are included, because somebody may resume them in the ads manager. An archived campaign is read once
 * after it is archived, and again when it spends (`saveDays` in ad-sync), because an ad account may have any number of
 * them.
 */
export async function listToRead(
  ctx: SystemCtx,
  connectionId: string,
  before: number,
  limit: number,
): Promise<WholeCampaign[]> {
  const due = await mainDb(ctx.env)
    .select({ id: campaignPlatforms.campaignId })
    .from(campaignPlatforms)
    .where(
      and(
        eq(campaignPlatforms.connectionId, connectionId),
        isNotNull(campaignPlatforms.platformId),
        sql`(${campaignPlatforms.status} <> 'archived' OR ${campaignPlatforms.stateReadAt} IS NULL)`,
        sql`COALESCE(${campaignPlatforms.stateReadAt}, 0) <= ${before}`,
      ),
    )
    .orderBy(asc(campaignPlatforms.stateReadAt))
    .limit(limit)
    .all();
  const ids = due.map(({ id }) => id);
  const wholes = await listWhole(ctx, inArray(campaigns.id, ids));
  return wholes.sort((a, b) => ids.indexOf(a.row.id) - ids.indexOf(b.row.id));
}

/**
 * Marks campaigns as read, whatever the result. Campaigns that moved meanwhile are not marked, so they are read again.
 */
export async function saveRead(
  ctx: SystemCtx,
  connectionId: string,
  read: readonly { id: string; moves: number; at?: number }[],
): Promise<void> {
  const asked = JSON.stringify(read.map(({ id, moves, at = ctx.now }) => ({ id, moves, at })));
  await mainDb(ctx.env).run(sql`UPDATE campaign_platforms SET state_read_at = a.at
    FROM (SELECT c.id, j.value ->> 'at' AS at FROM json_each(${asked}) j
      JOIN campaigns c ON c.id = j.value ->> 'id' AND c.moves = j.value ->> 'moves') a
    WHERE connection_id = ${connectionId} AND campaign_id = a.id`);
}
