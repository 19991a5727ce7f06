// Carries out a plan's steps at a platform, and writes into the campaign what the platform has done.
import type { SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { filesById, linkForADay } from '../../platform/files/interface.ts';
import { campaignMade, partMade } from '../campaign-delivery/interface.ts';
import { step as keyOf, planRun } from '../campaign-delivery/plan-setup.ts';
import { prepareAs } from '../campaign-delivery/prepare-step.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { goingOn, wantedOn } from '../campaign-record/campaign-platforms.ts';
import {
  type CampaignPlatformRow,
  type CampaignRow,
  isThere,
  type WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { findPart, findWhole, insertAdSets } from '../campaign-record/interface.ts';
import { type Movement, moveCampaign, moved } from '../campaign-record/move-campaign.ts';
import { published } from '../campaign-record/published.ts';
import { reasonOfPlanFailure } from '../campaign-record/reason.ts';
import { stepsOfTask } from '../platform-tasks/interface.ts';
import type {
  PlatformAct,
  StepAtHand,
  StepDone,
  StepError,
  TaskCancelled,
  TaskEnded,
  TaskOwner,
} from '../platform-tasks/step.ts';
import { setByAct } from '../resources/interface.ts';
import { endOperation } from './end-operation.ts';
import { evenOut } from './even-out.ts';
import { asIntended, type Intended } from './intended.ts';
import { type OwnInput, planStepOf } from './own-input.ts';
import { saveStep } from './save-step.ts';
import { byPlanStep, endedState, stepState } from './states.ts';
import { type BegunOperation, findBegun, listOthers, type OperationRow, saveChangeOver } from './store.ts';

export const planTasks: TaskOwner = { waits: true, prepare, stepDone, taskEnded, taskCancelled };

async function prepare(ctx: SystemCtx, step: StepAtHand): Promise<PlatformAct | null> {
  const begun = await findBegun(ctx, step.task.record!);
  if (!step.isSent) requireAllowed(begun);
  const { operation } = begun;
  const { intended, campaignId } = operation;
  if (campaignId === null || intended === null) return await upload(ctx, step);
  const whole = await findWhole(ctx, campaignId);
  if (!whole) return null;
  const { adPlatforms } = ctx.reactions;
  const own = await adPlatforms[whole.row.platform]!();
  return await prepareAs(ctx, asIntended(whole, intended, own, Object.keys(adPlatforms)), step);
}

/** Throws operation_rejected once whoever began it may no longer. What was sent is still looked up. */
function requireAllowed({ brand, revokedAt }: BegunOperation): void {
  if (brand === 'ended') throw rejected('brand_ended', 'The brand has ended.');
  if (revokedAt !== null) throw rejected('key_revoked', 'The key that executed the plan was revoked.');
}

/** A video that no campaign shows yet. */
async function upload(ctx: SystemCtx, step: StepAtHand): Promise<PlatformAct> {
  const { file, video } = step.input as OwnInput;
  if (step.kind === 'video_ready')
    return { kind: 'video_ready', video: video ?? step.resultOf(keyOf.video(file!)) };
  const row = (await filesById(ctx, [file!])).get(file!);
  const url = await linkForADay(ctx, row);
  if (url === null) throw rejected('no_file', 'The video is missing.');
  return { kind: 'video', intent: step.intent, name: row!.name ?? file!, url };
}

async function stepDone(ctx: SystemCtx, { task, key, kind, input, act, result }: StepDone): Promise<void> {
  const { operation, steps } = await findBegun(ctx, task.record!);
  const { campaignId, intended, records } = operation;
  if (campaignId === null || intended === null) return;
  const { adSet, ad } = input as OwnInput;
  setByAct(ctx, { id: ad ?? adSet ?? task.subject, platform: task.platform }, act);
  if (kind === 'campaign') await campaignMade(ctx, task, result);
  const whole = await findWhole(ctx, campaignId);
  if (!whole) return;
  const made =
    kind === 'ad_set'
      ? await partDone(ctx, whole, task, 'adSet', adSet!, result, intended)
      : kind === 'ad'
        ? await partDone(ctx, whole, task, 'ad', ad!, result, intended)
        : null;
  const id = planStepOf(input);
  const step = steps.find((one) => one.id === id)!;
  const own = byPlanStep(await stepsOfTask(ctx, task.id)).get(step.id)!;
  const isLast = own.every((one) => one.key === key || one.status === 'done' || one.status === 'skipped');
  const movement = isLast ? await saveStep(ctx, whole, { step, record: records[step.id], intended }) : null;
  // A new version, so that nobody writes back what they read before.
  if (made || movement) moveCampaign(ctx, whole, withCreative(whole, movement ?? {}, made), 'edit');
}

/** A new ad set or ad. */
interface Made {
  /** That an ad shows. */
  submission: string | null;
}

/** @returns null for what the campaign had before. */
async function partDone(
  ctx: SystemCtx,
  whole: WholeCampaign,
  task: StepDone['task'],
  what: 'adSet' | 'ad',
  id: string,
  platformId: string,
  { newAdSets, newAds }: Intended,
): Promise<Made | null> {
  if (await findPart(ctx, what, id)) {
    await partMade(ctx, task, what, id, platformId);
    return null;
  }
  const made = { platformId, status: 'paused' as const, createdAt: ctx.now, updatedAt: ctx.now };
  if (what === 'adSet') {
    const row = { ...newAdSets.find((one) => one.id === id)!, ...made };
    const shares = await evenOut(ctx, task.platform, whole.adSets, row);
    insertAdSets(ctx, [{ ...row, share: shares.get(id) ?? row.share }], []);
    return { submission: null };
  }
  const row = newAds.find((one) => one.id === id)!;
  insertAdSets(ctx, [], [{ ...row, ...made }]);
  return { submission: row.submissionId };
}

function withCreative({ row }: WholeCampaign, movement: Movement, made: Made | null): Movement {
  const submission = made?.submission ?? null;
  const terms = movement.campaign?.terms ?? row.terms;
  if (submission === null || terms.creatives.includes(submission)) return movement;
  const creatives = [...terms.creatives, submission];
  return { ...movement, campaign: { ...movement.campaign, terms: { ...terms, creatives } } };
}

async function taskEnded(ctx: SystemCtx, { task, failures }: TaskEnded): Promise<void> {
  const { operation, steps } = await findBegun(ctx, task.record!);
  const own = byPlanStep(await stepsOfTask(ctx, task.id));
  const mine = steps.filter(({ platform }) => platform === operation.platform);
  const states = mine.map(({ id }) => stepState(own.get(id) ?? [], 'failed', NOTHING, ctx.now));
  const triesUsedUp = failures.some(({ error }) => error.reason === 'too_many_tries');
  await ended(ctx, operation, endedState(states, triesUsedUp), failures[0]?.error ?? null);
}

const NOTHING = { waiting: new Set<string>(), disconnected: false };

/** Somebody paused or archived the campaign, or it ended on the platform: their own batch says what follows for it. */
async function taskCancelled(ctx: SystemCtx, { task }: TaskCancelled): Promise<void> {
  const { operation } = await findBegun(ctx, task.record!);
  // Tasks that have failed are cancelled, too.
  if (operation.endedAs !== null) return;
  endOperation(ctx, operation, 'cancelled');
  if (operation.campaignId !== null) saveChangeOver(ctx, operation.campaignId);
}

/** Ends an operation, and with the last one its plan and the campaign's change. */
async function ended(
  ctx: SystemCtx,
  operation: OperationRow,
  as: NonNullable<OperationRow['endedAs']>,
  error: StepError | null,
): Promise<void> {
  endOperation(ctx, operation, as);
  const { campaignId, planId, platform, id } = operation;
  if (campaignId === null) return;
  const whole = await findWhole(ctx, campaignId);
  if (!whole) return;
  const { row } = whole;
  const details = { plan: planId, operation: id, state: as };
  const told = error && { error: reasonOfPlanFailure(error, { platform, row }) };
  addEntry(ctx, { campaign: row.id, what: 'plan', platform, details: { ...details, ...told } });
  const isLast = (await listOthers(ctx, operation)).every(({ endedAs }) => endedAs !== null);
  const campaign = isLast && row.pendingChange?.action === 'plan' ? { pendingChange: null } : {};
  const there = whole.platforms.find((one) => one.platform === platform);
  const isMade = there && there.platformId !== null && there.status !== 'archived';
  if (isMade && isSetUpNow(whole, there)) {
    setUpBy(ctx, whole, there, { campaign, launches: operation.intended?.wanted !== 'live' });
    return;
  }
  moveCampaign(
    ctx,
    whole,
    { campaign, platforms: isMade ? { [platform]: { stateReadAt: null } } : {} },
    'note',
  );
}

/** Whether a plan has made the last of what was missing. */
function isSetUpNow({ adSets, ads }: WholeCampaign, { platform, setUpAt }: CampaignPlatformRow): boolean {
  const parts = [...adSets, ...ads].filter((one) => one.platform === platform && isThere(one));
  return setUpAt === null && parts.length > 0 && parts.every(({ platformId }) => platformId !== null);
}

/** As after the campaign's own set-up: it is published once that is done everywhere, and runs where people want it to. */
function setUpBy(
  ctx: SystemCtx,
  whole: WholeCampaign,
  { platform }: CampaignPlatformRow,
  { campaign, launches }: { campaign: Partial<CampaignRow>; launches: boolean },
): void {
  const runs = wantedOn(whole.row, platform) === 'live';
  const status = runs ? ('processing' as const) : ('paused' as const);
  const there = { setUpAt: ctx.now, error: null, status, stateReadAt: null };
  const movement: Movement = { campaign, platforms: { [platform]: there } };
  if (goingOn(moved(whole, movement)).every(({ setUpAt }) => setUpAt !== null))
    movement.campaign = { ...campaign, ...published(ctx, whole.row) };
  moveCampaign(ctx, whole, movement, 'note');
  if (runs && launches) planRun(ctx, whole, 'active', [platform]);
}
