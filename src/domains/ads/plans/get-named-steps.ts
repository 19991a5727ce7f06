// What the steps of a plan are about, by names instead of IDs.
import type { Ctx } from '../../../context.ts';
import { listPictured, type Pictured } from '../../work/submissions/list-pictured.ts';
import { type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import { type FoundResource, findResources, recordsBehind } from '../resources/interface.ts';
import { requireOwnPlan } from './get-ads-plan.ts';

/** What a step is about, by its names. */
export interface NamedStep {
  id: string;
  /** The ad set or ad that it is about; null for a campaign, and for content. */
  name: string | null;
  video: Pictured | null;
}

/** What names the steps. */
export interface Names {
  steps: readonly PlanStep[];
  resources: ReadonlyMap<string, FoundResource>;
  videos: ReadonlyMap<string, Pictured>;
}

/** What the steps of a plan of the acting account are about, and nothing else of them. Throws not_found. */
export async function getNamedSteps(ctx: Ctx, id: string): Promise<NamedStep[]> {
  const { accountId, input } = await requireOwnPlan(ctx, id);
  const names = await namesOf(ctx, accountId, input.steps);
  return input.steps.map((step) => named(names, step));
}

export const namedIn = (steps: readonly PlanStep[], kind: string): string[] =>
  steps
    .flatMap((step) => Object.keys(step.input).flatMap((name) => refIn(step, name) ?? []))
    .flatMap((one) => (one.kind === kind ? one.id : []));

export const objectsIn = (steps: readonly PlanStep[]): string[] => [
  ...namedIn(steps, 'resource'),
  ...steps.flatMap(({ localResourceId }) => localResourceId ?? []),
];

export async function namesOf(ctx: Ctx, accountId: string, steps: readonly PlanStep[]): Promise<Names> {
  const among = recordsBehind(accountId, namedIn(steps, 'resource'));
  const [resources, videos] = await Promise.all([
    findResources(ctx, accountId, objectsIn(steps)),
    listPictured(ctx, accountId, { ids: namedIn(steps, 'submission'), among }),
  ]);
  return { steps, resources, videos: new Map(videos.map((one) => [one.id, one])) };
}

export function named(names: Names, step: PlanStep): NamedStep {
  const isPart = step.resourceKind === 'delivery_group' || step.resourceKind === 'ad';
  const said = typeof step.input.name === 'string' ? step.input.name : null;
  return {
    id: step.id,
    name: isPart ? (names.resources.get(step.localResourceId ?? '')?.name ?? said) : null,
    video: names.videos.get(videoOf(names, step) ?? '') ?? null,
  };
}

const videoOf = ({ steps, resources }: Names, step: PlanStep): string | undefined =>
  refIn(step, 'source')?.id ?? shownBy({ plan: { steps: [...steps] }, resources }, step);
