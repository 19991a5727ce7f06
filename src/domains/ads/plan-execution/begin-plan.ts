// Plans, in the caller's batch, what a plan asks of its platforms, and what it makes of its campaign at once.
import type { Ctx } from '../../../context.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { listActiveConnections, requireActive } from '../../accounts/connections/interface.ts';
import { addCampaignSubmissions } from '../../money/campaign-pay/interface.ts';
import { submissionsById } from '../../work/submissions/interface.ts';
import { knownVideos } from '../campaign-delivery/plan-setup.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import type { CampaignRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { findBudgetFloor } from '../campaign-record/interface.ts';
import { type Movement, moveCampaign, moved } from '../campaign-record/move-campaign.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import { inSequence, type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import { newTaskId, planTask } from '../platform-tasks/interface.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { type Compiled, compilePlan, compileUploads } from './compile-plan.ts';
import { tellEnded } from './end-operation.ts';
import { intend, type NamedResource } from './intend.ts';
import { asIntended, type Intended } from './intended.ts';
import { orderSteps } from './order-steps.ts';
import { saveStep } from './save-step.ts';
import { insertOperation, listEarlier, type OperationRow } from './store.ts';
import { unlike } from './unlike.ts';

/** What a plan is about: its campaign, null for uploads alone, and the resources that it names. */
export interface BeginScene {
  whole: WholeCampaign | null;
  resources: ReadonlyMap<string, NamedResource>;
}

/** What a plan comes to: what it makes of its campaign, and what each of its steps asks and is about. */
interface Begun {
  intended: Intended | null;
  compiled: Compiled;
  /** The ad set, ad, file or submission that a step is about. */
  recordOf: (step: PlanStep) => string | undefined;
}

/**
 * Throws conflict where a connection is not as it was when the plan was checked.
 * @returns its operations, and by platform what is asked there.
 */
export async function beginPlan(
  ctx: Ctx,
  plan: WholePlan,
  { whole, resources }: BeginScene,
): Promise<{ operations: OperationRow[]; tasks: ReadonlyMap<string, readonly PlannedStep[]> }> {
  const { input } = plan;
  const [connections, begun] = await Promise.all([
    connectionsOf(ctx, plan, whole),
    whole ? beginCampaign(ctx, plan, whole, resources) : beginUploads(ctx, plan),
  ]);
  for (const one of connections.values()) requireActive(ctx, one);
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
async function connectionsOf(
  ctx: Ctx,
  { accountId, input }: WholePlan,
  whole: WholeCampaign | null,
): Promise<Map<string, ConnectionRow>> {
  const found = await Promise.all(
    input.platforms.map(async (platform) => {
      const active = await listActiveConnections(ctx, accountId, platform);
      const there = whole?.platforms.find((one) => one.platform === platform);
      const own = there
        ? active.find(({ id }) => id === there.connectionId)
        : active.length === 1 && active[0];
      if (!own) throw new AppError('conflict', 'The ad account is no longer connected. Reconnect it.');
      return [platform, own] as const;
    }),
  );
  return new Map(found);
}

async function beginCampaign(
  ctx: Ctx,
  { input }: WholePlan,
  whole: WholeCampaign,
  resources: BeginScene['resources'],
): Promise<Begun> {
  const adapters = Object.fromEntries(
    await Promise.all(
      whole.platforms.map(
        async ({ platform }) =>
          [platform, (await ctx.reactions.adPlatforms[platform]!()) as AdPlatform] as const,
      ),
    ),
  );
  const scene = { plan: input, whole, resources, adapters, now: ctx.now };
  const { intended, made } = intend(scene);
  const blocks = Object.keys(ctx.reactions.adPlatforms);
  const after = asIntended(whole, intended, adapters[whole.row.platform]!, blocks);
  const shown = [...new Set(after.ads.flatMap(({ submissionId }) => submissionId ?? []))];
  const sources = input.steps.flatMap((step) => refIn(step, 'source')?.id ?? []);
  const there = whole.platforms.filter(({ platform }) => (input.platforms as string[]).includes(platform));
  const source = input.sourceOperationId;
  const [files, earlier, known, floors] = await Promise.all([
    filesOf(ctx, [...shown, ...sources]),
    source === undefined ? [] : listEarlier(ctx, source),
    Promise.all(
      there.map(async ({ platform }) => [platform, await knownVideos(ctx, whole.row.id, platform)] as const),
    ),
    Promise.all(
      there.map(
        async ({ platform, connectionId, adAccount }) =>
          [platform, (await findBudgetFloor(ctx, connectionId, adAccount, 0)) ?? 0] as const,
      ),
    ),
  ]);
  const compiled = compilePlan({
    ...scene,
    before: source === undefined ? whole : unlike(whole, Object.values(intended.patches)),
    ...{ after, made, earlier, files, known: new Map(known), floors: new Map(floors) },
  });
  const recordOf = (step: PlanStep) =>
    made.get(step.id) ?? resources.get(step.localResourceId ?? '')?.localId ?? contentOf(scene, step, files);
  return { intended, compiled, recordOf };
}

async function beginUploads(ctx: Ctx, { input }: WholePlan): Promise<Begun> {
  const files = await filesOf(
    ctx,
    input.steps.flatMap((step) => refIn(step, 'source')?.id ?? []),
  );
  const scene = { plan: input, resources: new Map<string, NamedResource>() };
  return {
    intended: null,
    compiled: compileUploads(input, files),
    recordOf: (step) => contentOf(scene, step, files),
  };
}

/** The file that an upload is of, or the work that a creative shows. */
function contentOf(
  scene: Parameters<typeof shownBy>[0],
  step: PlanStep,
  files: ReadonlyMap<string, string>,
): string | undefined {
  if (step.resourceKind === 'creative') return shownBy(scene, step);
  const source = refIn(step, 'source');
  return source && (files.get(source.id) ?? source.id);
}

/** By submission: its file. */
async function filesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const submissions = await submissionsById(ctx, [...new Set(ids)]);
  return new Map([...submissions].flatMap(([id, { fileId }]) => (fileId === null ? [] : [[id, fileId]])));
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
    movement = {
      campaign: { ...movement.campaign, ...more.campaign },
      platforms: { ...movement.platforms, ...more.platforms },
    };
  }
  addCampaignSubmissions(
    ctx,
    whole.row.id,
    intended!.newAds.flatMap(({ submissionId }) => submissionId ?? []),
  );
  addEntry(ctx, { campaign: whole.row.id, what: 'plan', details: { plan: plan.id } });
  moveCampaign(ctx, whole, movement, 'edit');
}
