// Stops a campaign that must not run but that somebody resumed in the platform's ads manager.
import type { SystemCtx } from '../../../context.ts';
import { issueParts } from '../../../integrations/ads/issues.ts';
import { managerOf } from '../../../integrations/ads/manager.ts';
import type { RunningState } from '../../../integrations/ads/steps.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { isStop } from '../campaign-delivery/is-stop.ts';
import { planRun } from '../campaign-delivery/plan-setup.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { wantedOn } from '../campaign-record/campaign-platforms.ts';
import type { CampaignPlatformRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { hasOpenTask, tasksOf } from '../platform-tasks/interface.ts';
import type { Reported } from './reported-parts.ts';

export type Stop = 'archived' | 'paused';

/** A platform's lists may lag behind our requests by this much. */
const LISTED_AFTER_MS = 10 * MINUTE_MS;

const ON: readonly RunningState[] = ['active', 'in_review', 'processing'];

/** Whether the campaign may spend at the platform, whatever our records say. */
function isOn({ campaign, ads }: Reported): boolean {
  if (!campaign || campaign.issues.some((one) => issueParts(one).code === 'ad_account_closed')) return false;
  if (ON.includes(campaign.state)) return true;
  // An ad can only be active in a campaign that is on.
  const isDoubtful = campaign.state === 'needs_attention' || campaign.state === 'unknown';
  return isDoubtful && ads.some(({ state }) => state === 'active' || state === 'in_review');
}

/**
 * How to stop a campaign that runs although it is archived here or has reached its billing limit. Null when it may run,
 * or when the last stop failed: then a person has to act, because every further try would fail as well.
 */
export async function stopFor(
  ctx: SystemCtx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  reported: Reported,
): Promise<Stop | null> {
  const { row } = whole;
  const isArchived = wantedOn(row, there.platform) === 'archived';
  if (!isArchived && row.hold !== 'billing_limit_reached') return null;
  if (!isOn(reported) || (await hasOpenTask(ctx, row.id))) return null;
  // Only the last stop counts, because it replaced earlier ones.
  const last = (await tasksOf(ctx, row.id)).findLast(
    ({ platform, status, steps }) =>
      platform === there.platform && status !== 'cancelled' && steps.some((step) => isStop(step)),
  );
  if (last?.status === 'failed') return null;
  // The list may be older than the stop, so it does not show that somebody resumed the campaign.
  if (last && ctx.now - last.updatedAt < LISTED_AFTER_MS) return null;
  return isArchived ? 'archived' : 'paused';
}

/** Stops the campaign again, in the caller's batch, and records who resumed it. */
export async function stopAgain(
  batch: SystemCtx,
  whole: WholeCampaign,
  { platform }: CampaignPlatformRow,
  to: Stop,
): Promise<void> {
  const { capabilities } = await batch.reactions.adPlatforms[platform]!();
  const manager = managerOf(capabilities.name);
  const message =
    to === 'archived'
      ? `The archived campaign was resumed in ${manager} and will be ${capabilities.archive} again.`
      : `The campaign was resumed in ${manager} although its billing limit is reached, and will be paused again.`;
  const details = { change: 'resumed', by: 'ads_manager', message };
  addEntry(batch, { campaign: whole.row.id, what: 'reported', platform, details });
  planRun(batch, whole, to, [platform]);
}
