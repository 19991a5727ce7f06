// A brand's approval of campaigns that its partner creates for it, and of later changes that could spend more.
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { CampaignUpdate, type CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import { namedBlocks } from '../campaign-record/campaign-platforms.ts';
import type { CampaignRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { launch, launchAsSetUp } from './change-status.ts';
import { changeTerms } from './change-terms.ts';

/** Whether the caller is not the brand itself. */
const isPartner = ({ actor }: Ctx, accountId: string): boolean => actor.home?.id !== accountId;

/** Whether the caller needs the brand's approval for this campaign. */
export const needsYes = (ctx: Ctx, { accountId, approvalStatus }: CampaignRow): boolean =>
  approvalStatus !== null && isPartner(ctx, accountId);

/** Whether a change could spend more than before: in total, per day, for longer, or on another platform. */
export function spendsMore(own: string, before: CampaignTerms, after: CampaignTerms): boolean {
  const [a, b] = [before.budget, after.budget];
  const limit = a.billingLimit !== null && (b.billingLimit === null || b.billingLimit > a.billingLimit);
  // Without a daily budget, the limit and the dates decide the amount per day, so adding or removing one may raise it.
  const daily = a.daily !== b.daily && (a.daily === null || b.daily === null || b.daily > a.daily);
  const { endDate } = before.schedule;
  const longer = endDate !== null && (after.schedule.endDate === null || after.schedule.endDate > endDate);
  const known = namedBlocks(before.settings, own);
  return limit || daily || longer || namedBlocks(after.settings, own).some((name) => !known.includes(name));
}

/** Applied to a campaign that the brand has not approved, so that nothing launches it. */
const UNASKED: Partial<CampaignRow> = {
  approvalStatus: 'draft',
  approvalNote: null,
  wanted: 'paused',
  hold: null,
};

/** The fields to set when the brand is asked for approval. */
const asking = ({ now }: Ctx): Partial<CampaignRow> => ({
  ...UNASKED,
  approvalStatus: 'pending',
  approvalRequestedAt: now,
  approvalReviewedAt: null,
});

/** What a partner's edit does to a campaign that never ran. Scheduling it requests approval. */
export const unapproved = (ctx: Ctx, { scheduledLaunchAt }: CampaignUpdateInput): Partial<CampaignRow> =>
  scheduledLaunchAt == null ? UNASKED : asking(ctx);

/** Asks the brand for approval. Throws conflict when the request is already pending. */
export function requestApproval(ctx: Ctx, whole: WholeCampaign): WholeCampaign {
  if (whole.row.approvalStatus === 'pending')
    throw new AppError('conflict', 'The approval of the brand is already requested.');
  addEntry(ctx, { campaign: whole.row.id, what: 'approval', details: { status: 'pending' } });
  return moveCampaign(ctx, whole, { campaign: asking(ctx) }, 'edit');
}

/** The brand's answer to a campaign. Throws permission_denied for everybody else. */
export async function answerApproval(
  ctx: Ctx,
  whole: WholeCampaign,
  { status, note }: NonNullable<CampaignUpdateInput['partnerApproval']>,
): Promise<WholeCampaign> {
  const { row } = whole;
  requireBrandItself(ctx, row);
  if (row.wanted === 'archived') throw new AppError('conflict', 'The campaign is archived.');
  if (row.approvalStatus !== 'pending') throw new AppError('conflict', 'Nothing is pending approval.');
  if (status === 'approved' && row.pendingChange !== null)
    throw new AppError('conflict', 'Another change is in progress. Try again when it is done.');
  addEntry(ctx, { campaign: row.id, what: 'approval', details: { status, note: note ?? null } });
  const answer: Partial<CampaignRow> = {
    approvalStatus: status,
    approvalNote: note ?? null,
    approvalReviewedAt: ctx.now,
  };
  const later = row.scheduledLaunchAt !== null && row.scheduledLaunchAt > ctx.now;
  if (status !== 'approved' || later) return moveCampaign(ctx, whole, { campaign: answer }, 'edit');
  return await launchAsSetUp(ctx, whole, 'edit', answer);
}

/** The brand's answer to a pending change. Throws permission_denied for everybody else. */
export async function answerChange(
  ctx: Ctx,
  whole: WholeCampaign,
  answer: 'approved' | 'rejected',
): Promise<WholeCampaign> {
  const { row } = whole;
  requireBrandItself(ctx, row);
  const { pendingChange } = row;
  if (pendingChange?.status !== 'awaiting_approval')
    throw new AppError('conflict', 'Nothing is pending approval.');
  addEntry(ctx, {
    campaign: row.id,
    what: 'approval',
    details: { status: answer, action: pendingChange.action },
  });
  if (answer === 'rejected') return moveCampaign(ctx, whole, { campaign: { pendingChange: null } }, 'edit');
  const freed = { ...whole, row: { ...row, pendingChange: null } };
  if (pendingChange.action === 'update')
    return await changeTerms(ctx, freed, CampaignUpdate.parse(pendingChange.input));
  return await launch(ctx, freed, 'resume', 'edit');
}

function requireBrandItself(ctx: Ctx, { accountId }: CampaignRow): void {
  if (isPartner(ctx, accountId)) throw new AppError('permission_denied', 'Only the brand itself can answer.');
}
