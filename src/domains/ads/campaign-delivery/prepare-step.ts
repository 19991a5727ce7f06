// Turns the steps of campaigns into requests to a platform, from the rows as they are at that moment.
import type { SystemCtx } from '../../../context.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import type { AdAudience, AdContent, AdGoal, RunningChange } from '../../../integrations/ads/steps.ts';
import { rejected } from '../../../kit/error.ts';
import { endOfDayIn, startOfDayIn } from '../../../kit/zone.ts';
import { OUR_PARAMETERS } from '../../../pixel/our-parameters.ts';
import { findContact } from '../../accounts/accounts/interface.ts';
import { filesById, linkForADay } from '../../platform/files/interface.ts';
import { findPartner } from '../ad-authorizations/interface.ts';
import { platformObjective } from '../ad-fields/platform-objective.ts';
import { audienceOf } from '../campaign-record/audience-of.ts';
import { termsOn, wantedOn } from '../campaign-record/campaign-platforms.ts';
import { type AdRow, type AdSetRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { findWhole } from '../campaign-record/interface.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import type { PlatformAct, StepAtHand } from '../platform-tasks/step.ts';
import { budgetThere } from './budget-there.ts';
import { step as keyOf, type StepInput } from './plan-setup.ts';

export async function prepareStep(ctx: SystemCtx, step: StepAtHand): Promise<PlatformAct | null> {
  const whole = await findWhole(ctx, step.task.subject);
  return whole && (await prepareAs(ctx, whole, step));
}

/** @param whole the campaign as it is to be, which its rows may not say yet. */
export async function prepareAs(
  ctx: SystemCtx,
  whole: WholeCampaign,
  step: StepAtHand,
): Promise<PlatformAct | null> {
  const input = (step.input ?? {}) as StepInput;
  if (step.kind === 'run' && input.adSet === undefined && input.ad === undefined)
    return runCampaign(whole, step, input);
  if (wantedOn(whole.row, step.task.platform) === 'archived') return null;
  const scene = await sceneOf(ctx, whole, step);
  const { intent } = step;
  switch (step.kind) {
    case 'campaign':
      return await campaignAct(ctx, scene);
    case 'ad_set':
      return await adSetAct(ctx, scene, requireThere(scene.sets, input.adSet));
    case 'video': {
      if (!isShown(scene, input)) return null;
      const file = (await filesById(ctx, [input.file ?? null])).get(input.file ?? '');
      const url = await linkForADay(ctx, file);
      if (url === null) throw rejected('no_file', 'The video of the submission is missing.');
      return { kind: 'video', intent, name: whole.row.name, url };
    }
    case 'video_ready':
      if (!isShown(scene, input)) return null;
      return { kind: 'video_ready', video: input.video ?? step.resultOf(keyOf.video(input.file!)) };
    case 'creative':
      if (!isShown(scene, input)) return null;
      return { kind: 'creative', intent, name: whole.row.name, ...(await contentOf(ctx, scene, input)) };
    case 'ad':
      return await adAct(ctx, scene, input);
    case 'run':
      return await permitted(ctx, scene, runPart(scene, input), input);
    case 'change':
      return changeAct(scene, input);
    default:
      return null;
  }
}

/**
 * Skipped when people have changed their mind since: the tasks run in order, but a later one may ask for the opposite.
 */
function runCampaign(
  { row, platforms }: WholeCampaign,
  { task }: StepAtHand,
  { to = 'paused' }: StepInput,
): PlatformAct | null {
  const id = platforms.find(({ platform }) => platform === task.platform)?.platformId;
  const wanted = wantedOn(row, task.platform);
  return id != null && to === (wanted === 'live' ? 'active' : wanted)
    ? { kind: 'run', what: 'campaign', id, to }
    : null;
}

interface Scene {
  whole: WholeCampaign;
  step: StepAtHand;
  adapter: AdPlatform;
  /** The campaign's terms with the platform's own block applied. */
  terms: CampaignTerms;
  objective: ReturnType<typeof platformObjective>;
  sets: AdSetRow[];
  ads: AdRow[];
}

async function sceneOf(ctx: SystemCtx, whole: WholeCampaign, step: StepAtHand): Promise<Scene> {
  const { platform } = step.task;
  const terms = termsOn(whole.row.terms, whole.row, platform);
  return {
    whole,
    step,
    terms,
    adapter: await ctx.reactions.adPlatforms[platform]!(),
    objective: platformObjective(terms.objective, terms.destination.type, terms.optimizationEvent),
    sets: whole.adSets.filter((one) => one.platform === platform && isThere(one)),
    ads: whole.ads.filter((one) => one.platform === platform && isThere(one)),
  };
}

/** Whether an ad still shows the submission. The video of an archived ad must not hold up the others. */
function isShown({ ads }: Scene, { submission, shows }: StepInput): boolean {
  const shown = shows ?? (submission === undefined ? null : [submission]);
  return (
    shown === null || ads.some(({ submissionId }) => submissionId !== null && shown.includes(submissionId))
  );
}

/** The step's row; undefined when it was archived meanwhile. */
const requireThere = <T extends { id: string }>(rows: readonly T[], id: string | undefined): T | undefined =>
  rows.find((one) => one.id === id);

const platformIdOf = ({ whole, step }: Scene) => {
  const id = whole.platforms.find(({ platform }) => platform === step.task.platform)?.platformId;
  if (id == null) throw rejected('not_made', 'The campaign was not created there.');
  return id;
};

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
  const budget = await budgetThere(ctx, whole, step.task.platform);
  return {
    kind: 'campaign',
    intent: step.intent,
    name: whole.row.name,
    objective,
    specialCategories: terms.settings.specialAdCategories ?? [],
    cap: budget.cap,
    budget: budget.whole,
    goal: goalOf(scene),
    countries: terms.audience.countries,
    ...timesOf(ctx, scene),
    trackingTemplate: terms.tracking.trackingUrlTemplate ?? null,
    settings: terms.settings,
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
    budgetThere(ctx, whole, step.task.platform),
    findContact(ctx, whole.row.accountId),
  ]);
  return {
    kind: 'ad_set',
    intent: step.intent,
    name: set.name,
    campaign: platformIdOf(scene),
    objective,
    // A copy has its own budget, and an ad set that was edited has its own audience.
    budget: set.share === null ? set.budget : of(set.id),
    audience: (set.audience as AdAudience | null) ?? audienceOf(terms),
    goal: goalOf(scene),
    ...timesOf(ctx, scene),
    advertiser: account?.name ?? whole.row.name,
    settings: terms.settings,
  };
}

