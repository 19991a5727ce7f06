// Pauses ads again that run in the name of a creator who does not permit it: somebody resumed them in the platform's ads
// manager, or they began to run while the permission ended.
import type { SystemCtx } from '../../../context.ts';
import { managerOf } from '../../../integrations/ads/manager.ts';
import type { RunningState } from '../../../integrations/ads/steps.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { findPermissions } from '../ad-authorizations/interface.ts';
import type { StepInput } from '../campaign-delivery/plan-setup.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { wantedOn } from '../campaign-record/campaign-platforms.ts';
import type { AdRow, CampaignPlatformRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { planTask, type StepRow, tasksOf } from '../platform-tasks/interface.ts';
import type { Reported } from './reported-parts.ts';

/** A platform's lists may lag behind our requests by this much. */
const LISTED_AFTER_MS = 10 * MINUTE_MS;

const ON: readonly RunningState[] = ['active', 'in_review', 'processing'];

/** The ads that are on at the platform without permission, but those whose last pause failed: a person has to act. */
export async function runningUnpermitted(
  ctx: SystemCtx,
  { row, ads }: WholeCampaign,
  { platform }: CampaignPlatformRow,
  { ads: reported }: Reported,
): Promise<AdRow[]> {
  if (row.terms.identity !== 'creator' || wantedOn(row, platform) === 'archived') return [];
  const on = new Set(reported.filter(({ state }) => ON.includes(state)).map(({ id }) => id));
  const running = ads.filter((one) => one.platform === platform && on.has(one.platformId ?? ''));
  const shown = running.flatMap(({ submissionId }) => submissionId ?? []);
  if (shown.length === 0) return [];
  const permitted = await findPermissions(ctx, row.accountId, platform, shown);
  const unpermitted = running.filter(({ submissionId: of }) => of !== null && !permitted.has(of));
  if (unpermitted.length === 0) return [];
  const steps = (await tasksOf(ctx, row.id)).flatMap((task) => task.steps);
  return unpermitted.filter((ad) => {
    const last = steps.findLast((step) => step.status !== 'cancelled' && isPauseOf(ad, step));
    if (last === undefined) return true;
    // The list may be older than the pause.
    return (
      (last.status === 'done' || last.status === 'skipped') && ctx.now - last.updatedAt >= LISTED_AFTER_MS
    );
  });
}

function isPauseOf({ id }: AdRow, { kind, input }: Pick<StepRow, 'kind' | 'input'>): boolean {
  const { ad, to } = (input ?? {}) as StepInput;
  return kind === 'run' && ad === id && to === 'paused';
}

/** Plans, in the caller's batch, the ads' pause, and records why. */
export async function pauseUnpermitted(
  batch: SystemCtx,
  { row }: WholeCampaign,
  { platform, connectionId: id }: CampaignPlatformRow,
  ads: readonly AdRow[],
): Promise<void> {
  const { name } = (await batch.reactions.adPlatforms[platform]!()).capabilities;
  for (const ad of ads) {
    const message = `The ad “${ad.name}” runs in ${managerOf(name)} without its creator's permission and will be paused.`;
    const details = { reason: 'authorization_ended', ad: ad.id, name: ad.name, message };
    addEntry(batch, { campaign: row.id, what: 'held', platform, details });
  }
  planTask(batch, {
    owner: 'campaign',
    subject: row.id,
    urgent: true,
    connection: { id, provider: platform as ConnectionRow['provider'] },
    steps: ads.map(({ id: ad }) => ({
      key: `pause ${ad}`,
      kind: 'run',
      about: ad,
      input: { ad, to: 'paused' } satisfies StepInput,
    })),
  });
}
