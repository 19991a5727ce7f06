import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { preflight } from '../campaign-preflight/preflight.ts';
import type { CampaignInput } from '../campaign-record/campaign-input.ts';
import type { CampaignPreflight } from '../campaign-record/campaign-problem.ts';
import { newCampaignOf } from './create-campaign.ts';
import { actingBrand } from './make-campaign.ts';

/** The problems for which createCampaign would refuse the same body. */
export async function preflightCampaign(
  ctx: Ctx,
  input: CampaignInput,
): Promise<z.output<typeof CampaignPreflight>> {
  const accountId = actingBrand(ctx.actor);
  const { asked, known } = await newCampaignOf(ctx, input);
  const { problems, warnings } = await preflight(ctx, { ...asked, accountId, begun: false }, known);
  return { problems, warnings };
}
