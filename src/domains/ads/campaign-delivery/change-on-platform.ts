// Applies a change of a campaign's terms to one of its platforms: the rows at once, the platform by a platform task.
import type { Ctx } from '../../../context.ts';
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import { AppError } from '../../../kit/error.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { budgetsOf, isOneBudget } from '../campaign-preflight/plan-budget.ts';
import type { PlannedPlatform } from '../campaign-preflight/preflight.ts';
import { audienceOf } from '../campaign-record/audience-of.ts';
import { termsOn } from '../campaign-record/campaign-platforms.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  isThere,
  type WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { insertAdSets, saveAd, saveAdSet } from '../campaign-record/interface.ts';
import { newAd, newAdSet } from '../campaign-record/new-ad-set.ts';
import { adsAnAdSet, laidOut, type PackedAdSet, submissionsIn } from '../campaign-record/pack-ad-sets.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { planTask } from '../platform-tasks/interface.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { type ChangedCampaign, requireFixed, same, withSubmissions } from './changed-campaign.ts';
import {
  adSetSteps,
  adSteps,
  type ContentPlan,
  contentSteps,
  knownVideos,
  retireStep,
  type StepInput,
} from './plan-setup.ts';

/** The platforms that share the budget, in order. */
export interface Sharing {
  before: readonly string[];
  after: readonly string[];
}

/** The result of a change on one platform. */
export interface ChangedThere {
  /** All rows of the platform after the change. */
  adSets: AdSetRow[];
  ads: AdRow[];
  /**
   * Whether a platform task is in progress because of the change. If the set-up failed, the change waits for its retry.
   */
  underWay: boolean;
}

/** Throws conflict for settings that can no longer be changed there. */
export async function changeOnPlatform(
  ctx: Ctx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  changed: ChangedCampaign,
  target: PlannedPlatform,
  sharing: Sharing,
): Promise<ChangedThere> {
  const layout = changed.adSets;
  const before = termsOn(whole.row.terms, whole.row, there.platform);
  const after = termsOn(changed.terms, whole.row, there.platform);
  const added = target.name !== whole.row.platform;
  if (added && there.platformId !== null)
    requireFixed(target.adapter.capabilities, before, after, `/settings/${target.name}`);
  const own = added ? addedLayout(whole, changed, target) : layout;
  const rows = rowsOf(ctx, whole, there, own, target);
  for (const set of rows.keptSets)
    saveAdSet(ctx, set.id, { name: set.name, share: set.share, position: set.position });
  for (const ad of rows.keptAds) saveAd(ctx, ad.id, { name: ad.name, position: ad.position });
  insertAdSets(ctx, rows.newSets, rows.newAds);
  for (const set of rows.goneSets) saveAdSet(ctx, set.id, { status: 'archived' });
  for (const ad of rows.goneAds) saveAd(ctx, ad.id, { status: 'archived' });
  const known = await knownVideos(ctx, whole.row.id, there.platform);
  const replaced = contentChanged(before, after)
    ? rows.keptAds.filter(({ platformId }) => platformId !== null)
    : [];
  const content = await contentSteps(ctx, there.platform, after, [...replaced, ...rows.newAds], known);
  const full = fullSets(
    [...rows.keptAds, ...rows.newAds, ...rows.goneAds],
    adsAnAdSet(target.adapter.capabilities, after),
  );
  const retired = rows.goneAds.filter(({ platformId }) => platformId !== null);
  // If the campaign is being created right now, it may still be created with the old values.
  const isMade = there.platformId !== null || there.status === 'processing';
  const steps: PlannedStep[] = [
    ...(isMade ? changeSteps(whole, changed, { there, target, rows, sharing, before, after }) : []),
    ...renameSteps(whole, rows.keptAds, replaced, target),
    ...content.steps,
    ...rows.newSets.flatMap((set) => adSetSteps(set, [])),
    ...retired.filter(({ adSetId }) => full.has(adSetId)).map((ad) => retireStep('ad', ad, [])),
    ...rows.newAds.flatMap((ad) => {
      const isNew = rows.newSets.some(({ id }) => id === ad.adSetId);
      return adSteps(ad, isNew ? [`ad_set ${ad.adSetId}`] : [], content);
    }),
    ...replaced.flatMap((ad) => replaceSteps(ad, content, full.has(ad.adSetId))),
    ...retired.filter(({ adSetId }) => !full.has(adSetId)).map((ad) => retireStep('ad', ad, [])),
    ...rows.goneSets
      .filter(({ platformId }) => platformId !== null)
      .map((set) => retireStep('adSet', set, [])),
  ];
  const now = rowsAfter(whole, there.platform, rows);
  if (steps.length === 0) return { ...now, underWay: false };
  const connection = { id: there.connectionId, provider: there.platform as ConnectionRow['provider'] };
  const task = { owner: 'campaign' as const, subject: whole.row.id, connection, steps };
  const failed = there.setUpAt === null && there.status !== 'processing';
  planTask(ctx, failed ? { ...task, begins: 'with_retry' } : task);
  return { ...now, underWay: there.setUpAt !== null };
}

