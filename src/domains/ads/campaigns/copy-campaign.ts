import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { dayIn } from '../../../kit/zone.ts';
import { type CampaignCopy, MAX_NAME } from './campaign-input.ts';
import type { Campaign } from './campaign-record.ts';
import { copyName } from './copy-name.ts';
import { makeCampaign } from './make-campaign.ts';
import { laidOut, shownOf, withWholeShares } from './pack-ad-sets.ts';
import { requireOwnCampaign } from './store.ts';
import { answerCampaign } from './warnings.ts';

const later = (...days: [string, string]): string => days.sort()[1];

/** Makes a campaign like another one, set up anew; what is past begins today. Throws what createCampaign does. */
export async function copyCampaign(
  ctx: Ctx,
  id: string,
  { name, launch }: z.output<typeof CampaignCopy>,
): Promise<Campaign> {
  const { row, adSets, ads } = await requireOwnCampaign(ctx, id);
  const today = dayIn(row.timezone, ctx.now);
  const { startDate, endDate } = row.terms.schedule;
  const schedule = {
    startDate: later(startDate, today),
    endDate: endDate === null ? null : later(endDate, today),
  };
  const layout = withWholeShares(laidOut(row, adSets, ads).filter((set) => set.ads.length > 0));
  const made = await makeCampaign(ctx, {
    name: name ?? copyName(row.name, MAX_NAME),
    connectionId: row.connectionId,
    terms: { ...row.terms, schedule, creatives: shownOf(layout, row.terms.creatives) },
    // An archived one has none left; then the work is laid out anew.
    adSets: layout.length === 0 ? null : layout,
    ...{ scheduledLaunchAt: null, launch, copyOf: id },
  });
  return await answerCampaign(ctx, made);
}
