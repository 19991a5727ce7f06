import type { Ctx } from '../../../context.ts';
import { hasVerifiedPixel } from '../../measurement/pixels/interface.ts';
import { type Campaign, presentCampaign } from './campaign.ts';
import type { CampaignInput } from './campaign-input.ts';
import { actingBrand, makeCampaign, type NewCampaign } from './make-campaign.ts';
import { givenAdSets } from './pack-ad-sets.ts';
import { termsOf } from './terms-of-input.ts';

/** Makes a campaign and begins with its set-up. Throws operation_rejected with everything that stands against it. */
export async function createCampaign(ctx: Ctx, input: CampaignInput): Promise<Campaign> {
  return presentCampaign(await makeCampaign(ctx, await newCampaignOf(ctx, input)));
}

/** A body as the campaign that it asks for. */
export async function newCampaignOf(ctx: Ctx, input: CampaignInput): Promise<NewCampaign> {
  const account = actingBrand(ctx.actor);
  const { name, connection, adSets, scheduledLaunchAt, launch } = input;
  return {
    ...{ name, connectionId: connection, launch, copyOf: null },
    terms: termsOf(input, await hasVerifiedPixel(ctx, account)),
    // Nothing is there that could stay.
    adSets: adSets === undefined ? null : givenAdSets(adSets),
    scheduledLaunchAt: scheduledLaunchAt == null ? null : Date.parse(scheduledLaunchAt),
  };
}
