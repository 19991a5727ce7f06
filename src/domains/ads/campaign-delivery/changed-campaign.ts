// Calculates a campaign's terms and layout after a PATCH. Writes nothing.
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { isRecord, over } from '../../../kit/given.ts';
import { isDaily } from '../campaign-preflight/plan-budget.ts';
import type { AdSetsInput, CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import { shownNow } from '../campaign-record/campaign-platforms.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import {
  adsAnAdSet,
  givenAdSets,
  laidOut,
  type PackedAdSet,
  packAdSets,
  submissionsIn,
} from '../campaign-record/pack-ad-sets.ts';
import { addUp, equalShares, withWholeShares } from '../campaign-record/shares.ts';
import { type CampaignTerms, objectiveOf } from '../campaign-terms/terms.ts';

export interface ChangedCampaign {
  name: string;
  terms: CampaignTerms;
  adSets: PackedAdSet[];
  submissions: ChangedSubmissions;
}

/** The submissions that a change adds and removes, on every platform. Other submissions stay where they are. */
export interface ChangedSubmissions {
  shown: readonly string[];
  hidden: readonly string[];
}

/**
 * Throws conflict when a field changed that can no longer be changed.
 * @param blocks the names of platforms that settings may hold a block for.
 */
export function changedCampaign(
  whole: WholeCampaign,
  input: CampaignUpdateInput,
  capabilities: Capabilities,
  blocks: readonly string[],
): ChangedCampaign {
  const changed = withChanges(whole, input, capabilities, blocks);
  const [kept] = fixedIn(whole, changed.terms, capabilities);
  if (kept) throw fixed(kept);
  return changed;
}

/** The same, whatever of the settings can no longer be changed: `fixedIn` tells. */
export function withChanges(
  whole: WholeCampaign,
  input: CampaignUpdateInput,
  capabilities: Capabilities,
  blocks: readonly string[],
): ChangedCampaign {
  const { row, adSets, ads } = whole;
  const before = row.terms;
  const { destination, budget, schedule, audience, ad, settings, tracking, creatorPay } = input;
  const optimizationEvent = input.optimizationEvent ?? before.optimizationEvent;
  const objective = input.objective === undefined ? before.objective : objectiveOf(input.objective);
  const attribution = input.attribution
    ? { ...input.attribution, conversion: input.attribution.conversion ?? null }
    : before.creatorPay.attribution;
  if (input.connection !== undefined && input.connection !== row.connectionId)
    throw fixed(fixedField('/connection'));
  if (input.identity !== undefined && input.identity !== before.identity)
    throw fixed(fixedField('/identity'));
  const now = laidOut(row, adSets, ads);
  const everywhere = shownNow(whole);
  const to = over(before.destination, destination);
  const layout = layoutOf(
    now,
    input,
    adsAnAdSet(capabilities, { ...before, objective, destination: to, optimizationEvent }),
  );
  const submissions = changedSubmissions(now, layout, everywhere, input);
  const stays = everywhere.filter((one) => !submissions.hidden.includes(one));
  const shown = [...new Set([...stays, ...submissions.shown])];
  const terms: CampaignTerms = {
    ...before,
    objective,
    destination: to,
    budget: over(before.budget, budget),
    schedule: over(before.schedule, schedule),
    audience: over(before.audience, audience),
    ad: over(before.ad, ad),
    optimizationEvent,
    settings: settingsOver(before.settings, settings, blocks),
    tracking: over(before.tracking, tracking),
    creatorPay: { ...over(before.creatorPay, creatorPay), attribution },
    creatives: input.creatives ?? (shown.length === 0 ? before.creatives : shown),
  };
  return { name: input.name ?? row.name, terms, adSets: layout, submissions };
}

interface FixedField {
  path: string;
  /** Why, where that is not plain; for people. */
  why: string | null;
}

/** The changed settings that can no longer be changed, since the campaign is set up or was launched. */
export function fixedIn(
  { row, platforms }: WholeCampaign,
  after: CampaignTerms,
  capabilities: Capabilities,
): FixedField[] {
  const before = row.terms;
  const pay = row.launchedAt !== null && !same(after.creatorPay, before.creatorPay) ? ['/creatorPay'] : [];
  if (platforms.every(({ platformId }) => platformId === null)) return pay.map(fixedField);
  const paths = [
    ...(after.destination.type === before.destination.type ? [] : ['/destination/type']),
    ...(after.objective === before.objective ? [] : ['/objective']),
    ...(after.optimizationEvent === before.optimizationEvent ? [] : ['/optimizationEvent']),
    ...(same(after.creatorPay.attribution, before.creatorPay.attribution) ? [] : ['/attribution']),
    ...pay,
    ...(after.schedule.startDate === before.schedule.startDate ? [] : ['/schedule/startDate']),
  ];
  const kind: FixedField[] =
    isDaily(after) === isDaily(before)
      ? []
      : [
          {
            path: after.budget.daily === before.budget.daily ? '/schedule/endDate' : '/budget/daily',
            why: 'A daily budget cannot become a lifetime budget, or the reverse. Set a daily budget along with the end date.',
          },
        ];
  return [...paths.map(fixedField), ...kind, ...fixedSettings(capabilities, before, after)];
}

/** Throws conflict when a setting changed that the platform keeps fixed. @param block where its settings are. */
export function requireFixed(
  capabilities: Capabilities,
  before: CampaignTerms,
  after: CampaignTerms,
  block: string,
): void {
  const [kept] = fixedSettings(capabilities, before, after, block);
  if (kept) throw fixed(kept);
}