function goalOf({ terms: { optimizationEvent, settings, destination }, objective }: Scene): AdGoal {
  const { conversionGoal: goal } = settings;
  return {
    event: optimizationEvent,
    pixel: settings.pixel ?? null,
    conversion: typeof goal === 'string' ? goal : (settings.conversion ?? null),
    app:
      objective === 'app_promotion' ? { id: settings.app ?? null, storeUrl: destination.value ?? '' } : null,
    targetCost: settings.targetCpa ?? null,
  };
}

/** The content of an ad. Every link carries the parameters that attribution relies on. */
async function contentOf(
  ctx: SystemCtx,
  { whole, step, terms }: Scene,
  { submission, file, video, cover }: StepInput,
): Promise<AdContent> {
  // A creator's post already has a video and a thumbnail.
  const still = file === undefined ? '' : (cover ?? step.resultOf(keyOf.ready(file)));
  const { primaryText, headline, callToAction } = terms.ad;
  const ours = new URLSearchParams({
    [OUR_PARAMETERS.submission]: submission!,
    [OUR_PARAMETERS.campaign]: whole.row.id,
  }).toString();
  const theirs = terms.tracking.urlParameters;
  const { businessName, logo = null } = terms.settings;
  const account = businessName === undefined ? await findContact(ctx, whole.row.accountId) : null;
  return {
    video: file === undefined ? '' : (video ?? step.resultOf(keyOf.video(file))),
    cover: still === '' ? null : { url: still },
    primaryText,
    headline,
    callToAction,
    link: terms.destination.value ?? '',
    urlParameters: theirs === undefined ? ours : `${ours}&${theirs}`,
    brand: { name: businessName ?? account?.name ?? whole.row.name, logo },
    partner: await partnerOf(ctx, whole, step, submission!),
  };
}

