// What the steps of campaigns ask of a platform, and what follows from them.
import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import type { AdAudience, AdBudget, AdContent, AdGoal } from '../../../integrations/ads/steps.ts';
import { rejected } from '../../../kit/error.ts';
import { findContact } from '../../accounts/accounts/interface.ts';
import { filesById, linkForADay } from '../../platform/files/interface.ts';
import { findPermissionCode } from '../ad-authorizations/interface.ts';
import { ownCampaignOf } from '../ad-fields/added-platform.ts';
import { platformObjective } from '../ad-fields/platform-objective.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { worksOf } from '../platform-work/interface.ts';
import type { PlatformAct, StepAtHand, StepDone, Work, WorkEnded, WorkOwner } from '../platform-work/step.ts';
import { type AdRow, type AdSetRow, isThere, type WholeCampaign } from './campaign.ts';
import { addEntry } from './entries.ts';
import { type Movement, moveCampaign, moved } from './move-campaign.ts';
import { isOneBudget, planBudget } from './plan-budget.ts';
import { step as keyOf, planRun, type StepInput } from './plan-setup.ts';
import { findBudgetFloor, findWhole, saveAd, saveAdSet, savePlatform } from './store.ts';
import { endOfDayIn, startOfDayIn } from './zone.ts';

export const campaignWork: WorkOwner = { prepare, stepDone, workEnded };

async function prepare(ctx: SystemCtx, step: StepAtHand): Promise<PlatformAct | null> {
  const whole = await findWhole(ctx, step.work.subject);
  if (!whole) return null;
  const input = (step.input ?? {}) as StepInput;
  if (step.kind === 'run' && input.adSet === undefined && input.ad === undefined)
    return runCampaign(whole, step, input);
  if (whole.row.wanted === 'archived') return null;
  const scene = await sceneOf(ctx, whole, step);
  const { intent } = step;
  switch (step.kind) {
    case 'campaign':
      return await campaignAct(ctx, scene);
    case 'ad_set':
      return await adSetAct(ctx, scene, requireThere(scene.sets, input.adSet));
    case 'video': {
      const file = (await filesById(ctx, [input.file ?? null])).get(input.file ?? '');
      const url = await linkForADay(ctx, file);
      if (url === null) throw rejected('no_file', 'The work has lost its file.');
      return { kind: 'video', intent, name: whole.row.name, url };
    }
    case 'video_ready':
      return { kind: 'video_ready', video: step.resultOf(keyOf.video(input.file!)) };
    case 'creative':
      return { kind: 'creative', intent, name: whole.row.name, ...(await contentOf(ctx, scene, input)) };
    case 'ad':
      return await adAct(ctx, scene, input);
    case 'run':
      return runPart(scene, input);
    default:
      return null;
  }
}

/** Asked only when it is still what people want: works are done in their order, but people change their minds. */
function runCampaign(
  { row, platforms }: WholeCampaign,
  { work }: StepAtHand,
  { to = 'paused' }: StepInput,
): PlatformAct | null {
  const id = platforms.find(({ platform }) => platform === work.platform)?.platformId;
  const wanted =
    row.wanted === 'live' && row.hold === null ? 'active' : row.wanted === 'live' ? 'paused' : row.wanted;
  return id != null && to === wanted ? { kind: 'run', what: 'campaign', id, to } : null;
}

interface Scene {
  whole: WholeCampaign;
  step: StepAtHand;
  adapter: AdPlatform;
  /** The campaign's terms as the platform has them. */
  terms: CampaignTerms;
  objective: ReturnType<typeof platformObjective>;
  sets: AdSetRow[];
  ads: AdRow[];
}

async function sceneOf(ctx: SystemCtx, whole: WholeCampaign, step: StepAtHand): Promise<Scene> {
  const { platform } = step.work;
  const { row } = whole;
  const terms =
    platform === row.platform
      ? row.terms
      : (ownCampaignOf({ ...row.terms }, platform).body as unknown as CampaignTerms);
  return {
    ...{ whole, step, terms, adapter: await ctx.reactions.adPlatforms[platform]!() },
    objective: platformObjective(terms.objective, terms.destination.type, terms.optimizationEvent),
    sets: whole.adSets.filter((one) => one.platform === platform && isThere(one)),
    ads: whole.ads.filter((one) => one.platform === platform && isThere(one)),
  };
}

