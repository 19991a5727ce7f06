// A campaign that must not run is on at its platform all the same: somebody turned it on in the platform's ads manager.
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

/** Lists of a platform may be behind what it was told by so much. */
const LISTED_AFTER_MS = 10 * MINUTE_MS;

const ON: readonly RunningState[] = ['active', 'in_review', 'processing'];

/** Whether it may spend there, whatever we hold of it. */
function isOn({ campaign, ads }: Reported): boolean {
  if (!campaign || campaign.issues.some((one) => issueParts(one).code === 'ad_account_closed')) return false;
  if (ON.includes(campaign.state)) return true;
  // An ad runs only in a campaign that is on.
  const isDoubtful = campaign.state === 'needs_attention' || campaign.state === 'unknown';
  return isDoubtful && ads.some(({ state }) => state === 'active' || state === 'in_review');
}

/**
 * What a campaign that is on there is to be told: it is archived here, or its billing limit is reached. Null when it may run,
 * or was told and refused: that waits for people, since every reading would be refused as well.
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
  // What was tried before and has been followed by another try says nothing any more.
  const last = (await tasksOf(ctx, row.id)).findLast(
    ({ platform, status, steps }) =>
      platform === there.platform && status !== 'cancelled' && steps.some((step) => isStop(step)),
  );
  if (last?.status === 'failed') return null;
  // A list may be older than the stop, and nobody has turned it on again.
  if (last && ctx.now - last.updatedAt < LISTED_AFTER_MS) return null;
  return isArchived ? 'archived' : 'paused';
}

/** Adds to the batch that it is stopped there again, and who turned it on. */
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
