// Changing what a campaign is to do: the rows at once, the platforms by works that follow.
import type { Ctx } from '../../../context.ts';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { AppError } from '../../../kit/error.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { addCampaignWork, setCampaignPay } from '../../money/earnings/interface.ts';
import { ownCampaignOf } from '../ad-fields/added-platform.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { planWork } from '../platform-work/interface.ts';
import type { PlannedStep } from '../platform-work/step.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  type CampaignRow,
  isThere,
  type WholeCampaign,
} from './campaign.ts';
import type { CampaignUpdateInput } from './campaign-input.ts';
import { type ChangedCampaign, changedCampaign, same } from './changed-terms.ts';
import { creatorPayOf } from './creator-pay.ts';
import { addEntry } from './entries.ts';
import { newAd, newAdSet } from './make-campaign.ts';
import { type Movement, moveCampaign } from './move-campaign.ts';
import { packAdSets } from './pack-ad-sets.ts';
import { isOneBudget, planBudget } from './plan-budget.ts';
import { adSetSteps, adSteps, contentSteps, knownVideos, type StepInput } from './plan-setup.ts';
import { type PlannedPlatform, preflight } from './preflight.ts';
import { requireNone } from './problem.ts';
import { insertAdSets, saveAd, saveAdSet } from './store.ts';

/**
 * Throws conflict for what is fixed or under way, operation_rejected with all that stands against the change.
 * @param waits whether the brand is to be asked first.
 */
export async function changeTerms(
  ctx: Ctx,
  whole: WholeCampaign,
  input: CampaignUpdateInput,
  more: Partial<CampaignRow> = {},
  waits: (before: CampaignTerms, after: CampaignTerms) => boolean = () => false,
): Promise<WholeCampaign> {
  const { row } = whole;
  if (row.status === 'archived') throw new AppError('conflict', 'The campaign is archived.');
  if (row.pendingChange !== null || row.status === 'processing')
    throw new AppError('conflict', 'Something is under way. Try again when it is done.');
  const own = await ctx.reactions.adPlatforms[row.platform]!();
  const changed = changedCampaign(whole, input, own.capabilities);
  const scheduledLaunchAt = launchAtOf(whole, input);
  const { problems, platforms } = await preflight(ctx, {
    ...{ accountId: row.accountId, connectionId: row.connectionId, name: changed.name, terms: changed.terms },
    ...{
      adSets: changed.adSets,
      scheduledLaunchAt,
      begun: changed.terms.schedule.startDate === row.terms.schedule.startDate,
    },
  });
  requireNone(problems);
  if (waits(row.terms, changed.terms)) {
    const pendingChange = { action: 'update' as const, status: 'awaiting_approval' as const, input };
    return moveCampaign(ctx, whole, { campaign: { pendingChange } }, 'edit');
  }
  let planned = 0;
  for (const target of platforms) planned += await changeOn(ctx, whole, changed, target, platforms.length);
  if (!same(changed.terms.creatorPay, row.terms.creatorPay))
    setCampaignPay(ctx, row.id, creatorPayOf({ ...row, terms: changed.terms }));
  addCampaignWork(ctx, row.id, changed.terms.creatives);
  const fields = Object.entries(input).flatMap(([name, value]) =>
    value === undefined || name === 'version' ? [] : name,
  );
  addEntry(ctx, { campaign: row.id, what: 'edited', details: { fields } });
  const movement: Movement = {
    campaign: {
      ...{ name: changed.name, terms: changed.terms, scheduledLaunchAt },
      pendingChange: planned > 0 ? { action: 'update', status: 'in_progress' } : null,
      ...more,
    },
  };
  return moveCampaign(ctx, whole, movement, 'edit');
}

function launchAtOf(
  { row }: WholeCampaign,
  { scheduledLaunchAt: given }: CampaignUpdateInput,
): number | null {
  if (given === undefined) return row.scheduledLaunchAt;
  if (row.launchedAt !== null) throw new AppError('conflict', 'It was launched already.');
  return given === null ? null : Date.parse(given);
}

