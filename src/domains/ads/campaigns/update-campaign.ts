import type { Ctx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { answerCampaign } from '../campaign-preflight/answer-campaign.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import type { Campaign } from '../campaign-record/campaign.ts';
import type { CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { requireOwnCampaign } from '../campaign-record/interface.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import {
  answerApproval,
  answerChange,
  needsYes,
  requestApproval,
  spendsMore,
  unapproved,
} from './approval.ts';
import { changeStatus, launch, requirePossible, type StatusAction } from './change-status.ts';
import { changeTerms } from './change-terms.ts';

/** Changes a campaign's settings or its wanted status, one at a time. */
export async function updateCampaign(ctx: Ctx, id: string, input: CampaignUpdateInput): Promise<Campaign> {
  const whole = await requireOwnCampaign(ctx, id);
  const { version, status, partnerApproval, pendingChange, ...fields } = input;
  checkVersion(whole.row, version);
  const edits = Object.values(fields).some((value) => value !== undefined);
  const words = { status, partnerApproval, pendingChange };
  const said = Object.entries(words).filter(([, value]) => value !== undefined);
  if (said.length > 1 || (said.length > 0 && edits))
    throw invalidField(`/${said[0]![0]}`, 'Send this field alone, apart from the version.');
  if (status !== undefined)
    return await answerCampaign(ctx, await statusChanged(ctx, whole, status === 'live' ? 'launch' : status));
  if (partnerApproval !== undefined)
    return await answerCampaign(ctx, await answerApproval(ctx, whole, partnerApproval));
  if (pendingChange !== undefined)
    return await answerCampaign(ctx, await answerChange(ctx, whole, pendingChange));
  return await answerCampaign(ctx, edits ? await edited(ctx, whole, input) : whole);
}

async function statusChanged(ctx: Ctx, whole: WholeCampaign, action: StatusAction): Promise<WholeCampaign> {
  const { row } = whole;
  // Retrying a refused scheduled launch counts as a launch.
  const again = action === 'retry' && row.hold === 'launch_refused';
  const runs = action === 'launch' || action === 'resume' || again;
  if (!runs || row.approvalStatus === null) return await changeStatus(ctx, whole, action);
  if (!needsYes(ctx, row)) {
    requirePossible(whole, action);
    addEntry(ctx, { campaign: row.id, what: 'asked', details: { action } });
    // When the brand itself launches its partner's campaign, that counts as approval.
    const yes =
      row.approvalStatus === 'approved'
        ? {}
        : { approvalStatus: 'approved' as const, approvalReviewedAt: ctx.now };
    return await launch(ctx, whole, action === 'resume' ? action : 'launch', 'edit', yes);
  }
  requirePossible(whole, action);
  if (row.approvalStatus !== 'approved') return requestApproval(ctx, whole);
  if (row.launchedAt === null) return await changeStatus(ctx, whole, action);
  addEntry(ctx, { campaign: row.id, what: 'asked', details: { action } });
  return moveCampaign(
    ctx,
    whole,
    { campaign: { pendingChange: { action: 'resume', status: 'awaiting_approval' } } },
    'edit',
  );
}

async function edited(ctx: Ctx, whole: WholeCampaign, input: CampaignUpdateInput): Promise<WholeCampaign> {
  const { row } = whole;
  if (!needsYes(ctx, row)) return await changeTerms(ctx, whole, input);
  // A partner's edit turns an unapproved campaign back into a draft.
  if (row.launchedAt === null) return await changeTerms(ctx, whole, input, unapproved(ctx, input));
  return await changeTerms(ctx, whole, input, {}, (before, after) => spendsMore(row.platform, before, after));
}