/** The row that a step is about; undefined when it was archived since. */
const requireThere = <T extends { id: string }>(rows: readonly T[], id: string | undefined): T | undefined =>
  rows.find((one) => one.id === id);

const platformIdOf = ({ whole, step }: Scene) => {
  const id = whole.platforms.find(({ platform }) => platform === step.work.platform)?.platformId;
  if (id == null) throw rejected('not_made', 'The campaign was not made there.');
  return id;
};

/** The money there, laid where the platform has budgets. */
async function budgetThere(ctx: SystemCtx, { whole, step, sets, adapter, terms }: Scene) {
  const { platforms, row } = whole;
  const at = platforms.findIndex(({ platform }) => platform === step.work.platform);
  const { adAccount } = platforms[at]!;
  // As old as it may be: what it was checked against is not asked again between two steps.
  const floor = (await findBudgetFloor(ctx, step.work.connectionId, adAccount, 0)) ?? 0;
  const shares = sets.map(({ share }) => share ?? 0);
  const plan = planBudget(row.terms, { at, of: platforms.length }, shares, floor);
  const asOne = isOneBudget(adapter.capabilities, terms);
  return {
    cap: plan.cap,
    whole: asOne ? plan.budget : null,
    of: (id: string): AdBudget | null =>
      asOne ? null : plan.adSets[sets.findIndex((one) => one.id === id)]!,
  };
}

function timesOf({ now }: SystemCtx, { whole, terms }: Scene) {
  const { timezone } = whole.row;
  const { startDate, endDate } = terms.schedule;
  return {
    startsAt: Math.max(now, startOfDayIn(timezone, startDate)),
    endsAt: endDate === null ? null : endOfDayIn(timezone, endDate),
  };
}

async function campaignAct(ctx: SystemCtx, scene: Scene): Promise<PlatformAct> {
  const { whole, step, terms, objective } = scene;
  const budget = await budgetThere(ctx, scene);
  return {
    ...{ kind: 'campaign', intent: step.intent, name: whole.row.name, objective },
    ...{ specialCategories: terms.settings.specialAdCategories ?? [], cap: budget.cap, budget: budget.whole },
    ...{ goal: goalOf(scene), countries: terms.audience.countries, ...timesOf(ctx, scene) },
    trackingTemplate: terms.tracking.trackingUrlTemplate ?? null,
  };
}

async function adSetAct(
  ctx: SystemCtx,
  scene: Scene,
  set: AdSetRow | undefined,
): Promise<PlatformAct | null> {
  if (!set) return null;
  const { whole, step, terms, objective } = scene;
  const [{ of }, account] = await Promise.all([
    budgetThere(ctx, scene),
    findContact(ctx, whole.row.accountId),
  ]);
  return {
    ...{ kind: 'ad_set', intent: step.intent, name: set.name, campaign: platformIdOf(scene), objective },
    // A copy has a budget of its own, and an ad set that was changed an audience.
    budget: set.share === null && set.budget ? set.budget : of(set.id),
    audience: (set.audience as AdAudience | null) ?? audienceOf(terms),
    ...{ goal: goalOf(scene), ...timesOf(ctx, scene) },
    advertiser: account?.name ?? whole.row.name,
  };
}

/** Whom it is for: in the platform's own places, where those were named. */
const audienceOf = ({ audience, settings: { locations } }: CampaignTerms): AdAudience =>
  locations === undefined ? audience : { ...audience, locations };

function goalOf({ terms: { optimizationEvent, settings, destination }, objective }: Scene): AdGoal {
  return {
    event: optimizationEvent,
    pixel: settings.pixel ?? null,
    conversion: settings.conversion ?? null,
    app:
      objective === 'app_promotion' ? { id: settings.app ?? null, storeUrl: destination.value ?? '' } : null,
    targetCost: settings.targetCpa ?? null,
  };
}

