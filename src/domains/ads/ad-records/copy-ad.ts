import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { noteChange } from '../../accounts/connections/note-change.ts';
import { addCampaignSubmissions } from '../../money/campaign-pay/interface.ts';
import { adSteps, contentSteps, knownVideos } from '../campaign-delivery/plan-setup.ts';
import type { AdRow } from '../campaign-record/campaign-row.ts';
import { copyName } from '../campaign-record/copy-name.ts';
import { insertAdSets } from '../campaign-record/interface.ts';
import { adsAnAdSet } from '../campaign-record/pack-ad-sets.ts';
import { planTask } from '../platform-tasks/interface.ts';
import { type AdCopyCreate, type CopyAccepted, MAX_NAME } from './ad-record.ts';
import { requireChangeable, requireMaySpendMore } from './change-there.ts';
import { requireTarget } from './copy-ad-set.ts';
import { listAdsIn, requireOwnAd, requireOwnAdSet } from './store.ts';

/** Copies an ad, paused, within its ad set or into another one. */
export async function copyAd(
  ctx: Ctx,
  id: string,
  { name, into }: z.output<typeof AdCopyCreate>,
): Promise<CopyAccepted> {
  const source = await requireOwnAd(ctx, id);
  const [own, set, there, known, connection, platform] = await Promise.all([
    requireChangeable(ctx, source, 'ad'),
    requireOwnAdSet(ctx, into ?? source.adSetId),
    listAdsIn(ctx, into ?? source.adSetId),
    source.campaignId === null ? undefined : knownVideos(ctx, source.campaignId, source.platform),
    connectionById(ctx, source.connectionId),
    ctx.reactions.adPlatforms[source.platform]?.(),
  ]);
  const target = into === undefined ? own : await requireChangeable(ctx, set, 'ad set');
  requireTarget(target, source);
  requireMaySpendMore(ctx, target);
  const most = platform ? adsAnAdSet(platform.capabilities, target.row.terms) : 0;
  if (there.length >= most)
    throw new AppError(
      'conflict',
      `This ad set already has ${most} ads, the most that the platform accepts.`,
    );
  if (!connection) throw rejected('reconnect_required', 'Its connection no longer exists.');
  if (set.platformId === null) throw notFound('ad set');
  const longest = Math.min(MAX_NAME, platform?.capabilities.text.name ?? MAX_NAME);
  const ad: AdRow = {
    ...source,
    id: newId('ad', ctx.now),
    adSetId: set.id,
    campaignId: target.row.id,
    platformId: null,
    status: 'draft',
    review: null,
    name: name ?? copyName(source.name, longest),
    position: there.length,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertAdSets(ctx, [], [ad]);
  noteChange(ctx, target.row.id);
  addCampaignSubmissions(
    ctx,
    target.row.id,
    [ad].flatMap(({ submissionId }) => submissionId ?? []),
  );
  const content = await contentSteps(ctx, ad.platform, target.row.terms, [ad], known);
  // Leaves out the step that activates the ad.
  const make = adSteps(ad, [], content).filter(({ kind }) => kind === 'ad');
  if (make.length === 0) throw rejected('no_file', 'The video of the ad is missing.');
  planTask(ctx, {
    owner: 'campaign',
    subject: target.row.id,
    connection,
    steps: [...content.steps, ...make],
  });
  return { id: ad.id };
}
