// Holds the campaign as it would be after a plan against the preflight and the rules that PATCH /v1/campaigns has.
import type { Ctx } from '../../../context.ts';
import { isWithin } from '../../../kit/json.ts';
import { findPermissions } from '../ad-authorizations/interface.ts';
import { fixedIn, fixedSettings, same } from '../campaign-delivery/changed-campaign.ts';
import { type CampaignDraft, preflight } from '../campaign-preflight/preflight.ts';
import { goingOn, overOn, shownNow, termsOn } from '../campaign-record/campaign-platforms.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { laidOut } from '../campaign-record/pack-ad-sets.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import { inStep } from '../plan-record/plan-input.ts';
import { type CampaignAfter, campaignAfter } from './campaign-after.ts';
import { isLaunch, needsPreflight } from './needs-preflight.ts';
import { type Found, Places } from './places.ts';
import type { PlanScene } from './plan-scene.ts';
import { sayer } from './say.ts';

/**
 * @param known the problems that were found already: what is broken is left out of the campaign.
 * @returns the problems, and by platform the minimum daily budget where the preflight had to know it.
 */
export async function checkCampaign(
  ctx: Ctx,
  scene: PlanScene,
  known: readonly PlanProblem[],
): Promise<{ problems: PlanProblem[]; floors: ReadonlyMap<string, number> }> {
  const { whole, plan } = scene;
  if (!whole || known.some(({ path }) => path.startsWith('/target')))
    return { problems: [], floors: new Map() };
  const byStep = Map.groupBy(known, ({ path }) => /^\/steps\/(\d+)/.exec(path)?.[1]);
  const isBroken = (n: number, path?: string): boolean => {
    const place = inStep(n, ...(path === undefined ? [] : ['input'])) + (path ?? '');
    const own = byStep.get(String(n)) ?? [];
    return own.some((one) => isWithin(one.path, place) || (path !== undefined && isWithin(place, one.path)));
  };
  const after = campaignAfter(scene, whole, isBroken);
  const places = new Places(scene, whole, after);
  const problems = [...fixedProblems(scene, whole, after), ...emptySets(after)].map((one) =>
    places.locate(one),
  );
  const launches = plan.steps.some(isLaunch);
  const [ofPermissions, found] = await Promise.all([
    permissionProblems(ctx, scene, whole),
    plan.steps.some(needsPreflight)
      ? preflight(ctx, draftOf(scene, whole, after, launches), scene.known)
      : { problems: [], platforms: [] },
  ]);
  return {
    problems: [
      ...problems,
      ...(launches ? launchProblems(scene, whole, after) : []),
      ...ofPermissions,
      ...found.problems.map((one) => places.locate(one)),
    ],
    floors: new Map(found.platforms.map(({ name, budgetFloor }) => [name, budgetFloor])),
  };
}

function draftOf(
  { plan }: PlanScene,
  before: WholeCampaign,
  after: CampaignAfter,
  launches: boolean,
): CampaignDraft {
  const { row, adSets, ads } = after.whole;
  const said = after.scheduledLaunchAt;
  const layout = (platform: string) =>
    laidOut({ platform }, adSets, ads).map((set) => (after.added.has(set.id!) ? { ...set, id: null } : set));
  const own = row.platform;
  const creates = plan.steps.some(
    ({ resourceKind, mutation }) => mutation === 'create' && resourceKind !== 'creative',
  );
  const spends = ({ terms }: WholeCampaign['row']) => [
    ...[terms.budget, terms.schedule, terms.settings.budgetOptimization],
  ];
  const others = goingOn(after.whole).filter(({ platform }) => platform !== own);
  return {
    accountId: row.accountId,
    connectionId: row.connectionId,
    name: row.name,
    terms: row.terms,
    adSets: layout(own),
    keepsAdSets: !after.laidOut.has(own),
    keepsBudgets: !creates && after.laidOut.size === 0 && same(spends(before.row), spends(row)),
    elsewhere: shownNow(after.whole),
    scheduledLaunchAt:
      said == null ? (launches || said === null ? null : row.scheduledLaunchAt) : Date.parse(said),
    begun: row.terms.schedule.startDate === before.row.terms.schedule.startDate,
    over: overOn(before),
    added: new Map(
      others.map(({ platform }) => [
        platform,
        { adSets: layout(platform), keepsAdSets: !after.laidOut.has(platform) },
      ]),
    ),
  };
}

