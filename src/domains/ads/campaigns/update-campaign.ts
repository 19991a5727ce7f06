import type { Ctx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { type Campaign, presentCampaign } from './campaign.ts';
import type { CampaignUpdateInput } from './campaign-input.ts';
import { changeStatus } from './change-status.ts';
import { changeTerms } from './change-terms.ts';
import { requireOwnCampaign } from './store.ts';

/** Changes a campaign, or what is wanted of it: one thing at a time. */
export async function updateCampaign(ctx: Ctx, id: string, input: CampaignUpdateInput): Promise<Campaign> {
  const whole = await requireOwnCampaign(ctx, id);
  const { version, status, ...fields } = input;
  checkVersion(whole.row, version);
  const given = Object.values(fields).some((value) => value !== undefined);
  if (status !== undefined && given) throw invalidField('/status', 'Alone, but for the version.');
  if (status !== undefined)
    return presentCampaign(await changeStatus(ctx, whole, status === 'live' ? 'launch' : status));
  if (!given) return presentCampaign(whole);
  return presentCampaign(await changeTerms(ctx, whole, input));
}
