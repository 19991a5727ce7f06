// Writes into a campaign what a step of a plan has changed, once its platform has done all of it.
import type { SystemCtx } from '../../../context.ts';
import { setCampaignPay } from '../../money/campaign-pay/interface.ts';
import { same } from '../campaign-delivery/changed-campaign.ts';
import { creatorPayOf } from '../campaign-preflight/creator-pay-of.ts';
import type { CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import { goingOn } from '../campaign-record/campaign-platforms.ts';
import { type CampaignRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { saveAd, saveAdSet, unlessOver } from '../campaign-record/interface.ts';
import type { Movement } from '../campaign-record/move-campaign.ts';
import type { PlanStep } from '../plan-record/plan-input.ts';
import { evenOut } from './even-out.ts';
import { type Intended, patched } from './intended.ts';

interface DoneStep {
  step: PlanStep;
  /** The ad set or ad that it is about. */
  record: string | undefined;
  intended: Intended;
}

/**
 * Adds a step's rows to the batch.
 * @returns what it changes of the campaign itself, and null where it changes neither that nor its ad sets and ads.
 */
export async function saveStep(
  ctx: SystemCtx,
  whole: WholeCampaign,
  { step, record, intended }: DoneStep,
): Promise<Movement | null> {
  const { platform, input } = step;
  const id = record!;
  switch (`${step.resourceKind} ${step.mutation}`) {
    case 'campaign create':
    case 'campaign update': {
      const patch = intended.patches[step.id]!;
      const { adPlatforms } = ctx.reactions;
      const own = await adPlatforms[whole.row.platform]!();
      const { name, terms } = patched(whole, [patch], own, Object.keys(adPlatforms));
      const pay = creatorPayOf({ ...whole.row, terms });
      if (!same(pay, creatorPayOf(whole.row))) setCampaignPay(ctx, whole.row.id, pay);
      return { campaign: { name, terms, ...launchIn(patch, intended) } };
    }
    case 'campaign set_status':
      return input.status === 'active' ? launched(ctx, whole, platform) : paused(platform);
    case 'campaign archive': {
      const last = goingOn(whole).every((one) => one.platform === platform);
      return {
        campaign: last ? { wanted: 'archived' } : {},
        platforms: { [platform]: { status: 'archived', error: null } },
      };
    }
    case 'delivery_group update':
      saveAdSet(ctx, id, intended.adSets[id]!, unlessOver.adSet);
      return {};
    case 'ad update':
      saveAd(ctx, id, intended.ads[id]!, unlessOver.ad);
      return {};
    case 'delivery_group set_status':
      saveAdSet(ctx, id, { status: input.status as 'active' }, unlessOver.adSet);
      return {};
    case 'ad set_status':
      saveAd(ctx, id, { status: input.status as 'active' }, unlessOver.ad);
      return {};
    case 'delivery_group archive':
      saveAdSet(ctx, id, { status: 'archived' });
      await evenOut(
        ctx,
        platform,
        whole.adSets.filter((one) => one.id !== id),
      );
      for (const ad of whole.ads)
        if (ad.adSetId === id && isThere(ad)) saveAd(ctx, ad.id, { status: 'archived' });
      return {};
    case 'ad archive':
      saveAd(ctx, id, { status: 'archived' });
      return {};
    default:
      // What a step makes is written as soon as the platform has made it.
      return null;
  }
}

/** When the campaign is to be launched, unless the plan does that now. */
function launchIn(
  { scheduledLaunchAt: said }: CampaignUpdateInput,
  { wanted }: Intended,
): Pick<Partial<CampaignRow>, 'scheduledLaunchAt'> {
  if (said === undefined || wanted === 'live') return {};
  return { scheduledLaunchAt: said === null ? null : Date.parse(said) };
}

/** The campaign is on, and what the platform makes of it is read next. */
const launched = ({ now }: SystemCtx, { row }: WholeCampaign, platform: string): Movement => ({
  campaign: { wanted: 'live', launchedAt: row.launchedAt ?? now, scheduledLaunchAt: null },
  platforms: { [platform]: { status: 'processing', issues: [], error: null, stateReadAt: null } },
});

const paused = (platform: string): Movement => ({
  campaign: { wanted: 'paused', hold: null, scheduledLaunchAt: null },
  platforms: { [platform]: { status: 'paused', issues: [], error: null, stateReadAt: null } },
});
