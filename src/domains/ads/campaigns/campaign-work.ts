// What the steps of campaigns ask of a platform, and what follows from them.
import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { AdBudget, AdGoal } from '../../../integrations/ads/steps.ts';
import { rejected } from '../../../kit/error.ts';
import { findContact } from '../../accounts/accounts/interface.ts';
import { filesById, linkForADay } from '../../platform/files/interface.ts';
import { ownCampaignOf } from '../ad-fields/added-platform.ts';
import { platformObjective } from '../ad-fields/platform-objective.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { worksOf } from '../platform-work/interface.ts';
import type { PlatformAct, StepAtHand, StepDone, WorkEnded, WorkOwner } from '../platform-work/step.ts';
import { type AdRow, type AdSetRow, isThere, type WholeCampaign } from './campaign.ts';
import { addEntry } from './entries.ts';
import { launchIfWanted } from './launch.ts';
import { type Movement, moveCampaign, moved } from './move-campaign.ts';
import { planBudget } from './plan-budget.ts';
import { planRun, type StepInput, step as keyOf } from './plan-setup.ts';
import { findBudgetFloor, findWhole, saveAd, saveAdSet, savePlatform } from './store.ts';
import { endOfDayIn, startOfDayIn } from './zone.ts';

export const campaignWork: WorkOwner = { prepare, stepDone, workEnded };

