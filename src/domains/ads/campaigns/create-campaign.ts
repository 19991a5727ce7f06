import type { Ctx } from '../../../context.ts';
import { findHeldConnection } from '../../accounts/connections/interface.ts';
import { hasVerifiedPixel } from '../../measurement/pixels/interface.ts';
import { campaignOf, fillIn } from '../ad-templates/fill-in.ts';
import { answerCampaign } from '../campaign-preflight/answer-campaign.ts';
import type { KnownFacts } from '../campaign-preflight/preflight-facts.ts';
import type { Campaign } from '../campaign-record/campaign.ts';
import type { CampaignInput } from '../campaign-record/campaign-input.ts';
import { givenAdSets } from '../campaign-record/pack-ad-sets.ts';
import { actingBrand, makeCampaign, type NewCampaign } from './make-campaign.ts';
import { termsOf } from './terms-of-input.ts';

/** Creates a campaign and starts its set-up. Throws operation_rejected with every problem. */
export async function createCampaign(ctx: Ctx, input: CampaignInput): Promise<Campaign> {
  const { asked, known } = await newCampaignOf(ctx, input);
  return await answerCampaign(ctx, await makeCampaign(ctx, asked, known));
}

/**
 * Turns a body, completed from its template and the defaults, into the campaign that it asks for, and returns what was
 * read for that. Throws operation_rejected for another account's template.
 */
export async function newCampaignOf(
  ctx: Ctx,
  body: CampaignInput,
): Promise<{ asked: NewCampaign; known: KnownFacts }> {
  const account = actingBrand(ctx.actor);
  const [template, connection, verifiedPixel] = await Promise.all([
    body.template === undefined ? {} : campaignOf(ctx, body.template),
    findHeldConnection(ctx, account, body.connection),
    hasVerifiedPixel(ctx, account),
  ]);
  const input = await fillIn(ctx, connection?.provider ?? '', template, body);
  const { name, adSets, scheduledLaunchAt, launch } = input;
  const asked = {
    name,
    connectionId: input.connection,
    launch,
    copyOf: null,
    terms: termsOf(input, verifiedPixel),
    // A new campaign has no ad sets that could stay.
    adSets: adSets === undefined ? null : givenAdSets(adSets),
    scheduledLaunchAt: scheduledLaunchAt == null ? null : Date.parse(scheduledLaunchAt),
  };
  return { asked, known: { connection, verifiedPixel } };
}