/** The changed settings that the platform keeps fixed. @param block where the platform's settings are. */
export function fixedSettings(
  { fields }: Capabilities,
  before: CampaignTerms,
  after: CampaignTerms,
  block = '/settings',
): FixedField[] {
  return fields.flatMap(({ path, fixed: isFixed }) => {
    const [, part, name = ''] = path.split('/');
    if (!isFixed || (part !== 'settings' && part !== 'tracking')) return [];
    const key = name as keyof CampaignTerms[typeof part];
    return same(after[part][key], before[part][key]) ? [] : fixedField(path.replace(/^\/settings/, block));
  });
}

const fixedField = (path: string): FixedField => ({ path, why: null });

const fixed = ({ path, why }: FixedField) =>
  new AppError('conflict', why ?? `${path} can no longer be changed.`, { details: { path } });

/** The blocks of other platforms are merged field by field as well. */
function settingsOver(
  below: CampaignTerms['settings'],
  above: CampaignUpdateInput['settings'],
  blocks: readonly string[],
): CampaignTerms['settings'] {
  const all: Record<string, unknown> = over(below, above);
  for (const name of blocks) {
    const [was, is] = [below[name], all[name]];
    if (isRecord(was) && isRecord(is)) all[name] = over(was, is);
  }
  return all;
}

export const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Listed creatives replace the submissions on every platform. If the caller lays out ad sets instead, only the
 * submissions added or removed there change on other platforms.
 */
function changedSubmissions(
  before: readonly PackedAdSet[],
  after: readonly PackedAdSet[],
  everywhere: readonly string[],
  { adSets, creatives }: CampaignUpdateInput,
): ChangedSubmissions {
  if (creatives !== undefined)
    return { shown: creatives, hidden: everywhere.filter((one) => !creatives.includes(one)) };
  if (adSets === undefined) return { shown: [], hidden: [] };
  const [was, is] = [submissionsIn(before), submissionsIn(after)];
  return { shown: is.filter((one) => !was.includes(one)), hidden: was.filter((one) => !is.includes(one)) };
}

/** Ads stay where they are unless the body lays out the ad sets. */
function layoutOf(
  before: readonly PackedAdSet[],
  { adSets, creatives }: CampaignUpdateInput,
  room: number,
): PackedAdSet[] {
  if (adSets !== undefined) return keptAsTheyAre(adSets, before);
  return creatives === undefined ? [...before] : withSubmissions(before, creatives, room);
}

/**
 * Ad sets that show exactly these creatives. Existing ads stay where they are, and new ones fill the free places first.
 */
export function withSubmissions(
  before: readonly PackedAdSet[],
  creatives: readonly string[],
  room: number,
): PackedAdSet[] {
  const kept = before
    .map((set) => ({ ...set, ads: set.ads.filter(({ creative }) => creatives.includes(creative)) }))
    .filter((set) => set.ads.length > 0);
  const shown = new Set(kept.flatMap((set) => set.ads.map(({ creative }) => creative)));
  const left = creatives.filter((creative) => !shown.has(creative));
  for (const set of kept)
    while (set.ads.length < room && left.length > 0) {
      const creative = left.shift()!;
      set.ads.push({ id: null, creative, name: `Ad ${shown.size + 1}` });
      shown.add(creative);
    }
  if (left.length === 0 && kept.length === before.length && addUp(kept)) return kept;
  if (left.length === 0) return withWholeShares(kept);
  const more = packAdSets(left, room);
  const all = [...kept, ...more.map((set, n) => ({ ...set, name: `Ad set ${kept.length + n + 1}` }))];
  const shares = equalShares(all.length);
  return all.map((set, n) => ({ ...set, share: shares[n]! }));
}

/**
 * An ad set or ad that stays keeps its name unless it gets a new one, and a copy without a share keeps its own budget.
 * IDs that do not belong to the campaign are refused.
 */
function keptAsTheyAre(asked: AdSetsInput, before: readonly PackedAdSet[]): PackedAdSet[] {
  const given = givenAdSets(asked);
  const sets = new Map(before.map((set) => [set.id, set]));
  const ads = new Map(before.flatMap((set) => set.ads.map((ad) => [ad.id, { ...ad, set: set.id }])));
  const seen = new Set<string>();
  const once = (id: string | null, path: string) => {
    if (id !== null && seen.has(id)) throw invalidField(path, 'Each ID can be used only once.');
    if (id !== null) seen.add(id);
  };
  for (const [n, set] of given.entries()) {
    once(set.id, `/adSets/${n}/id`);
    const stays = sets.get(set.id);
    if (set.id !== null && !stays) throw unknown(`/adSets/${n}/id`);
    if (stays && asked[n]!.name === undefined) set.name = stays.name;
    if (set.share === 0 && stays?.share === null) set.share = null;
    for (const [k, ad] of set.ads.entries()) {
      once(ad.id, `/adSets/${n}/ads/${k}/id`);
      const there = ads.get(ad.id);
      if (ad.id !== null && (there?.set !== set.id || there.creative !== ad.creative))
        throw unknown(`/adSets/${n}/ads/${k}/id`);
      if (there && asked[n]!.ads[k]!.name === undefined) ad.name = there.name;
      // An ad sent without an ID is the existing ad of the same creative.
      if (ad.id === null) {
        const same = stays?.ads.find((one) => one.creative === ad.creative);
        const taken = set.ads.some((one) => one.id === same?.id);
        if (same && !taken) Object.assign(ad, { id: same.id, name: same.name });
      }
    }
  }
  return given;
}

const unknown = (path: string) =>
  new AppError('conflict', 'This is not a part of the campaign.', { details: { path } });
