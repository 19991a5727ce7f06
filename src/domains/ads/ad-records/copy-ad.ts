import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { noteChange } from '../../accounts/connections/note-change.ts';
import { addCampaignSubmissions } from '../../money/campaign-pay/interface.ts';
import { adSteps, contentSteps, knownVideosOf } from '../campaign-delivery/plan-setup.ts';
import type { AdRow } from '../campaign-record/campaign-row.ts';
import { copyName } from '../campaign-record/copy-name.ts';
import { campaignOf, insertAdSets } from '../campaign-record/interface.ts';
import { adsAnAdSet } from '../campaign-record/pack-ad-sets.ts';
import { planTask } from '../platform-tasks/interface.ts';
import { type AdCopyCreate, type CopyAccepted, MAX_NAME } from './ad-record.ts';
import { changeableWith, requireMaySpendMore } from './change-there.ts';
import { requireTarget } from './copy-ad-set.ts';
import { adSetOfAd, campaignOfAd, campaignOfAdSet, findOwnAdSet, listAdsIn, requireOwnAd } from './store.ts';

/** Copies an ad, paused, within its ad set or into another one. */
export async function copyAd(
  ctx: Ctx,
  id: string,
  { name, into }: z.output<typeof AdCopyCreate>,
): Promise<CopyAccepted> {
  const account = actingAccount(ctx.actor).id;
  const campaign = campaignOfAd(id);
  // All that is found by the two IDs is read at once.
  const [source, own, known, set, there, other] = await Promise.all([
    requireOwnAd(ctx, id),
    campaignOf(ctx, account, campaign),
    knownVideosOf(ctx, campaign),
    findOwnAdSet(ctx, into ?? adSetOfAd(id)),
    listAdsIn(ctx, into ?? adSetOfAd(id)),
    into === undefined ? null : campaignOf(ctx, account, campaignOfAdSet(into)),
  ]);
  const ofSource = changeableWith(source, own, 'ad');
  if (!set) throw notFound('ad set');
  const target = into === undefined ? ofSource : changeableWith(set, other, 'ad set');
  requireTarget(target, source);
  requireMaySpendMore(ctx, target);
  const platform = await ctx.reactions.adPlatforms[source.platform]?.();
  const most = platform ? adsAnAdSet(platform.capabilities, target.row.terms) : 0;
  if (there.length >= most)
    throw new AppError(
      'conflict',
      `This ad set already has ${most} ads, the most that the platform accepts.`,
    );
  const [connection, content] = await Promise.all([
    connectionById(ctx, source.connectionId),
    contentSteps(ctx, source.platform, target.row.terms, [source], known.get(source.platform)),
  ]);
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
