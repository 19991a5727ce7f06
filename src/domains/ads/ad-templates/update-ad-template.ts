import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { checkPay } from '../campaign-terms/check-pay.ts';
import {
  type AdTemplate,
  type AdTemplateRow,
  type AdTemplateUpdate,
  presentTemplate,
} from './ad-template.ts';
import { requireOwnTemplate, saveTemplate } from './store.ts';

/** Changes a template. Campaigns that were created from it do not change. */
export async function updateAdTemplate(
  ctx: Ctx,
  id: string,
  input: z.output<typeof AdTemplateUpdate>,
): Promise<AdTemplate> {
  const before = await requireOwnTemplate(ctx, id);
  checkVersion(before, input.version);
  if (input.campaign?.creatorPay) checkPay(input.campaign.creatorPay, '/campaign/creatorPay');
  const changes: Partial<AdTemplateRow> = {};
  if (input.name !== undefined) changes.name = input.name;
  if (input.campaign !== undefined) changes.campaign = input.campaign;
  if (input.status !== undefined && input.status !== before.status) changes.status = input.status;
  if (Object.keys(changes).length === 0) return presentTemplate(before);
  if (before.status === 'archived' && changes.status === undefined)
    throw new AppError('conflict', 'An archived template cannot be changed. Set its status to active first.');
  saveTemplate(ctx, before, changes);
  return presentTemplate({ ...before, ...changes, version: before.version + 1, updatedAt: ctx.now });
}
