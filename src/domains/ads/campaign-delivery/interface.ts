// What follows in a campaign's rows when a platform has made something, for all who ask it to.
import type { SystemCtx } from '../../../context.ts';
import { wantedOn } from '../campaign-record/campaign-platforms.ts';
import { isThere } from '../campaign-record/campaign-row.ts';
import { findPart, findWhole, saveMade, savePlatform } from '../campaign-record/interface.ts';
import { moved } from '../campaign-record/move-campaign.ts';
import { planTask } from '../platform-tasks/interface.ts';
import type { Task } from '../platform-tasks/step.ts';
import { planRun, retireStep } from './plan-setup.ts';

/**
 * Stores the platform's ID of a new ad set or ad. If somebody archived it here meanwhile, it is archived at the
 * platform too.
 */
export async function partMade(
  ctx: SystemCtx,
  { subject, connectionId, platform }: Task,
  what: 'adSet' | 'ad',
  id: string,
  platformId: string,
): Promise<void> {
  const row = await findPart(ctx, what, id);
  if (!row) return;
  saveMade(ctx, what, row, platformId);
  if (isThere(row)) return;
  const steps = [retireStep(what, { id, platformId }, [])];
  planTask(ctx, { owner: 'campaign', subject, connection: { id: connectionId, provider: platform }, steps });
}

export async function campaignMade(
  ctx: SystemCtx,
  { subject, platform }: Task,
  platformId: string,
): Promise<void> {
  savePlatform(ctx, { campaignId: subject, platform }, { platformId });
  const whole = await findWhole(ctx, subject);
  // Somebody archived the campaign while the platform created it.
  if (whole && wantedOn(whole.row, platform) === 'archived')
    planRun(ctx, moved(whole, { platforms: { [platform]: { platformId } } }), 'archived', [platform]);
}
