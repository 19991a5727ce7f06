import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { findNameAndStatus } from '../../accounts/accounts/interface.ts';
import { mailAdmins } from '../../accounts/team/interface.ts';
import { campaignOf } from '../campaign-record/interface.ts';
import type { PlanRow } from '../plan-record/plan.ts';
import type { planWaitsMail } from './mail-texts.ts';

const ASKS: Record<PlanRow['operationType'], string> = {
  publish_campaign: 'launch',
  update_campaign: 'change',
  pause_campaign: 'pause',
  resume_campaign: 'resume',
  archive_campaign: 'archive',
  upload_media: 'upload',
};

/** Adds, in the caller's batch, a mail about a partner's plan to the brand's owners and admins. */
export async function mailPlan(ctx: SystemCtx, plan: PlanRow, mail: typeof planWaitsMail): Promise<void> {
  const { id, accountId, makerId, campaignId } = plan;
  const [brand, partner, campaign] = await Promise.all([
    findNameAndStatus(ctx, accountId),
    findNameAndStatus(ctx, makerId),
    campaignId === null ? null : campaignOf(ctx, accountId, campaignId),
  ]);
  await mailAdmins(ctx, accountId, mail, {
    partner: partner?.name ?? '',
    brand: brand?.name ?? '',
    asks: ASKS[plan.operationType],
    what: campaign?.row.name ?? 'Images and videos',
    until: iso(plan.expiresAt).slice(0, 16).replace('T', ' '),
    page: `${accountId}/plans/${id}`,
  });
}
