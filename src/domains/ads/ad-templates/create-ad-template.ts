import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { checkPay } from '../campaign-terms/check-pay.ts';
import {
  type AdTemplate,
  type AdTemplateCreate,
  type AdTemplateRow,
  presentTemplate,
  type TemplateCampaign,
} from './ad-template.ts';
import { insertTemplate } from './store.ts';

/** The platform's rules are checked later, when a campaign is created from the template. */
export async function createAdTemplate(
  ctx: Ctx,
  input: z.output<typeof AdTemplateCreate>,
): Promise<AdTemplate> {
  const given = input.campaign ?? {};
  if (given.creatorPay) checkPay(given.creatorPay, '/campaign/creatorPay');
  const campaign = input.from === undefined ? given : await takenOver(ctx, input.from);
  const row: AdTemplateRow = {
    id: newId('adTemplate', ctx.now),
    accountId: actingAccount(ctx.actor).id,
    name: input.name,
    campaign,
    status: 'active',
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertTemplate(ctx, row);
  return presentTemplate(row);
}

async function takenOver(ctx: Ctx, from: string): Promise<TemplateCampaign> {
  const templateOf = await ctx.reactions.campaignTemplate();
  const campaign = await templateOf(ctx, from);
  if (!campaign) throw rejected('campaign_not_found', 'This campaign does not exist.');
  return campaign;
}
