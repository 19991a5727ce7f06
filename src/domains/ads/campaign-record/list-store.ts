// Which campaigns a list page has.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { idsNamed } from '../../../db/name-search.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { CampaignStatus } from './campaign-row.ts';
import { campaigns } from './table.ts';

export interface CampaignFilter {
  statuses: readonly CampaignStatus[];
  platform?: string | undefined;
  connection?: string | undefined;
  /** How the name begins. */
  name?: string | undefined;
  limit: number;
  range: IdRange;
}

/** Selects the IDs of a page of the acting account's campaigns. */
export function campaignListIds(ctx: Ctx, filter: CampaignFilter): SQL {
  const { statuses, platform, connection, name, limit, range } = filter;
  const merged = (branches: SQL[]) => mergedIds(branches, limit + 1, range.oldestFirst);
  const account = eq(campaigns.accountId, actingAccount(ctx.actor).id);
  const rest = and(
    platform === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM campaign_platforms p WHERE p.campaign_id = ${campaigns.id} AND p.platform = ${platform})`,
    withinRange(campaigns.id, range),
  );
  if (name !== undefined) {
    // The index by name finds the campaigns, and only then is looked at what they are.
    const { id } = campaigns;
    const named = idsNamed({ table: sql`${campaigns}`, id, name: campaigns.name }, account, name);
    const wanted = and(
      sql`${campaigns.id} IN (${named})`,
      sql`+${campaigns.status} IN (SELECT value FROM json_each(${JSON.stringify(statuses)}))`,
      connection === undefined ? undefined : sql`+${campaigns.connectionId} = ${connection}`,
      rest,
    );
    return merged([sql`SELECT ${campaigns.id} AS id FROM ${campaigns} WHERE ${wanted}`]);
  }
  // The index by connection is narrower than the one by account, so the `+` keeps SQLite from using the latter.
  const own =
    connection === undefined ? account : and(eq(campaigns.connectionId, connection), sql`+${account}`);
  const shared = and(own, rest);
  return merged(eachValue(campaigns.id, sql`${campaigns}`, campaigns.status, statuses, shared));
}