/** The settings that cannot change any more: conflicts in PATCH /v1/campaigns. */
function fixedProblems(
  { adapters }: PlanScene,
  before: WholeCampaign,
  { whole, values, scheduledLaunchAt }: CampaignAfter,
): Found[] {
  const { row, platforms } = before;
  const { terms } = whole.row;
  const own = adapters[row.platform]!.capabilities;
  const found = fixedIn(before, terms, own).map((one) => ({ ...one, platform: row.platform }));
  for (const { platform, platformId } of platforms) {
    if (platform === row.platform || platformId === null) continue;
    const there = fixedSettings(
      adapters[platform]!.capabilities,
      termsOn(row.terms, row, platform),
      termsOn(terms, row, platform),
      `/settings/${platform}`,
    );
    found.push(...there.map((one) => ({ ...one, platform })));
  }
  const also = (path: string) => found.push({ path, why: null, platform: row.platform });
  if (scheduledLaunchAt !== undefined && row.launchedAt !== null) also('/scheduledLaunchAt');
  if (values.some(({ campaignPath, value }) => campaignPath === '/identity' && value !== row.terms.identity))
    also('/identity');
  return found.map(({ path, why, platform }) => ({
    ...{ path, platform, code: 'fixed' },
    message: why ?? 'This can no longer be changed.',
    fix: 'Remove it, or duplicate the campaign.',
  }));
}

/** An ad set that the plan creates needs an ad. */
function emptySets({ whole, added, laidOut: platforms }: CampaignAfter): Found[] {
  return whole.adSets
    .filter(({ id, platform }) => added.has(id) && platforms.has(platform))
    .filter(({ id }) => !whole.ads.some(({ adSetId }) => adSetId === id))
    .map(({ id, platform }) => ({
      path: `/adSets/${id}`,
      code: 'no_ad',
      message: 'A new ad set needs at least one ad.',
      fix: 'Add a step that creates an ad in it.',
      platform,
    }));
}

/** What keeps a campaign from being launched or resumed, besides its preflight. */
function launchProblems(
  { plan }: PlanScene,
  { platforms }: WholeCampaign,
  { whole }: CampaignAfter,
): PlanProblem[] {
  const n = plan.steps.findIndex(isLaunch);
  const say = sayer(plan.steps[n]!, n);
  const path = ['input', 'status'];
  const problems: PlanProblem[] = [];
  const limit = whole.row.terms.budget.billingLimit;
  const spent = platforms.reduce((sum, one) => sum + one.spent, 0);
  if (limit !== null && spent >= limit)
    problems.push(
      say(path, {
        code: 'billing_limit_reached',
        message: 'The billing limit is reached.',
        fix: 'Raise it first.',
      }),
    );
  return problems;
}

/** Ads with a creator's identity are only turned on while the creator permits it. */
async function permissionProblems(
  ctx: Ctx,
  { plan, resources }: PlanScene,
  { row, ads }: WholeCampaign,
): Promise<PlanProblem[]> {
  if (row.terms.identity !== 'creator') return [];
  const asked = plan.steps.flatMap((step, n) => {
    const { resourceKind, mutation, input, localResourceId } = step;
    if (resourceKind !== 'ad' || mutation !== 'set_status' || input.status !== 'active') return [];
    const local = resources.get(localResourceId ?? '')?.localId;
    const submission = ads.find(({ id }) => id === local)?.submissionId;
    return submission ? { step, n, submission } : [];
  });
  const platforms = [...new Set(asked.map(({ step }) => step.platform))];
  const granted = await Promise.all(
    platforms.map(async (platform) => {
      const shown = asked
        .filter(({ step }) => step.platform === platform)
        .map(({ submission }) => submission);
      return [platform, await findPermissions(ctx, row.accountId, platform, shown)] as const;
    }),
  );
  const by = new Map<string, ReadonlyMap<string, unknown>>(granted);
  return asked
    .filter(({ step, submission }) => !by.get(step.platform)!.has(submission))
    .map(({ step, n }) =>
      sayer(step, n)(['input', 'status'], {
        code: 'authorization_missing',
        message: 'The creator no longer authorizes the ad.',
        fix: 'Ask the creator with POST /v1/ad-authorizations.',
      }),
    );
}
