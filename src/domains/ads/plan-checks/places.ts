// Finds the step, and the place in its input, that a problem of the campaign comes from.
import { isWithin } from '../../../kit/json.ts';
import type { CampaignProblem } from '../campaign-record/campaign-problem.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { laidOut } from '../campaign-record/pack-ad-sets.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import { inStep, type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import type { CampaignAfter } from './campaign-after.ts';
import type { PlanScene } from './plan-scene.ts';

/** A problem at its place in the body of PATCH /v1/campaigns. */
export type Found = CampaignProblem;

const SPENT = ['budget', 'schedule'];

type Place = Pick<PlanProblem, 'step' | 'path'>;

export class Places {
  readonly #scene: PlanScene;
  readonly #own: string;
  readonly #after: CampaignAfter;

  constructor(scene: PlanScene, { row }: WholeCampaign, after: CampaignAfter) {
    this.#scene = scene;
    this.#own = row.platform;
    this.#after = after;
  }

  locate({ path, platform, code, message, fix }: Found): PlanProblem {
    return { ...this.#placeOf(path, platform, code), code, message, fix };
  }

  #at(n: number, ...path: PropertyKey[]): Place {
    return { step: this.#scene.plan.steps[n]!.id, path: inStep(n, ...path) };
  }

  #placeOf(path: string, platform: string | null, code: string): Place {
    const [, top = '', ...rest] = path.split('/');
    return (
      this.#ofValue(path, platform) ??
      (top === 'adSets' ? this.#ofAdSet(rest, platform ?? this.#own) : null) ??
      (top === 'creatives' ? this.#ofCreative(Number(rest[0]), platform) : null) ??
      (path === '/connection' || this.#isBlock(path) ? this.#ofPlatform(platform ?? this.#own) : null) ??
      // What a step leaves out is missing in its input.
      (code === 'required' ? this.#first(platform, isCampaign, 'input') : null) ??
      // Its budget and its days go together, and may be too little for what the plan adds.
      (SPENT.includes(top)
        ? (this.#ofSpending(platform) ?? this.#ofAdSet([], platform ?? this.#own))
        : null) ??
      this.#first(platform, isLaunch, 'input', 'status') ??
      this.#first(
        platform,
        (step) => step.resourceKind === 'campaign' && step.mutation !== 'update',
        'input',
      ) ?? {
        step: null,
        path: '/target/id',
      }
    );
  }

  #isBlock(path: string): boolean {
    return (
      path.startsWith('/settings/') && Object.hasOwn(this.#scene.adapters, path.slice('/settings/'.length))
    );
  }

  /** The value that a step sets there; of two platforms', the platform's own. */
  #ofValue(path: string, platform: string | null): Place | null {
    const there = this.#after.values.filter(
      ({ campaignPath }) => isWithin(path, campaignPath) || isWithin(campaignPath, path),
    );
    const value = there.find((one) => one.platform === platform) ?? there[0];
    return value ? { ...this.#at(value.n), path: inStep(value.n, 'input') + value.path } : null;
  }

  #ofSpending(platform: string | null): Place | null {
    return this.#ofValue('/budget', platform) ?? this.#ofValue('/schedule', platform);
  }

  #ofAdSet([at, ...rest]: readonly string[], platform: string): Place | null {
    const { whole, steps } = this.#after;
    const plan = this.#scene.plan.steps;
    const set = whole.adSets.some(({ id }) => id === at)
      ? at
      : (laidOut({ platform }, whole.adSets, whole.ads)[Number(at ?? Number.NaN)]?.id ?? undefined);
    if (set !== undefined && rest[0] === 'ads') {
      const ad = whole.ads.findLast(({ id, adSetId }) => adSetId === set && steps.has(id));
      if (ad) return this.#at(steps.get(ad.id)!, 'input', 'deliveryGroup');
    }
    const n = steps.get(set ?? '');
    if (n !== undefined) return this.#ofShare(n);
    const isGroup = (step: PlanStep) => step.platform === platform && step.resourceKind === 'delivery_group';
    const group = plan.findLastIndex((step) => isGroup(step) && step.input.budgetShare !== undefined);
    if (group >= 0) return this.#ofShare(group);
    const other = plan.findLastIndex((step) => isGroup(step) && step.mutation !== 'set_status');
    return other >= 0 ? this.#ofShare(other) : null;
  }

  #ofShare(n: number): Place {
    const { input, mutation } = this.#scene.plan.steps[n]!;
    if (input.budgetShare !== undefined) return this.#at(n, 'input', 'budgetShare');
    return mutation === 'archive' ? this.#at(n, 'mutation') : this.#at(n, 'input');
  }

  /** The step that brings a submission into the campaign. */
  #ofCreative(at: number, platform: string | null): Place | null {
    const submission = this.#after.whole.row.terms.creatives[at];
    const { steps } = this.#scene.plan;
    const isThere = (step: PlanStep) => platform === null || step.platform === platform;
    for (const field of ['submission', 'source', 'creative']) {
      const n = steps.findIndex(
        (step) =>
          isThere(step) &&
          refIn(step, field) !== undefined &&
          (refIn(step, field)!.id === submission || shownBy(this.#scene, step) === submission),
      );
      if (n >= 0) return this.#at(n, 'input', field, 'id');
    }
    return null;
  }

  #ofPlatform(platform: string): Place | null {
    return this.#first(platform, () => true, 'platform');
  }

  /** A place in the first such step, on the platform if there is one. */
  #first(
    platform: string | null,
    isSuch: (step: PlanStep) => boolean,
    ...path: readonly PropertyKey[]
  ): Place | null {
    const { steps } = this.#scene.plan;
    const there = steps.findIndex((step) => step.platform === platform && isSuch(step));
    const n = there >= 0 ? there : steps.findIndex(isSuch);
    return n >= 0 ? this.#at(n, ...path) : null;
  }
}

const isCampaign = ({ resourceKind }: PlanStep): boolean => resourceKind === 'campaign';

const isLaunch = ({ resourceKind, mutation }: PlanStep): boolean =>
  resourceKind === 'campaign' && mutation === 'set_status';
