// What is wrong with steps beside each other: one object twice, and what a campaign has to be on all its platforms.
import { same } from '../campaign-delivery/changed-campaign.ts';
import { goingOn } from '../campaign-record/campaign-platforms.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { leavesOf } from '../field-catalogue/check-input.ts';
import { hasField } from '../field-catalogue/interface.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import type { PlanStep } from '../plan-record/plan-input.ts';
import type { PlanScene } from './plan-scene.ts';
import { sayer } from './say.ts';

interface Placed {
  step: PlanStep;
  n: number;
}

export function togetherProblems(scene: PlanScene): PlanProblem[] {
  const all = scene.plan.steps.map((step, n): Placed => ({ step, n }));
  return [...twice(all), ...endedToo(scene, all), ...onAllPlatforms(scene, all)];
}

/** An object that two steps change alike would be as the last one of them leaves it. */
function twice(all: readonly Placed[]): PlanProblem[] {
  const seen = new Set<string>();
  return all.flatMap(({ step, n }): PlanProblem[] => {
    const { platform, resourceKind, mutation, localResourceId } = step;
    const isTop = resourceKind === 'campaign';
    if (!isTop && localResourceId === undefined) return [];
    const key = JSON.stringify([platform, mutation, isTop ? null : localResourceId]);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      sayer(step, n)([isTop ? 'resourceKind' : 'localResourceId'], {
        code: 'not_unique',
        message: 'An earlier step does the same to this object.',
        fix: 'Set everything in one step, or remove one of the two.',
      }),
    ];
  });
}

/** Steps about objects that the same plan archives. */
function endedToo({ resources }: PlanScene, all: readonly Placed[]): PlanProblem[] {
  const ended = new Set(
    all.flatMap(({ step: { mutation, localResourceId } }) =>
      mutation === 'archive' && localResourceId !== undefined ? localResourceId : [],
    ),
  );
  return all.flatMap(({ step, n }): PlanProblem[] => {
    const { mutation, localResourceId = '' } = step;
    const parent = resources.get(localResourceId)?.parentId ?? '';
    const isEnded = ended.has(parent) || (mutation !== 'archive' && ended.has(localResourceId));
    if (!isEnded) return [];
    return [
      sayer(step, n)(['localResourceId'], {
        code: 'archived',
        message: 'Another step of the plan archives this object.',
        fix: 'Remove one of the two steps.',
      }),
    ];
  });
}

const OF_ALL: readonly string[] = ['update', 'set_status', 'archive'];

function onAllPlatforms(scene: PlanScene, all: readonly Placed[]): PlanProblem[] {
  const { whole } = scene;
  if (!whole) return [];
  const own = all.filter(
    ({ step }) =>
      step.resourceKind === 'campaign' && whole.platforms.some(({ platform }) => platform === step.platform),
  );
  const made = new Set(own.filter(({ step }) => step.mutation === 'create').map(({ step }) => step.platform));
  // Where its set-up failed, nothing can be changed until it is created.
  const wanted = goingOn(whole)
    .filter(({ platform, platformId }) => platformId !== null || made.has(platform as PlanStep['platform']))
    .map(({ platform }) => platform);
  return ['create', ...OF_ALL].flatMap((mutation) => {
    const steps = own.filter(({ step }) => step.mutation === mutation);
    const base = steps.find(({ step }) => step.platform === whole.row.platform) ?? steps[0];
    if (!base) return [];
    const missing = OF_ALL.includes(mutation)
      ? wanted.filter((platform) => !steps.some(({ step }) => step.platform === platform))
      : [];
    return [
      ...missing.map((platform) =>
        sayer(base.step, base.n)(['platform'], {
          code: 'missing_platform',
          message: `The campaign runs on ${nameOf(scene, platform)} too, and the plan has no such step for it.`,
          fix: `Add the same step for the platform ${platform}.`,
        }),
      ),
      // A second step for the same platform is said by `twice`.
      ...steps
        .filter(({ step }) => step.platform !== base.step.platform)
        .flatMap((one) => unequal(scene, base, one)),
      ...(mutation === 'create' ? steps.flatMap((one) => otherThanThere(scene, whole, made, one)) : []),
    ];
  });
}

const nameOf = ({ adapters }: PlanScene, platform: string) =>
  adapters[platform]?.capabilities.name ?? platform;

/** The values of a step that count on all platforms: settings are each platform's own. */
const shared = ({ input }: PlanStep): Map<string, unknown> =>
  new Map(leavesOf(input).filter(([path]) => !path.startsWith('/settings/') && path !== ''));

function unequal(scene: PlanScene, base: Placed, { step, n }: Placed): PlanProblem[] {
  const [were, are] = [shared(base.step), shared(step)];
  const say = sayer(step, n);
  const fix = 'Set the same value in the steps of both platforms.';
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((path): PlanProblem[] => {
    // A field that only one of the platforms has needs no equal.
    if (![base.step, step].every((one) => isField(scene, one, path))) return [];
    if (were.has(path) === are.has(path) && same(were.get(path), are.get(path))) return [];
    return [
      say(['input', ...(are.has(path) ? path.slice(1).split('/') : [])], {
        code: 'unequal',
        message: `The step for ${nameOf(scene, base.step.platform)} has another value for ${path}.`,
        fix,
      }),
    ];
  });
}

function isField({ plan, adapters }: PlanScene, step: PlanStep, path: string): boolean {
  const adapter = adapters[step.platform];
  return (
    adapter !== undefined &&
    hasField({ ...step, operationType: plan.operationType }, path, adapter.capabilities)
  );
}

/** Where the campaign exists on another platform, its creation here cannot change it there. */
function otherThanThere(
  scene: PlanScene,
  whole: WholeCampaign,
  made: ReadonlySet<string>,
  { step, n }: Placed,
): PlanProblem[] {
  const there = goingOn(whole).find(({ platform, platformId }) => platformId !== null && !made.has(platform));
  if (!there) return [];
  const { name, terms, scheduledLaunchAt } = whole.row;
  const launch = scheduledLaunchAt === null ? null : new Date(scheduledLaunchAt).toISOString();
  const known: unknown = { ...terms, name, scheduledLaunchAt: launch };
  return [...shared(step)].flatMap(([path, value]): PlanProblem[] => {
    const is = path
      .slice(1)
      .split('/')
      .reduce((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], known);
    if (same(is, value) || !isField(scene, step, path)) return [];
    return [
      sayer(step, n)(['input', ...path.slice(1).split('/')], {
        code: 'unequal',
        message: `The campaign exists on ${nameOf(scene, there.platform)} with another value for ${path}.`,
        fix: 'Use the value that the campaign has, and change it in a plan of the type update_campaign.',
      }),
    ];
  });
}
