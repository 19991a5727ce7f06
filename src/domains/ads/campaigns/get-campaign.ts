import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { answerCampaign } from '../campaign-preflight/answer-campaign.ts';
import type { Campaign } from '../campaign-record/campaign.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../campaign-record/campaign-row.ts';
import { type CampaignTimeline, timelineOf } from '../campaign-record/campaign-timeline.ts';
import { listOwnCampaigns, requireOwnCampaign } from '../campaign-record/interface.ts';

export type CampaignAnswer = Campaign & { timeline?: CampaignTimeline };

export async function getCampaign(ctx: Ctx, id: string, expand?: 'timeline'): Promise<CampaignAnswer> {
  const whole = await requireOwnCampaign(ctx, id);
  const campaign = await answerCampaign(ctx, whole);
  return expand === 'timeline' ? { ...campaign, timeline: await timelineOf(ctx, whole) } : campaign;
}

export interface CampaignQuery extends ListInput {
  status?: CampaignStatus | undefined;
  platform?: string | undefined;
  connection?: string | undefined;
  q?: string | undefined;
}

/** Archived campaigns are listed only on request. */
export async function listCampaigns(ctx: Ctx, query: CampaignQuery): Promise<ListPage<Campaign>> {
  const list = listOf(ctx, `campaigns ${actingAccount(ctx.actor).id}`);
  const found = await listOwnCampaigns(ctx, {
    statuses: query.status ? [query.status] : CAMPAIGN_STATUSES.filter((one) => one !== 'archived'),
    platform: query.platform,
    connection: query.connection,
    name: query.q,
    limit: query.limit,
    range: idRange(list, 'campaign', query),
  });
  return toListPage(list, query, await Promise.all(found.map((whole) => answerCampaign(ctx, whole))));
}