/**
 * What the creator's permission is recognized by, for ads with a creator's identity. Throws when the creator has withdrawn the
 * permission.
 */
async function partnerOf(
  ctx: SystemCtx,
  { row }: WholeCampaign,
  { task }: StepAtHand,
  submission: string,
): Promise<AdContent['partner']> {
  if (row.terms.identity === 'brand') return null;
  const partner = await findPartner(ctx, row.accountId, task.platform, submission);
  if (partner === null) throw rejected('authorization_missing', 'The creator no longer authorizes the ad.');
  return partner;
}

/** An ad is not activated after the creator has withdrawn the permission. */
async function permitted(
  ctx: SystemCtx,
  { whole, step, ads }: Scene,
  act: PlatformAct | null,
  { ad, to = 'active' }: StepInput,
): Promise<PlatformAct | null> {
  const shown = act && to === 'active' ? requireThere(ads, ad)?.submissionId : null;
  if (shown != null) await partnerOf(ctx, whole, step, shown);
  return act;
}

async function adAct(ctx: SystemCtx, scene: Scene, input: StepInput): Promise<PlatformAct | null> {
  const { step, sets, ads, adapter } = scene;
  const ad = requireThere(ads, input.ad);
  const set = ad && requireThere(sets, ad.adSetId);
  if (!ad || !set || input.submission === undefined) return null;
  if (set.platformId === null) throw rejected('not_made', 'Its ad set was not created.');
  const creative =
    adapter.capabilities.creatives === 'own'
      ? (input.creative ?? step.resultOf(keyOf.creative(input.submission)))
      : await contentOf(ctx, scene, input);
  return { kind: 'ad', intent: step.intent, name: ad.name, adSet: set.platformId, creative };
}

/**
 * Most values come from the campaign as it is now. A budget comes from the change itself, since changes are applied in
 * order.
 */
function changeAct(scene: Scene, { adSet, ad, change = {} }: StepInput): PlatformAct | null {
  const { whole, step, terms, sets, ads } = scene;
  const { endDate } = terms.schedule;
  const { audience, countries, ends, ...rest } = change;
  const asked: RunningChange = {
    ...rest,
    ...(audience ? { audience: audienceOf(terms), settings: terms.settings } : {}),
    ...(countries ? { countries: terms.audience.countries } : {}),
    ...(ends && endDate !== null ? { endsAt: endOfDayIn(whole.row.timezone, endDate) } : {}),
  };
  if (Object.keys(asked).length === 0) return null;
  const [what, id] =
    ad !== undefined
      ? (['ad', requireThere(ads, ad)?.platformId] as const)
      : adSet !== undefined
        ? (['ad_set', requireThere(sets, adSet)?.platformId] as const)
        : ([
            'campaign',
            whole.platforms.find((one) => one.platform === step.task.platform)?.platformId,
          ] as const);
  // An object that does not exist yet will be created with the new values.
  return id == null ? null : { kind: 'change', what, id, change: asked };
}

function runPart({ sets, ads }: Scene, { adSet, ad, id, to = 'active' }: StepInput): PlatformAct | null {
  if (id !== undefined) return { kind: 'run', what: ad === undefined ? 'ad_set' : 'ad', id, to };
  const found = ad === undefined ? sets.find(({ id }) => id === adSet) : ads.find(({ id }) => id === ad);
  if (!found?.platformId) return null;
  return { kind: 'run', what: ad === undefined ? 'ad_set' : 'ad', id: found.platformId, to };
}
