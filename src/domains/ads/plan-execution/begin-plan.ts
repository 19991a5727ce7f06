// Plans, in the caller's batch, what a plan asks of its platforms, and what it makes of its campaign at once.
import type { Ctx } from '../../../context.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { addCampaignSubmissions } from '../../money/campaign-pay/interface.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import type { CampaignRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { type Movement, moveCampaign, moved } from '../campaign-record/move-campaign.ts';
import type { PlanScene } from '../plan-checks/plan-scene.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import { inSequence, type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import { newTaskId, planTask } from '../platform-tasks/interface.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { uploadedBefore } from './brought-before.ts';
import { type Compiled, compilePlan, compileUploads } from './compile-plan.ts';
import { tellEnded } from './end-operation.ts';
import { intend } from './intend.ts';
import { asIntended, type Intended } from './intended.ts';
import { orderSteps } from './order-steps.ts';
import { saveStep } from './save-step.ts';
import { type EarlierStep, insertOperation, type OperationRow } from './store.ts';
import { unlike } from './unlike.ts';

/** What a plan was checked against. */
export interface BeginScene extends PlanScene {
  /** What the operations that a repair follows have asked; nothing for other plans. */
  earlier: readonly EarlierStep[];
}

/** What a plan comes to: what it makes of its campaign, and what each of its steps asks and is about. */
interface Begun {
  intended: Intended | null;
  compiled: Compiled;
  /** The ad set, ad, file or submission that a step is about. */
  recordOf: (step: PlanStep) => string | undefined;
}

/**
 * Throws conflict where a connection is no longer active. One that changes in the same moment raises the revision of the plan.
 * @returns its operations, and by platform what is asked there.
 */
export async function beginPlan(
  ctx: Ctx,
  plan: WholePlan,
  scene: BeginScene,
): Promise<{ operations: OperationRow[]; tasks: ReadonlyMap<string, readonly PlannedStep[]> }> {
  const { input } = plan;
  const { whole } = scene;
  const connections = connectionsOf(plan, scene);
  const begun = whole ? beginCampaign(ctx, whole, scene) : beginUploads(scene);
  const taskIds = new Map(input.platforms.map((platform) => [platform as string, newTaskId(ctx)]));
  const tasks = orderSteps(input.steps, begun.compiled, taskIds);
  const operations = input.platforms.map((platform): OperationRow => {
    const own = input.steps.filter((step) => step.platform === platform);
    const asks = (tasks.get(platform) ?? []).length > 0;
    return {
      id: newId('adsOperation', ctx.now),
      planId: plan.id,
      accountId: plan.accountId,
      campaignId: plan.campaignId,
      executedBy: ctx.actor.callerId,
      platform,
      connectionId: connections.get(platform)!.id,
      taskId: asks ? taskIds.get(platform)! : null,
      intended: begun.intended,
      records: Object.fromEntries(
        own.flatMap((step) => {
          const record = begun.recordOf(step);
          return record === undefined ? [] : [[step.id, record]];
        }),
      ),
      endedAs: asks ? null : 'succeeded',
      endedAt: asks ? null : ctx.now,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
  });
  for (const one of operations) {
    insertOperation(ctx, one);
    if (one.taskId === null) {
      tellEnded(ctx, one);
      continue;
    }
    const connection = connections.get(one.platform)!;
    const task = { id: one.taskId, owner: 'plan' as const, record: one.id, connection };
    planTask(ctx, { ...task, subject: plan.campaignId ?? plan.id, steps: tasks.get(one.platform)! });
  }
  if (whole) await saveBegun(ctx, plan, whole, begun, operations);
  return { operations, tasks };
}

/** The connection on each platform: the campaign's own, and for uploads the account's only one. */
function connectionsOf({ input }: WholePlan, { whole, active }: BeginScene): Map<string, ConnectionRow> {
  const found = input.platforms.map((platform) => {
    const all = active.get(platform)!;
    const there = whole?.platforms.find((one) => one.platform === platform);
    const own = there ? all.find(({ id }) => id === there.connectionId) : all[0];
    if (!own) throw new AppError('conflict', 'The ad account is no longer connected. Reconnect it.');
    return [platform, own] as const;
  });
  return new Map(found);
}

function beginCampaign(ctx: Ctx, whole: WholeCampaign, scene: BeginScene): Begun {
  const { plan, resources, videos, floors, earlier, now } = scene;
  // All platforms of the campaign were found when it was checked.
  const adapters = scene.adapters as Readonly<Record<string, AdPlatform>>;
  const intending = { plan, whole, resources, adapters, now };
  const { intended, made } = intend(intending);
  const blocks = Object.keys(ctx.reactions.adPlatforms);
  const after = asIntended(whole, intended, adapters[whole.row.platform]!, blocks);
  const files = filesOf(scene);
  const compiled = compilePlan({
    ...intending,
    before: plan.sourceOperationId === undefined ? whole : unlike(whole, Object.values(intended.patches)),
    ...{ after, made, earlier, files, known: videos, floors },
  });
  const recordOf = (step: PlanStep) =>
    made.get(step.id) ?? resources.get(step.localResourceId ?? '')?.localId ?? contentOf(scene, step, files);
  return { intended, compiled, recordOf };
}

function beginUploads(scene: BeginScene): Begun {
  const files = filesOf(scene);
  return {
    intended: null,
    compiled: compileUploads(scene.plan, { files, earlier: scene.earlier }),
    recordOf: (step) => contentOf(scene, step, files),
  };
}

/** The file that an upload is of, or its resource where the platform has it already; the work that a creative shows. */
function contentOf(
  scene: BeginScene,
  step: PlanStep,
  files: ReadonlyMap<string, string>,
): string | undefined {
  if (step.resourceKind === 'creative') return shownBy(scene, step);
  const source = refIn(step, 'source');
  if (!source) return undefined;
  const file = files.get(source.id) ?? source.id;
  const there = scene.videos.get(step.platform)?.get(file) ?? uploadedBefore(file, scene.earlier);
  return there?.resource ?? file;
}

/** By submission that the plan names or the campaign shows: its file. */
function filesOf({ submissions, known }: BeginScene): Map<string, string> {
  const all = [...submissions, ...(known.submissions ?? [])];
  return new Map(all.flatMap(([id, { fileId }]) => (fileId === null ? [] : [[id, fileId]])));
}

/** A brand that approves a plan which launches its partner's campaign has approved that campaign. */
function approvedBy({ now }: Ctx, { row }: WholeCampaign): Partial<CampaignRow> {
  if (row.approvalStatus === null || row.approvalStatus === 'approved') return {};
  return { approvalStatus: 'approved', approvalReviewedAt: now };
}

/** Notes the plan at the campaign, with what asks nothing of a platform. */
async function saveBegun(
  ctx: Ctx,
  plan: WholePlan,
  whole: WholeCampaign,
  { intended, compiled, recordOf }: Begun,
  operations: readonly OperationRow[],
): Promise<void> {
  const goesOn = operations.some(({ endedAs }) => endedAs === null);
  const asks = intended?.wanted === 'live' ? { hold: null, ...approvedBy(ctx, whole) } : {};
  let movement: Movement = {
    campaign: { ...asks, pendingChange: goesOn ? { action: 'plan', status: 'in_progress' } : null },
  };
  for (const step of inSequence(plan.input.steps)) {
    if (compiled.get(step.id)!.length > 0) continue;
    const more = await saveStep(ctx, moved(whole, movement), {
      step,
      record: recordOf(step),
      intended: intended!,
    });
    // No platform's state changes without something being asked there.
    movement = { campaign: { ...movement.campaign, ...more?.campaign } };
  }
  addCampaignSubmissions(
    ctx,
    whole.row.id,
    intended!.newAds.flatMap(({ submissionId }) => submissionId ?? []),
  );
  addEntry(ctx, { campaign: whole.row.id, what: 'plan', details: { plan: plan.id } });
  moveCampaign(ctx, whole, movement, 'edit');
}