/** What an ad shows. Every link carries what attribution goes by. */
async function contentOf(
  ctx: SystemCtx,
  { whole, step, terms }: Scene,
  { submission, file, video, cover }: StepInput,
): Promise<AdContent> {
  const still = cover ?? step.resultOf(keyOf.ready(file!));
  const { primaryText, headline, callToAction } = terms.ad;
  const ours = new URLSearchParams({ service_id: submission!, service_campaign: whole.row.id }).toString();
  const theirs = terms.tracking.urlParameters;
  const { businessName, logo = null } = terms.settings;
  const account = businessName === undefined ? await findContact(ctx, whole.row.accountId) : null;
  return {
    video: video ?? step.resultOf(keyOf.video(file!)),
    cover: still === '' ? null : { url: still },
    ...{ primaryText, headline, callToAction, link: terms.destination.value ?? '' },
    urlParameters: theirs === undefined ? ours : `${ours}&${theirs}`,
    brand: { name: businessName ?? account?.name ?? whole.row.name, logo },
    partner: await partnerOf(ctx, whole, step, submission!),
  };
}

/** In whose name an ad is shown; what is not permitted any more is not shown. */
async function partnerOf(
  ctx: SystemCtx,
  { row }: WholeCampaign,
  { work }: StepAtHand,
  submission: string,
): Promise<AdContent['partner']> {
  if (row.terms.identity === 'brand') return null;
  const code = await findPermissionCode(ctx, row.accountId, work.platform, submission);
  if (code === null) throw rejected('authorization_missing', 'The creator does not permit the ad any more.');
  return { code };
}

async function adAct(ctx: SystemCtx, scene: Scene, input: StepInput): Promise<PlatformAct | null> {
  const { step, sets, ads, adapter } = scene;
  const ad = requireThere(ads, input.ad);
  const set = ad && requireThere(sets, ad.adSetId);
  if (!ad || !set || input.submission === undefined) return null;
  if (set.platformId === null) throw rejected('not_made', 'Its ad set was not made.');
  const creative =
    adapter.capabilities.creatives === 'own'
      ? step.resultOf(keyOf.creative(input.submission))
      : await contentOf(ctx, scene, input);
  return { kind: 'ad', intent: step.intent, name: ad.name, adSet: set.platformId, creative };
}

function runPart({ sets, ads }: Scene, { adSet, ad, to = 'active' }: StepInput): PlatformAct | null {
  const found = ad === undefined ? sets.find(({ id }) => id === adSet) : ads.find(({ id }) => id === ad);
  if (!found?.platformId) return null;
  return { kind: 'run', what: ad === undefined ? 'ad_set' : 'ad', id: found.platformId, to };
}

async function stepDone(ctx: SystemCtx, { work, kind, input, result }: StepDone): Promise<void> {
  const { adSet, ad, to } = (input ?? {}) as StepInput;
  if (kind === 'campaign') return await campaignMade(ctx, work, result);
  if (kind === 'ad_set') saveAdSet(ctx, adSet!, { platformId: result, status: 'paused' });
  if (kind === 'ad') saveAd(ctx, ad!, { platformId: result, status: 'paused' });
  if (kind !== 'run' || to === undefined) return;
  if (ad !== undefined) saveAd(ctx, ad, { status: to });
  else if (adSet !== undefined) saveAdSet(ctx, adSet, { status: to });
}

async function campaignMade(ctx: SystemCtx, { subject, platform }: Work, platformId: string): Promise<void> {
  savePlatform(ctx, { campaignId: subject, platform }, { platformId });
  const whole = await findWhole(ctx, subject);
  // It was archived while the platform made it.
  if (whole?.row.wanted === 'archived')
    planRun(ctx, moved(whole, { platforms: { [platform]: { platformId } } }), 'archived', [platform]);
}