/** @returns how many works were planned: none before anything was made there. */
async function changeOn(
  ctx: Ctx,
  whole: WholeCampaign,
  changed: ChangedCampaign,
  target: PlannedPlatform,
  of: number,
): Promise<number> {
  const at = whole.platforms.findIndex(({ platform }) => platform === target.name);
  const there = whole.platforms[at];
  if (!there) throw new AppError('conflict', 'A platform is added to a new campaign alone: copy this one.');
  const layout = changed.adSets;
  const own = target.name === whole.row.platform ? layout : addedLayout(whole, changed, target);
  const rows = rowsOf(ctx, whole, there, own, target);
  for (const set of rows.keptSets)
    saveAdSet(ctx, set.id, { name: set.name, share: set.share, position: set.position });
  for (const ad of rows.keptAds) saveAd(ctx, ad.id, { name: ad.name, position: ad.position });
  insertAdSets(ctx, rows.newSets, rows.newAds);
  for (const set of rows.goneSets) saveAdSet(ctx, set.id, { status: 'archived' });
  for (const ad of rows.goneAds) saveAd(ctx, ad.id, { status: 'archived' });
  if (there.platformId === null) return 0;
  const known = await knownVideos(ctx, whole.row.id, there.platform);
  const before = termsOn(whole.row.terms, whole, there.platform);
  const after = termsOn(changed.terms, whole, there.platform);
  const replaced = contentChanged(before, after)
    ? rows.keptAds.filter(({ platformId }) => platformId !== null)
    : [];
  const content = await contentSteps(ctx, there.platform, [...replaced, ...rows.newAds], known);
  const steps: PlannedStep[] = [
    ...changeSteps(whole, changed, { there, target, rows, at, of, before, after }),
    ...content.steps,
    ...rows.newSets.flatMap((set) => adSetSteps(set, [])),
    ...rows.newAds.flatMap((ad) => {
      const isNew = rows.newSets.some(({ id }) => id === ad.adSetId);
      return adSteps(ad, isNew ? [`ad_set ${ad.adSetId}`] : [], content);
    }),
    ...replaced.flatMap((ad) => [...adSteps(ad, [], content), retire('ad', ad, [`run ${ad.id}`])]),
    ...rows.goneAds.filter(({ platformId }) => platformId !== null).map((ad) => retire('ad', ad, [])),
    ...rows.goneSets.filter(({ platformId }) => platformId !== null).map((set) => retire('adSet', set, [])),
  ];
  if (steps.length === 0) return 0;
  const connection = { id: there.connectionId, provider: there.platform as ConnectionRow['provider'] };
  planWork(ctx, { owner: 'campaign', subject: whole.row.id, connection, steps });
  return 1;
}

/** An added platform keeps what it has of the work, and gets the rest in ad sets of its own. */
function addedLayout(
  { adSets, ads }: WholeCampaign,
  { terms }: ChangedCampaign,
  { name, adapter }: PlannedPlatform,
) {
  const mine = adSets.filter((one) => one.platform === name && isThere(one));
  const kept = mine.map(({ id, name: called, share }) => ({
    ...{ id, name: called, share: share ?? 0 },
    ads: ads
      .filter((ad) => ad.adSetId === id && isThere(ad) && terms.creatives.includes(ad.submissionId ?? ''))
      .map((ad) => ({ id: ad.id, creative: ad.submissionId!, name: ad.name })),
  }));
  const shown = kept.flatMap((set) => set.ads.map(({ creative }) => creative));
  const left = terms.creatives.filter((creative) => !shown.includes(creative));
  if (left.length === 0) return kept;
  const first = kept[0];
  if (!first || first.ads.length + left.length > adapter.capabilities.adsAnAdSet)
    return packAdSets(terms.creatives, adapter.capabilities.adsAnAdSet);
  first.ads.push(...left.map((creative) => ({ id: null as never, creative, name: 'Ad' })));
  return kept;
}

interface Rows {
  keptSets: AdSetRow[];
  newSets: AdSetRow[];
  goneSets: AdSetRow[];
  keptAds: AdRow[];
  newAds: AdRow[];
  goneAds: AdRow[];
}