async function prepare(ctx: SystemCtx, step: StepAtHand): Promise<PlatformAct | null> {
  const whole = await findWhole(ctx, step.work.subject);
  if (!whole) return null;
  const input = (step.input ?? {}) as StepInput;
  if (step.kind === 'run' && input.adSet === undefined && input.ad === undefined) return runCampaign(whole, step, input);
  if (whole.row.wanted === 'archived') return null;
  const scene = sceneOf(whole, step);
  const { intent } = step;
  switch (step.kind) {
    case 'campaign': {
      const { budget } = await budgetThere(ctx, scene);
      return {
        ...{ kind: 'campaign', intent, name: whole.row.name, objective: scene.objective },
        ...{ specialCategories: categoriesOf(scene.terms), cap: budget.cap },
      };
    }
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
      return creativeAct(scene, input);
    case 'ad':
      return adAct(scene, requireThere(scene.ads, input.ad));
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
  const wanted = row.wanted === 'live' && row.hold === null ? 'active' : row.wanted === 'live' ? 'paused' : row.wanted;
  return id != null && to === wanted ? { kind: 'run', what: 'campaign', id, to } : null;
}

interface Scene {
  whole: WholeCampaign;
  step: StepAtHand;
  /** The campaign's terms as the platform has them. */
  terms: CampaignTerms;
  objective: ReturnType<typeof platformObjective>;
  sets: AdSetRow[];
  ads: AdRow[];
}

function sceneOf(whole: WholeCampaign, step: StepAtHand): Scene {
  const { platform } = step.work;
  const { row } = whole;
  const terms =
    platform === row.platform
      ? row.terms
      : (ownCampaignOf({ ...row.terms }, platform).body as unknown as CampaignTerms);
  return {
    ...{ whole, step, terms },
    objective: platformObjective(terms.objective, terms.destination.type, terms.optimizationEvent),
    sets: whole.adSets.filter((one) => one.platform === platform && isThere(one)),
    ads: whole.ads.filter((one) => one.platform === platform && isThere(one)),
  };
}

/** The row that a step is about; undefined when it was archived since. */
const requireThere = <T extends { id: string }>(rows: readonly T[], id: string | undefined): T | undefined =>
  rows.find((one) => one.id === id);

const categoriesOf = ({ settings }: CampaignTerms) => (settings.specialAdCategories ?? []) as readonly string[];

const platformIdOf = ({ whole, step }: Scene) => {
  const id = whole.platforms.find(({ platform }) => platform === step.work.platform)?.platformId;
  if (id == null) throw rejected('not_made', 'The campaign was not made there.');
  return id;
};

async function budgetThere(ctx: SystemCtx, { whole, step, sets }: Scene) {
  const { platforms, row } = whole;
  const at = platforms.findIndex(({ platform }) => platform === step.work.platform);
  const { adAccount } = platforms[at]!;
  // As old as it may be: what it was checked against is not asked again between two steps.
  const floor = (await findBudgetFloor(ctx, step.work.connectionId, adAccount, 0)) ?? 0;
  const shares = sets.map(({ share }) => share ?? 0);
  const budget = planBudget(row.terms, { at, of: platforms.length }, shares, floor);
  return { budget, of: (id: string): AdBudget => budget.adSets[sets.findIndex((one) => one.id === id)]! };
}

async function adSetAct(ctx: SystemCtx, scene: Scene, set: AdSetRow | undefined): Promise<PlatformAct | null> {
  if (!set) return null;
  const { whole, step, terms, objective } = scene;
  const { timezone, accountId } = whole.row;
  const [{ of }, account] = await Promise.all([budgetThere(ctx, scene), findContact(ctx, accountId)]);
  const { startDate, endDate } = terms.schedule;
  return {
    ...{ kind: 'ad_set', intent: step.intent, name: set.name, campaign: platformIdOf(scene), objective },
    ...{ budget: of(set.id), goal: goalOf(terms), audience: terms.audience },
    startsAt: Math.max(ctx.now, startOfDayIn(timezone, startDate)),
    endsAt: endDate === null ? null : endOfDayIn(timezone, endDate),
    advertiser: account?.name ?? whole.row.name,
  };
}

function goalOf({ optimizationEvent, settings, destination }: CampaignTerms): AdGoal {
  return {
    event: optimizationEvent,
    pixel: settings.pixel ?? null,
    app: settings.app === undefined ? null : { id: settings.app, storeUrl: destination.value ?? '' },
  };
}

function creativeAct({ whole, step, terms }: Scene, { submission, file, video, cover }: StepInput): PlatformAct {
  const still = cover ?? step.resultOf(keyOf.ready(file!));
  if (still === '') throw rejected('no_still', 'The platform has no picture of the video yet.');
  const { primaryText, headline, callToAction } = terms.ad;
  const ours = new URLSearchParams({ service_id: submission!, service_campaign: whole.row.id }).toString();
  const theirs = terms.tracking.urlParameters;
  return {
    ...{ kind: 'creative', intent: step.intent, name: whole.row.name },
    ...{ video: video ?? step.resultOf(keyOf.video(file!)), cover: { url: still } },
    ...{ primaryText, headline, callToAction, link: terms.destination.value ?? '' },
    urlParameters: theirs === undefined ? ours : `${ours}&${theirs}`,
    partner: null,
  };
}

function adAct(scene: Scene, ad: AdRow | undefined): PlatformAct | null {
  if (!ad?.submissionId) return null;
  const { step, sets } = scene;
  const set = sets.find(({ id }) => id === ad.adSetId);
  if (!set) return null;
  if (set.platformId === null) throw rejected('not_made', 'Its ad set was not made.');
  const creative = step.resultOf(keyOf.creative(ad.submissionId));
  return { kind: 'ad', intent: step.intent, name: ad.name, adSet: set.platformId, creative };
}

function runPart({ sets, ads }: Scene, { adSet, ad, to = 'active' }: StepInput): PlatformAct | null {
  const found = ad === undefined ? sets.find(({ id }) => id === adSet) : ads.find(({ id }) => id === ad);
  if (!found?.platformId) return null;
  return { kind: 'run', what: ad === undefined ? 'ad_set' : 'ad', id: found.platformId, to };
}

async function stepDone(ctx: SystemCtx, { work, kind, input, result }: StepDone): Promise<void> {
  const { adSet, ad, to } = (input ?? {}) as StepInput;
  if (kind === 'campaign') savePlatform(ctx, { campaignId: work.subject, platform: work.platform }, { platformId: result });
  if (kind === 'ad_set') saveAdSet(ctx, adSet!, { platformId: result, status: 'paused' });
  if (kind === 'ad') saveAd(ctx, ad!, { platformId: result, status: 'paused' });
  if (kind !== 'run' || to === undefined) return;
  if (ad !== undefined) saveAd(ctx, ad, { status: to });
  else if (adSet !== undefined) saveAdSet(ctx, adSet, { status: to });
}

async function workEnded(ctx: SystemCtx, ended: WorkEnded): Promise<void> {
  const whole = await findWhole(ctx, ended.work.subject);
  const platform = whole?.platforms.find((one) => one.platform === ended.work.platform);
  if (!whole || !platform) return;
  if (platform.setUpAt === null) return await setUpEnded(ctx, whole, ended);
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
  const known = row.wanted === 'archived' ? ('archived' as const) : row.wanted === 'paused' || row.hold ? ('paused' as const) : null;
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
async function setUpEnded(ctx: SystemCtx, whole: WholeCampaign, ended: WorkEnded): Promise<void> {
  const { row } = whole;
  const { platform } = ended.work;
  const before = whole.platforms.find((one) => one.platform === platform)!;
  const done = ended.outcome === 'done';
  const error = done ? null : errorOf(ended);
  addEntry(ctx, {
    ...{ campaign: row.id, what: done ? 'set_up' : 'set_up_failed', platform },
    ...(done ? {} : { details: { error, failures: ended.failures.map(({ key, error: { message } }) => ({ key, message })) } }),
  });
  const change = done
    ? { setUpAt: ctx.now, error, status: 'paused' as const }
    : { error, status: before.platformId === null ? ('draft' as const) : ('needs_attention' as const) };
  const movement: Movement = { platforms: { [platform]: change } };
  const after = moved(whole, movement).platforms;
  const over = after.every(({ setUpAt, error: wrong }) => setUpAt !== null || wrong !== null);
  const made = after.filter(({ setUpAt }) => setUpAt !== null).length;
  if (over && row.wanted !== 'archived') {
    const type =
      made === after.length ? 'campaign.published' : made > 0 ? 'campaign.partially_failed' : 'campaign.failed';
    emit(ctx, { type, account: row.accountId, creator: null, data: { campaign: row.id } });
    if (made === after.length) movement.campaign = { publishedAt: ctx.now };
  }
  if (row.wanted === 'archived') return archiveMade(ctx, whole, movement);
  if (done) launchIfWanted(ctx, whole, movement, [platform]);
  else moveCampaign(ctx, whole, movement, 'note');
}

/** It was archived while a step was under way: what that made is archived behind it. */
function archiveMade(ctx: SystemCtx, whole: WholeCampaign, movement: Movement): void {
  const after = moveCampaign(ctx, whole, movement, 'note');
  planRun(ctx, after, 'archived');
}