async function workEnded(ctx: SystemCtx, ended: WorkEnded): Promise<void> {
  const whole = await findWhole(ctx, ended.work.subject);
  const platform = whole?.platforms.find((one) => one.platform === ended.work.platform);
  if (!whole || !platform) return;
  if (platform.setUpAt === null && whole.row.wanted !== 'archived') return setUpEnded(ctx, whole, ended);
  const waits = await hasOtherWork(ctx, ended);
  const { row } = whole;
  const change = row.pendingChange?.status === 'in_progress' && !waits ? { pendingChange: null } : {};
  if (ended.outcome === 'failed') {
    const error = errorOf(ended);
    addEntry(ctx, { campaign: row.id, what: 'failed', platform: platform.platform, details: { error } });
    const told = { error, status: 'needs_attention' as const };
    moveCampaign(ctx, whole, { campaign: change, platforms: { [platform.platform]: told } }, 'note');
    return;
  }
  // A launch shows once the platform was asked what came of it; the rest is as it was told to be.
  const known =
    row.wanted === 'archived'
      ? ('archived' as const)
      : row.wanted === 'paused' || row.hold
        ? ('paused' as const)
        : null;
  const told = known === null ? {} : { status: known };
  const campaign = known === null ? {} : change;
  moveCampaign(
    ctx,
    whole,
    { campaign, platforms: { [platform.platform]: { ...told, error: null, stateReadAt: null } } },
    'note',
  );
}

async function hasOtherWork(ctx: SystemCtx, { work }: WorkEnded): Promise<boolean> {
  return (await worksOf(ctx, work.subject)).some(({ id, status }) => id !== work.id && status === 'open');
}

function errorOf({ failures }: WorkEnded): string {
  return failures[0]?.error.message ?? 'It could not be done there.';
}

/** The set-up on one platform is over. What it says of the whole is told when it is over on all. */
function setUpEnded(ctx: SystemCtx, whole: WholeCampaign, ended: WorkEnded): void {
  const { row } = whole;
  const { platform } = ended.work;
  const before = whole.platforms.find((one) => one.platform === platform)!;
  const done = ended.outcome === 'done';
  const error = done ? null : errorOf(ended);
  addEntry(ctx, {
    ...{ campaign: row.id, what: done ? 'set_up' : 'set_up_failed', platform },
    ...(done
      ? {}
      : {
          details: {
            error,
            failures: ended.failures.map(({ key, error: { message } }) => ({ key, message })),
          },
        }),
  });
  const change = done
    ? { setUpAt: ctx.now, error, status: 'paused' as const }
    : { error, status: before.platformId === null ? ('draft' as const) : ('needs_attention' as const) };
  const movement: Movement = { platforms: { [platform]: change } };
  const after = moved(whole, movement).platforms;
  const over = after.every(({ setUpAt, error: wrong }) => setUpAt !== null || wrong !== null);
  const made = after.filter(({ setUpAt }) => setUpAt !== null).length;
  if (over) {
    const type =
      made === after.length
        ? 'campaign.published'
        : made > 0
          ? 'campaign.partially_failed'
          : 'campaign.failed';
    emit(ctx, { type, account: row.accountId, creator: null, data: { campaign: row.id } });
    if (made === after.length) movement.campaign = { publishedAt: ctx.now };
  }
  if (done) launchSetUp(ctx, whole, movement, platform);
  else moveCampaign(ctx, whole, movement, 'note');
}

/** Turns a campaign on where it has just been set up, if that is what people want. */
function launchSetUp(ctx: SystemCtx, whole: WholeCampaign, movement: Movement, platform: string): void {
  const { wanted, hold, launchedAt } = whole.row;
  if (wanted !== 'live' || hold !== null) {
    moveCampaign(ctx, whole, movement, 'note');
    return;
  }
  const there = { ...movement.platforms?.[platform], status: 'processing' as const };
  const campaign = { ...movement.campaign, launchedAt: launchedAt ?? ctx.now };
  moveCampaign(ctx, whole, { campaign, platforms: { [platform]: there } }, 'note');
  planRun(ctx, whole, 'active', [platform]);
}