function rowsOf(
  { now }: Ctx,
  { row, adSets, ads }: WholeCampaign,
  { platform, connectionId }: CampaignPlatformRow,
  layout: ChangedCampaign['adSets'],
  { connection }: PlannedPlatform,
): Rows {
  const shared = { accountId: row.accountId, campaignId: row.id, platform, connectionId, platformId: null };
  const setsThere = adSets.filter((one) => one.platform === platform && isThere(one));
  const adsThere = ads.filter((one) => one.platform === platform && isThere(one));
  const rows: Rows = { keptSets: [], newSets: [], goneSets: [], keptAds: [], newAds: [], goneAds: [] };
  for (const [position, set] of layout.entries()) {
    const kept = setsThere.find(({ id }) => id === set.id);
    const one = kept
      ? { ...kept, name: set.name, share: set.share, position }
      : newAdSet({ ...shared, currency: connection.currency ?? row.currency }, set, position, now);
    (kept ? rows.keptSets : rows.newSets).push(one);
    for (const [n, ad] of set.ads.entries()) {
      const same = adsThere.find(({ id }) => id === ad.id);
      if (same) rows.keptAds.push({ ...same, name: ad.name, position: n });
      else rows.newAds.push(newAd({ ...shared, adSetId: one.id }, ad, n, now));
    }
  }
  const stays = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
  const [setsStay, adsStay] = [stays(rows.keptSets), stays(rows.keptAds)];
  rows.goneSets = setsThere.filter(({ id }) => !setsStay.has(id));
  rows.goneAds = adsThere.filter(({ id }) => !adsStay.has(id));
  return rows;
}

const termsOn = (terms: CampaignTerms, { row }: WholeCampaign, platform: string): CampaignTerms =>
  platform === row.platform
    ? terms
    : (ownCampaignOf({ ...terms }, platform).body as unknown as CampaignTerms);

/** Ads do not change on platforms: another text or link is another ad. */
const contentChanged = (a: CampaignTerms, b: CampaignTerms) =>
  !same(a.ad, b.ad) ||
  a.destination.value !== b.destination.value ||
  a.tracking.urlParameters !== b.tracking.urlParameters ||
  a.settings.businessName !== b.settings.businessName ||
  a.settings.logo !== b.settings.logo;

/** What was made there and is no part of it any more. */
function retire(what: 'ad' | 'adSet', { id, platformId }: AdRow | AdSetRow, after: string[]): PlannedStep {
  const input: StepInput = { [what]: id, id: platformId!, to: 'archived' };
  return { key: `retire ${id}`, kind: 'run', after, input };
}

interface Place {
  there: CampaignPlatformRow;
  target: PlannedPlatform;
  rows: Rows;
  at: number;
  of: number;
  before: CampaignTerms;
  after: CampaignTerms;
}

/** What changes of the campaign and of the ad sets that stay: money, audience, end and names. */
function changeSteps({ row, adSets }: WholeCampaign, changed: ChangedCampaign, place: Place): PlannedStep[] {
  const { there, target, rows, at, of, before, after } = place;
  const { budgetFloor, adapter } = target;
  const sets = [...rows.keptSets, ...rows.newSets].sort((a, b) => a.position - b.position);
  const old = adSets.filter((one) => one.platform === there.platform && isThere(one));
  const budgetOf = (terms: CampaignTerms, of_: readonly AdSetRow[]) =>
    planBudget(
      terms,
      { at, of },
      of_.map(({ share }) => share ?? 0),
      budgetFloor,
    );
  const [was, is] = [budgetOf(row.terms, old), budgetOf(changed.terms, sets)];
  const asOne = isOneBudget(adapter.capabilities, after);
  const endMoved = !same(before.schedule.endDate, after.schedule.endDate);
  const endsOnTop = adapter.capabilities.budget === 'campaign';
  const top: StepInput['change'] = {
    ...(changed.name === row.name ? {} : { name: changed.name }),
    ...(was.cap === is.cap || !adapter.capabilities.cap ? {} : { cap: is.cap }),
    ...(asOne && !same(was.budget, is.budget) ? { budget: is.budget } : {}),
    ...(endsOnTop && endMoved ? { ends: true } : {}),
  };
  const steps: PlannedStep[] =
    Object.keys(top).length === 0
      ? []
      : [{ key: 'change', kind: 'change', input: { change: top } satisfies StepInput }];
  for (const set of rows.keptSets) {
    const earlier = old.find(({ id }) => id === set.id)!;
    const budget: AdBudget = is.adSets[sets.indexOf(set)]!;
    const change: StepInput['change'] = {
      ...(earlier.name === set.name ? {} : { name: set.name }),
      ...(asOne || same(was.adSets[old.indexOf(earlier)], budget) ? {} : { budget }),
      ...(same([before.audience, before.settings.locations], [after.audience, after.settings.locations])
        ? {}
        : { audience: true }),
      ...(!endsOnTop && endMoved ? { ends: true } : {}),
    };
    if (set.platformId === null || Object.keys(change).length === 0) continue;
    steps.push({
      key: `change ${set.id}`,
      kind: 'change',
      input: { adSet: set.id, change } satisfies StepInput,
    });
  }
  return steps;
}
