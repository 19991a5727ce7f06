// What a brand says to the campaigns that its partner makes for it, and to later changes that could spend more.
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

/** Whether it is not the brand's own caller. */
const isPartner = ({ actor }: Ctx, accountId: string): boolean => actor.home?.id !== accountId;

/** Whether the caller's word alone is not enough for this campaign. */
export const needsYes = (ctx: Ctx, { accountId, approvalStatus }: CampaignRow): boolean =>
  approvalStatus !== null && isPartner(ctx, accountId);

/** A change after which more could be spent than before it, faster, for longer, or on another platform. */
export function spendsMore(own: string, before: CampaignTerms, after: CampaignTerms): boolean {
  const [a, b] = [before.budget, after.budget];
  const limit = a.billingLimit !== null && (b.billingLimit === null || b.billingLimit > a.billingLimit);
  // Without one the days have what the limit and the dates make of them: more, or less.
  const daily = a.daily !== b.daily && (a.daily === null || b.daily === null || b.daily > a.daily);
  const { endDate } = before.schedule;
  const longer = endDate !== null && (after.schedule.endDate === null || after.schedule.endDate > endDate);
  const known = namedBlocks(before.settings, own);
  return limit || daily || longer || namedBlocks(after.settings, own).some((name) => !known.includes(name));
}

/** What the brand has not said yes to, or no longer: nothing turns it on meanwhile. */
const UNASKED: Partial<CampaignRow> = {
  approvalStatus: 'draft',
  approvalNote: null,
  wanted: 'paused',
  hold: null,
};

/** What it takes to ask the brand. */
const asking = ({ now }: Ctx): Partial<CampaignRow> => ({
  ...UNASKED,
  approvalStatus: 'pending',
  approvalRequestedAt: now,
  approvalReviewedAt: null,
});

/** What a partner's edit makes of a campaign that never ran: to schedule it is to ask for the yes. */
export const unapproved = (ctx: Ctx, { scheduledLaunchAt }: CampaignUpdateInput): Partial<CampaignRow> =>
  scheduledLaunchAt == null ? UNASKED : asking(ctx);

/** Asks the brand for its yes. Throws conflict while it is asked. */
export function requestApproval(ctx: Ctx, whole: WholeCampaign): WholeCampaign {
  if (whole.row.approvalStatus === 'pending')
    throw new AppError('conflict', 'The approval of the brand is already requested.');
  addEntry(ctx, { campaign: whole.row.id, what: 'approval', details: { status: 'pending' } });
  return moveCampaign(ctx, whole, { campaign: asking(ctx) }, 'edit');
}

/** The brand's answer to a campaign. Throws permission_denied for anybody else's. */
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