/** The platform's rows after the change, in order. */
function rowsAfter(
  { adSets, ads }: WholeCampaign,
  platform: string,
  { keptSets, newSets, goneSets, keptAds, newAds, goneAds }: Rows,
): Pick<ChangedThere, 'adSets' | 'ads'> {
  const after = <T extends AdSetRow | AdRow>(before: readonly T[], now: readonly T[], gone: readonly T[]) => {
    const ended = gone.map((one) => ({ ...one, status: 'archived' as const }));
    const known = new Set([...now, ...ended].map(({ id }) => id));
    const others = before.filter((one) => one.platform === platform && !known.has(one.id));
    return [...others, ...now, ...ended].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  };
  return {
    adSets: after(adSets, [...keptSets, ...newSets], goneSets),
    ads: after(ads, [...keptAds, ...newAds], goneAds),
  };
}

/** An added platform keeps its layout, except for the submissions that the change adds or removes. */
function addedLayout(
  { adSets, ads }: WholeCampaign,
  { terms, submissions }: ChangedCampaign,
  { name: platform, adapter }: PlannedPlatform,
): PackedAdSet[] {
  const now = laidOut({ platform }, adSets, ads);
  const were = submissionsIn(now);
  const added = submissions.shown.filter((one) => !were.includes(one));
  const stay = were.filter((one) => !submissions.hidden.includes(one));
  if (added.length === 0 && stay.length === were.length) return now;
  return withSubmissions(now, [...stay, ...added], adsAnAdSet(adapter.capabilities, terms));
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

/** Platforms do not let an ad's content change, so a new text or link needs a new ad. */
export const contentChanged = (a: CampaignTerms, b: CampaignTerms) =>
  !same(a.ad, b.ad) ||
  a.destination.value !== b.destination.value ||
  a.tracking.urlParameters !== b.tracking.urlParameters ||
  a.settings.businessName !== b.settings.businessName ||
  a.settings.logo !== b.settings.logo;

/**
 * Creates an ad with the new content and then archives the old one; the other way round where the ad set has no room for both.
 */
export function replaceSteps(ad: AdRow, content: Pick<ContentPlan, 'of'>, isFull: boolean): PlannedStep[] {
  const steps = adSteps(ad, [], content);
  const last = steps.at(-1);
  if (!last) return [];
  if (!isFull) return [...steps, retireStep('ad', ad, [last.key])];
  const retire = retireStep('ad', ad, content.of.get(ad.submissionId!)!.after);
  return [retire, ...adSteps(ad, [retire.key], content)];
}

/** The ad sets that hold as many ads at the platform as they can. @param ads all that are or come there. */
export function fullSets(ads: readonly Pick<AdRow, 'adSetId'>[], room: number): ReadonlySet<string> {
  const bySet = Map.groupBy(ads, ({ adSetId }) => adSetId);
  return new Set([...bySet].flatMap(([id, { length }]) => (length >= room ? [id] : [])));
}

/**
 * Renames ads that stay. Ads that are replaced get the new name when they are created. Throws conflict where the
 * platform does not allow it.
 */
function renameSteps(
  { ads }: WholeCampaign,
  kept: readonly AdRow[],
  replaced: readonly AdRow[],
  { adapter }: PlannedPlatform,
): PlannedStep[] {
  const before = new Map(ads.map(({ id, name }) => [id, name]));
  const renamed = kept.filter(
    ({ id, name, platformId }) =>
      platformId !== null && before.get(id) !== name && !replaced.some((one) => one.id === id),
  );
  const { renames, name: called } = adapter.capabilities;
  if (renamed.length > 0 && !renames.includes('ad'))
    throw new AppError('conflict', `${called} does not allow renaming an ad.`, {
      details: { path: '/adSets' },
    });
  return renamed.map(({ id, name }) => ({
    key: `change ${id}`,
    kind: 'change',
    about: id,
    input: { ad: id, change: { name } } satisfies StepInput,
  }));
}

/** The settings that certain countries require. Platforms take them together with each ad set's audience. */
const namedIn = ({ fields }: Pick<Capabilities, 'fields'>): string[] =>
  fields.flatMap(({ path, when }) =>
    when?.country && path.startsWith('/settings/') ? path.slice('/settings/'.length) : [],
  );

export interface Place {
  there: CampaignPlatformRow;
  target: Pick<PlannedPlatform, 'adapter' | 'budgetFloor'>;
  rows: Pick<Rows, 'keptSets' | 'newSets'>;
  sharing: Sharing;
  before: CampaignTerms;
  after: CampaignTerms;
}

/** The steps for the campaign and its remaining ad sets: budget, audience, end date and names. */
export function changeSteps(
  { row, adSets }: Pick<WholeCampaign, 'row' | 'adSets'>,
  changed: Pick<ChangedCampaign, 'name' | 'terms'>,
  place: Place,
): PlannedStep[] {
  const { there, target, rows, sharing, before, after } = place;
  const { budgetFloor, adapter } = target;
  const sets = [...rows.keptSets, ...rows.newSets].sort((a, b) => a.position - b.position);
  const old = adSets.filter((one) => one.platform === there.platform && isThere(one));
  const budgetOf = (terms: CampaignTerms, over: readonly string[], sets: readonly AdSetRow[]) =>
    budgetsOf(terms, { at: over.indexOf(there.platform), of: over.length }, sets, budgetFloor);
  const [was, is] = [budgetOf(row.terms, sharing.before, old), budgetOf(changed.terms, sharing.after, sets)];
  const asOne = isOneBudget(adapter.capabilities, after);
  const endMoved = !same(before.schedule.endDate, after.schedule.endDate);
  const endsOnTop = adapter.capabilities.budget === 'campaign';
  const inCategories =
    adapter.capabilities.categoryCountries === true && (after.settings.specialAdCategories ?? []).length > 0;
  const shownAnew =
    !same(audienceOf(before), audienceOf(after)) ||
    namedIn(adapter.capabilities).some((name) => !same(before.settings[name], after.settings[name]));
  const top: StepInput['change'] = {
    ...(changed.name === row.name ? {} : { name: changed.name }),
    ...(was.cap === is.cap || !adapter.capabilities.cap ? {} : { cap: is.cap }),
    ...(asOne && !same(was.budget, is.budget) ? { budget: is.budget } : {}),
    ...(endsOnTop && endMoved ? { ends: true } : {}),
    ...(inCategories && !same(before.audience.countries, after.audience.countries)
      ? { countries: true }
      : {}),
  };
  const steps: PlannedStep[] =
    Object.keys(top).length === 0
      ? []
      : [{ key: 'change', kind: 'change', input: { change: top } satisfies StepInput }];
  for (const set of rows.keptSets) {
    const earlier = old.find(({ id }) => id === set.id)!;
    const budget = is.of(set.id);
    const change: StepInput['change'] = {
      ...(earlier.name === set.name ? {} : { name: set.name }),
      ...(asOne || budget === null || same(was.of(set.id), budget) ? {} : { budget }),
      // An ad set with an audience of its own keeps it.
      ...(set.audience === null && shownAnew ? { audience: true } : {}),
      ...(!endsOnTop && endMoved ? { ends: true } : {}),
    };
    const isMade = set.platformId !== null || there.status === 'processing';
    if (!isMade || Object.keys(change).length === 0) continue;
    steps.push({
      key: `change ${set.id}`,
      kind: 'change',
      about: set.id,
      input: { adSet: set.id, change } satisfies StepInput,
    });
  }
  return steps;
}
