import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { CampaignUpdate } from '../campaign-record/campaign-input.ts';
import { requireOwnCampaign } from '../campaign-record/interface.ts';

/** The partner's change that awaits the brand's approval; null when there is none. */
export async function getAwaitedChange(
  ctx: Ctx,
  id: string,
): Promise<z.output<typeof CampaignUpdate> | null> {
  const { pendingChange } = (await requireOwnCampaign(ctx, id)).row;
  if (pendingChange?.status !== 'awaiting_approval' || pendingChange.action !== 'update') return null;
  return CampaignUpdate.parse(pendingChange.input);
}
