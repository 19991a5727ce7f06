// Archives a single ad set or ad: here at once, and at the platform by a platform task.
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { goingOn } from '../campaign-record/campaign-platforms.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  isThere,
  type PendingChange,
  type WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { saveAd, saveAdSet } from '../campaign-record/interface.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import { type ShareChange, shareChanges, sharesTakenOver } from '../campaign-record/shares.ts';
import { planTask } from '../platform-tasks/interface.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { budgetThere } from './budget-there.ts';
import { retireStep, type StepInput } from './plan-setup.ts';

/**
 * Archives an ad set with its ads, in the caller's batch, and divides its share of the budget among the others. Throws
 * conflict when the campaign is archived.
 */
export async function archiveAdSet(ctx: Ctx, whole: WholeCampaign, set: AdSetRow): Promise<ShareChange[]> {
  const there = requireGoingOn(whole, set.platform);
  const after = withoutSet(whole, set);
  saveAdSet(ctx, set.id, { status: 'archived' });
  for (const ad of whole.ads)
    if (ad.adSetId === set.id && isThere(ad)) saveAd(ctx, ad.id, { status: 'archived' });
  for (const one of after)
    if (one.share !== whole.adSets.find(({ id }) => id === one.id)!.share)
      saveAdSet(ctx, one.id, { share: one.share });
  const retire = set.platformId === null ? [] : [retireStep('adSet', set, [])];
  const steps = [...retire, ...(await budgetSteps(ctx, whole, set.platform, after, retire))];
  const shares = shareChanges(set.platform, whole.adSets, after);
  archived(ctx, whole, there, steps, { archived: { adSet: set.id, name: set.name }, shares });
  return shares;
}

/** Archives an ad, in the caller's batch. Throws conflict when the campaign is archived. */
export function archiveAd(ctx: Ctx, whole: WholeCampaign, ad: AdRow): void {
  const there = requireGoingOn(whole, ad.platform);
  saveAd(ctx, ad.id, { status: 'archived' });
  const steps = ad.platformId === null ? [] : [retireStep('ad', ad, [])];
  archived(ctx, whole, there, steps, { archived: { ad: ad.id, name: ad.name } });
}

function requireGoingOn(whole: WholeCampaign, platform: string): CampaignPlatformRow {
  const there = goingOn(whole).find((one) => one.platform === platform);
  if (!there)
    throw new AppError('conflict', 'Its campaign is archived on this platform and can no longer be changed.');
  return there;
}

/** The platform's ad sets after one of them is archived. A copy has its own budget, so it leaves no share to divide. */
function withoutSet({ adSets }: WholeCampaign, gone: AdSetRow): AdSetRow[] {
  const there = adSets.filter(({ platform }) => platform === gone.platform);
  const left = there.filter((one) => isThere(one) && one.id !== gone.id);
  const shares = gone.share === null ? null : sharesTakenOver(left);
  return there.map((one) =>
    one.id === gone.id ? { ...one, status: 'archived' } : { ...one, share: shares?.get(one.id) ?? one.share },
  );
}

/** Tells the remaining ad sets their new budgets, once the archived one no longer spends. */
async function budgetSteps(
  ctx: Ctx,
  whole: WholeCampaign,
  platform: string,
  after: readonly AdSetRow[],
  retire: readonly PlannedStep[],
): Promise<PlannedStep[]> {
  const { of } = await budgetThere(ctx, whole, platform, after);
  const before = new Map(whole.adSets.map(({ id, share }) => [id, share]));
  return after.filter(isThere).flatMap(({ id, share }) => {
    const budget = share === before.get(id) ? null : of(id);
    if (budget === null) return [];
    const input: StepInput = { adSet: id, change: { budget } };
    return { key: `change ${id}`, kind: 'change', about: id, after: retire.map(({ key }) => key), input };
  });
}

function archived(
  ctx: Ctx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  steps: readonly PlannedStep[],
  told: Record<string, unknown>,
): void {
  const { row } = whole;
  const { connectionId, platform, setUpAt, status } = there;
  const details = { fields: ['adSets'], ...told };
  addEntry(ctx, { campaign: row.id, what: 'edited', platform, details });
  let pendingChange: PendingChange | null = row.pendingChange;
  if (steps.length > 0) {
    const connection = { id: connectionId, provider: platform as ConnectionRow['provider'] };
    const task = { owner: 'campaign' as const, subject: row.id, connection, steps };
    // If the set-up failed, this waits for its retry.
    const failed = setUpAt === null && status !== 'processing';
    planTask(ctx, failed ? { ...task, begins: 'with_retry' } : task);
    if (setUpAt !== null) pendingChange ??= { action: 'update', status: 'in_progress' };
  }
  moveCampaign(ctx, whole, { campaign: { pendingChange } }, 'edit');
}
