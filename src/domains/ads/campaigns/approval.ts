// What a brand says to the campaigns that its partner makes for it, and to later changes that could spend more.
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import type { CampaignRow, WholeCampaign } from './campaign.ts';
import { CampaignUpdate, type CampaignUpdateInput } from './campaign-input.ts';
import { launch } from './change-status.ts';
import { changeTerms } from './change-terms.ts';
import { addEntry } from './entries.ts';
import { moveCampaign } from './move-campaign.ts';

export const isPartner = ({ actor }: Ctx, accountId: string): boolean => actor.home?.id !== accountId;

/** Whether the caller's word alone is not enough for this campaign. */
export const needsYes = (ctx: Ctx, { accountId, approvalStatus }: CampaignRow): boolean =>
  approvalStatus !== null && isPartner(ctx, accountId);

/** A change after which more could be spent than before it. */
export function spendsMore(before: CampaignTerms, after: CampaignTerms): boolean {
  const [a, b] = [before.budget, after.budget];
  const limit = a.billingLimit !== null && (b.billingLimit === null || b.billingLimit > a.billingLimit);
  const daily = (b.daily ?? 0) > (a.daily ?? 0);
  const { endDate } = before.schedule;
  return (
    limit ||
    daily ||
    (endDate !== null && (after.schedule.endDate === null || after.schedule.endDate > endDate))
  );
}

/** Asks the brand for its yes. Throws conflict while it is asked. */
export function requestApproval(ctx: Ctx, whole: WholeCampaign): WholeCampaign {
  if (whole.row.approvalStatus === 'pending')
    throw new AppError('conflict', 'The brand has been asked already.');
  addEntry(ctx, { campaign: whole.row.id, what: 'approval', details: { status: 'pending' } });
  const campaign: Partial<CampaignRow> = {
    approvalStatus: 'pending',
    approvalNote: null,
    approvalRequestedAt: ctx.now,
    approvalReviewedAt: null,
  };
  return moveCampaign(ctx, whole, { campaign }, 'edit');
}

/** The brand's answer to a campaign. Throws permission_denied for anybody else's. */
export async function answerApproval(
  ctx: Ctx,
  whole: WholeCampaign,
  { status, note }: NonNullable<CampaignUpdateInput['partnerApproval']>,
): Promise<WholeCampaign> {
  const { row } = whole;
  requireBrandItself(ctx, row);
  if (row.approvalStatus !== 'pending') throw new AppError('conflict', 'Nothing waits for an answer.');
  addEntry(ctx, { campaign: row.id, what: 'approval', details: { status, note: note ?? null } });
  const answer: Partial<CampaignRow> = {
    approvalStatus: status,
    approvalNote: note ?? null,
    approvalReviewedAt: ctx.now,
  };
  const later = row.scheduledLaunchAt !== null && row.scheduledLaunchAt > ctx.now;
  if (status !== 'approved' || later) return moveCampaign(ctx, whole, { campaign: answer }, 'edit');
  // It is turned on behind its set-up, where that is not done.
  if (row.status !== 'paused')
    return moveCampaign(
      ctx,
      whole,
      { campaign: { ...answer, wanted: 'live', scheduledLaunchAt: null } },
      'edit',
    );
  return await launch(ctx, whole, 'launch', 'edit', answer);
}

/** The brand's answer to a change that waits. Throws permission_denied for anybody else's. */
export async function answerChange(
  ctx: Ctx,
  whole: WholeCampaign,
  answer: 'approved' | 'rejected',
): Promise<WholeCampaign> {
  const { row } = whole;
  requireBrandItself(ctx, row);
  const { pendingChange } = row;
  if (pendingChange?.status !== 'awaiting_approval')
    throw new AppError('conflict', 'Nothing waits for an answer.');
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
  if (isPartner(ctx, accountId))
    throw new AppError('permission_denied', 'The answer is for the brand itself to give.');
}
