import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import {
  cursorBehind,
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { reasonOfPlanFailure } from '../campaign-record/reason.ts';
import type { PlanStep } from '../plan-record/plan-input.ts';
import { DEPENDENCY_FAILED } from '../platform-tasks/interface.ts';
import type { StepError } from '../platform-tasks/step.ts';
import { campaignResourceId, contentResourceId, resourceIdOf } from '../resources/interface.ts';
import type { AdsOperation } from './ads-operation.ts';
import { repairOf } from './repair.ts';
import { byPlanStep, stepState } from './states.ts';
import {
  type Around,
  type AskedStep,
  findOperation,
  listOperations,
  type OperationFilter,
  type OperationRow,
  type SeenOperation,
} from './store.ts';

/** An operation of the acting account. Throws not_found. */
export async function getAdsOperation(ctx: Ctx, id: string): Promise<AdsOperation> {
  const found = await findOperation(ctx, actingAccount(ctx.actor).id, id);
  if (!found) throw notFound('operation');
  return presentOperation(found.row, found.around, ctx.now);
}

/** The acting account's, newest first. */
export async function listAdsOperations(
  ctx: Ctx,
  query: ListInput & OperationFilter,
): Promise<ListPage<AdsOperation>> {
  const accountId = actingAccount(ctx.actor).id;
  const list = listOf(ctx, `ads-operations ${accountId}`);
  const range = idRange(list, 'adsOperation', query);
  const found = await listOperations(ctx, accountId, query, query.limit + 1, range);
  const rows = found.map((one) => ({ ...one, id: one.row.id }));
  const end = rows.findIndex(({ beyond }) => beyond);
  const page =
    end < 0
      ? toListPage(list, query, rows)
      : { items: rows.slice(0, end), nextCursor: cursorBehind(list, query, rows[end - 1]!.id) };
  return mapListPage(page, ({ row, around }) => presentOperation(row, around, ctx.now));
}

export function presentOperation(
  row: SeenOperation,
  { plan, steps, waiting, campaign }: Around,
  now: number,
): AdsOperation {
  const asked = byPlanStep(steps);
  const held = { waiting, disconnected: row.isDisconnected };
  const own = plan.steps.filter(({ platform }) => platform === row.platform);
  const states = new Map(own.map(({ id }) => [id, stepState(asked.get(id) ?? [], row.endedAs, held, now)]));
  const resource = (step: PlanStep) => resourceOf(row, step, asked.get(step.id) ?? []);
  // An archived campaign takes no further plan.
  const isOver = row.isRepaired || campaign?.status === 'archived' || campaign?.wanted === 'archived';
  return {
    id: row.id,
    planId: row.planId,
    campaignId: row.campaignId,
    platform: row.platform as AdsOperation['platform'],
    state: row.state,
    steps: own.map((step) => {
      const steps = asked.get(step.id) ?? [];
      const [state, made] = [states.get(step.id)!, resource(step)];
      const failed = steps.find(({ status }) => status === 'failed')?.error;
      return {
        ...{ id: step.id, resourceKind: step.resourceKind, mutation: step.mutation, state },
        attempts: steps.reduce((sum, { tries }) => sum + tries, 0),
        resource: made === null ? null : { kind: step.resourceKind, id: made },
        error: state === 'failed' ? told(failed ?? NOT_REACHED, row, campaign) : null,
      };
    }),
    repair: row.endedAs === null || isOver ? null : repairOf(row, plan, states, resource),
    endedAt: isoOrNull(row.endedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

/** A step that was not asked for since one that it depends on failed. */
const NOT_REACHED: StepError = {
  ...DEPENDENCY_FAILED,
  field: null,
  platformCode: null,
  path: null,
};

function told(
  error: StepError,
  { platform }: OperationRow,
  campaign: Around['campaign'],
): AdsOperation['steps'][number]['error'] {
  const { code, message, fix, path } = reasonOfPlanFailure(error, { platform, row: campaign });
  return { code, message, field: path, fix };
}

/** Whether a record of an operation is a resource: a video that was there before. */
const isResource = (record: string | undefined): record is string => isId(record ?? '', ['adsResource']);

/** The platform's step that makes what a step of the plan is about. */
const MAKES: Partial<Record<PlanStep['resourceKind'], AskedStep['kind']>> = {
  media: 'video',
  creative: 'creative',
  delivery_group: 'ad_set',
  ad: 'ad',
};

/** The resource that a step made or changed; null until there is one. */
function resourceOf(
  { campaignId, platform, records }: OperationRow,
  { id, resourceKind }: PlanStep,
  asked: readonly AskedStep[],
): string | null {
  const making = asked.find(({ kind }) => kind === MAKES[resourceKind]);
  if (making && making.status !== 'done') return null;
  if (resourceKind === 'campaign') return campaignResourceId(campaignId!, platform);
  const record = records[id];
  if (resourceKind === 'media' || resourceKind === 'creative')
    return making ? contentResourceId(making.taskId, making.n) : isResource(record) ? record : null;
  return record === undefined ? null : resourceIdOf(record);
}
