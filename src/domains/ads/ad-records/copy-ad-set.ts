import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { addCampaignSubmissions } from '../../money/campaign-pay/interface.ts';
import { budgetThere } from '../campaign-delivery/budget-there.ts';
import { adSetSteps, adSteps, contentSteps, knownVideosOf } from '../campaign-delivery/plan-setup.ts';
import { roomForCopy } from '../campaign-delivery/room-for-copy.ts';
import { isOneBudget } from '../campaign-preflight/plan-budget.ts';
import { termsOn } from '../campaign-record/campaign-platforms.ts';
import type { AdRow, AdSetRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { copyName } from '../campaign-record/copy-name.ts';
import { campaignOf, insertAdSets } from '../campaign-record/interface.ts';
import { planTask } from '../platform-tasks/interface.ts';
import { type AdSetCopyCreate, type CopyAccepted, MAX_NAME } from './ad-record.ts';
import { changeableWith, requireMaySpendMore } from './change-there.ts';
import { campaignOfAdSet, listAdsIn, requireOwnAdSet } from './store.ts';

/** Throws unless the target campaign is set up in the same ad account. */
export function requireTarget(target: WholeCampaign, { platform, connectionId }: AdSetRow | AdRow): void {
  const there = target.platforms.find((one) => one.platform === platform);
  if (!there || there.connectionId !== connectionId)
    throw rejected('other_ad_account', 'The target must be in the same ad account.', { field: 'into' });
  if (there.setUpAt === null || target.row.wanted === 'archived')
    throw new AppError('conflict', 'The target campaign is not set up or is archived.');
}

/** Copies an ad set with its ads, paused, within its campaign or into another one. */
export async function copyAdSet(
  ctx: Ctx,
  id: string,
  { name, into }: z.output<typeof AdSetCopyCreate>,
): Promise<CopyAccepted> {
  const account = actingAccount(ctx.actor).id;
  const campaign = campaignOfAdSet(id);
  // All that is found by the two IDs is read at once.
  const [source, campaignOfSource, known, there, other] = await Promise.all([
    requireOwnAdSet(ctx, id),
    campaignOf(ctx, account, campaign),
    knownVideosOf(ctx, campaign),
    listAdsIn(ctx, id),
    into === undefined ? null : campaignOf(ctx, account, into),
  ]);
  const { platform } = source;
  const own = changeableWith(source, campaignOfSource, 'ad set');
  const target = into === undefined ? own : other;
  if (!target) throw notFound('campaign');
  requireTarget(target, source);
  requireMaySpendMore(ctx, target);
  const [connection, content, budget, adapter] = await Promise.all([
    connectionById(ctx, source.connectionId),
    contentSteps(ctx, platform, target.row.terms, there, known.get(platform)),
    budgetOf(ctx, source, own, target),
    ctx.reactions.adPlatforms[platform]?.(),
  ]);
  if (!connection) throw rejected('reconnect_required', 'Its connection no longer exists.');
  const longest = Math.min(MAX_NAME, adapter?.capabilities.text.name ?? MAX_NAME);
  const at = { version: 1, createdAt: ctx.now, updatedAt: ctx.now };
  const fresh = { campaignId: target.row.id, platformId: null, status: 'draft' as const, ...at };
  const set: AdSetRow = {
    ...source,
    ...fresh,
    id: newId('adSet', ctx.now),
    name: name ?? copyName(source.name, longest),
    position: target.adSets.length,
    share: null,
    budget,
  };
  set.share = roomForCopy(ctx, target, set);
  const ads = there.map(
    (ad): AdRow => ({ ...ad, ...fresh, id: newId('ad', ctx.now), adSetId: set.id, review: null }),
  );
  insertAdSets(ctx, [set], ads);
  addCampaignSubmissions(
    ctx,
    target.row.id,
    ads.flatMap(({ submissionId }) => submissionId ?? []),
  );
  const [make] = adSetSteps(set, []);
  const steps = [...content.steps, make!, ...ads.flatMap((ad) => adSteps(ad, [make!.key], content))];
  planTask(ctx, { owner: 'campaign', subject: target.row.id, connection, steps });
  return { id: set.id };
}

/**
 * The copy's own budget: as much as its source has, on top of the campaign's shared budget. Null where the campaign has
 * one budget.
 */
async function budgetOf(
  ctx: Ctx,
  { id, platform, budget }: AdSetRow,
  own: WholeCampaign,
  { row }: WholeCampaign,
): Promise<AdSetRow['budget']> {
  const { capabilities } = await ctx.reactions.adPlatforms[platform]!();
  if (isOneBudget(capabilities, termsOn(row.terms, row, platform))) return null;
  return budget ?? (await budgetThere(ctx, own, platform)).of(id);
}
