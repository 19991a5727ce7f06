// Turns a plan into the steps that the platforms are asked. Reads and writes nothing.
import {
  changeSteps,
  contentChanged,
  fullSets,
  replaceSteps,
} from '../campaign-delivery/change-on-platform.ts';
import {
  adSetSteps,
  adSteps,
  type KnownVideos,
  step as keyOf,
  type StepInput,
} from '../campaign-delivery/plan-setup.ts';
import { goingOn, termsOn } from '../campaign-record/campaign-platforms.ts';
import { type AdRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { adsAnAdSet } from '../campaign-record/pack-ad-sets.ts';
import { inSequence, type PlanInput, type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { Asked } from './asked.ts';
import type { PlanScene } from './intend.ts';
import { planStepOf } from './own-input.ts';
import type { EarlierStep } from './store.ts';

export interface CompileScene extends PlanScene {
  /** The campaign whose differences from what it is to be are asked for: as it is, but for repairs. */
  before: WholeCampaign;
  /** The campaign as it is when all is done. */
  after: WholeCampaign;
  /** By step of the plan: the ad sets and ads that it creates. */
  made: ReadonlyMap<string, string>;
  /** What the operations that a repair follows have asked; nothing for other plans. */
  earlier: readonly EarlierStep[];
  /** By submission: its file. */
  files: ReadonlyMap<string, string>;
  /** By platform: what it has, and the least daily budget. */
  known: ReadonlyMap<string, KnownVideos>;
  floors: ReadonlyMap<string, number>;
}

/** By step of the plan, what its platform is asked; nothing for what is done as soon as the plan begins. */
export type Compiled = ReadonlyMap<string, readonly PlannedStep[]>;

export function compilePlan(scene: CompileScene): Compiled {
  const compiled = new Map<string, PlannedStep[]>();
  for (const platform of scene.plan.platforms) {
    const own = new OnPlatform(scene, platform);
    const steps = inSequence(scene.plan.steps.filter((one) => one.platform === platform));
    for (const step of steps) compiled.set(step.id, own.stepsOf(step));
    for (const { id } of steps) compiled.set(id, own.asked.withSharers(compiled.get(id)!));
  }
  return compiled;
}

/** By step, the uploads of a plan without a campaign. */
export function compileUploads(
  { steps, platforms }: PlanInput,
  { files, earlier }: Pick<CompileScene, 'files' | 'earlier'>,
): Compiled {
  const compiled = new Map<string, readonly PlannedStep[]>();
  for (const platform of platforms) {
    const asked = new Asked(earlier);
    const all = inSequence(steps.filter((one) => one.platform === platform));
    for (const step of all)
      compiled.set(step.id, asked.own(step, uploaded(asked, step, sourceOf(step, files))));
    for (const { id } of all) compiled.set(id, asked.withSharers(compiled.get(id)!));
  }
  return compiled;
}

/** The file that an upload is of. @param files by submission. */
function sourceOf(step: PlanStep, files: ReadonlyMap<string, string>): string {
  const { kind, id } = refIn(step, 'source')!;
  return kind === 'file' ? id : files.get(id)!;
}

function uploaded(asked: Asked, step: PlanStep, file: string): PlannedStep[] {
  const steps = asked.video(file);
  if (steps.length === 0) asked.shares(step, [keyOf.video(file), keyOf.ready(file)]);
  return steps;
}

/** A video that an ad shows. */
interface ShownVideo {
  file: string;
  /** Undefined where the plan brings it. */
  there: { video: string; cover: string } | undefined;
}

/** What one platform is asked of a campaign. */
class OnPlatform {
  readonly asked: Asked;
  private readonly changes: Map<string, PlannedStep>;
  private readonly scene: CompileScene;
  private readonly platform: string;

  constructor(scene: CompileScene, platform: string) {
    this.scene = scene;
    this.platform = platform;
    this.asked = new Asked(scene.earlier, scene.known.get(platform));
    this.changes = new Map(this.changesOfCampaign().map((step) => [step.key, step]));
  }

  stepsOf(step: PlanStep): PlannedStep[] {
    const { scene } = this;
    const local = scene.resources.get(step.localResourceId ?? '');
    const id = local?.localId ?? scene.made.get(step.id) ?? '';
    const provider = local?.providerResourceId ?? '';
    const to = step.input.status as StepInput['to'];
    const run = (input: StepInput): PlannedStep => ({ key: `run ${id}`, kind: 'run', about: id, input });
    switch (`${step.resourceKind} ${step.mutation}`) {
      case 'media upload':
        return this.own(step, uploaded(this.asked, step, sourceOf(step, scene.files)));
      case 'creative create':
        return this.own(step, this.creative(step, shownBy(scene, step)!));
      case 'campaign create':
        return this.own(step, [{ key: 'campaign', kind: 'campaign' }]);
      case 'campaign update':
        return this.own(step, [...this.take('change'), ...this.takeRest(step), ...this.replaced(step)]);
      case 'campaign set_status':
        return this.own(step, [{ key: 'run', kind: 'run', input: { to } satisfies StepInput }]);
      case 'campaign archive':
        return this.own(step, [{ key: 'run', kind: 'run', input: { to: 'archived' } satisfies StepInput }]);
      case 'delivery_group create':
        if (provider !== '') return this.own(step, [run({ adSet: id, to: 'active' })]);
        return this.own(step, adSetSteps(scene.after.adSets.find((one) => one.id === id)!, []));
      case 'ad create':
        if (provider !== '') return this.own(step, [run({ ad: id, to: 'active' })]);
        return this.own(step, this.ad(step, id));
      case 'delivery_group update':
      case 'ad update':
        return this.own(step, step.resourceKind === 'ad' ? this.renamed(id) : this.take(`change ${id}`));
      case 'delivery_group set_status':
        return this.own(step, [run({ adSet: id, to })]);
      case 'ad set_status':
        return this.own(step, [run({ ad: id, to })]);
      case 'delivery_group archive':
        return this.own(step, [run({ adSet: id, id: provider, to: 'archived' })]);
      case 'ad archive':
        return this.own(step, [run({ ad: id, id: provider, to: 'archived' })]);
      default:
        throw new Error(`no step ${step.resourceKind} ${step.mutation}`);
    }
  }

  private own = (step: PlanStep, steps: readonly PlannedStep[]) => this.asked.own(step, steps);

  /** The video that a creative or an ad shows; undefined for a post that is at the platform already. */
  private mediaOf(step: PlanStep): ShownVideo | undefined {
    const { scene } = this;
    const media = refIn(step, 'media');
    if (media?.kind === 'resource') {
      const { localId, providerResourceId, cover } = scene.resources.get(media.id)!;
      return { file: localId, there: { video: providerResourceId!, cover: cover! } };
    }
    const upload = media && scene.plan.steps.find(({ id }) => id === media.id);
    if (upload) return this.videoOf(sourceOf(upload, scene.files));
    // A step names no video where the platform has it.
    const isPost = scene.after.row.terms.identity === 'creator';
    return isPost ? undefined : this.videoOf(scene.files.get(shownBy(scene, step) ?? ''));
  }

  private videoOf = (file: string | undefined): ShownVideo | undefined =>
    file === undefined ? undefined : { file, there: this.asked.known?.get(file) };

  /** What brings work to the platform, and what an ad with it depends on. */
  private content(submission: string, shown: ShownVideo | undefined) {
    const { file, there } = shown ?? {};
    const brings = file !== undefined && there === undefined;
    const uploads = brings ? this.asked.video(file) : [];
    const video = brings ? this.asked.unconfirmed(file)?.video : there?.video;
    const input: StepInput = {
      ...{ submission, ...(file !== undefined && { file }) },
      ...{ ...(video !== undefined && { video }), ...(there && { cover: there.cover }) },
    };
    const after = brings ? [keyOf.ready(file)] : [];
    if (this.scene.adapters[this.platform]!.capabilities.creatives !== 'own')
      return { steps: uploads, of: { after, input } };
    const key = keyOf.creative(submission);
    const creative = this.asked.once([{ key, kind: 'creative', about: submission, after, input }]);
    return {
      steps: [...uploads, ...creative],
      of: { after: [key], input: { submission } satisfies StepInput },
    };
  }

  private creative(step: PlanStep, submission: string): PlannedStep[] {
    const { steps } = this.content(submission, this.mediaOf(step));
    if (!steps.some(({ kind }) => kind === 'creative')) this.asked.shares(step, [keyOf.creative(submission)]);
    return steps;
  }

  private ad(step: PlanStep, id: string): PlannedStep[] {
    const { scene } = this;
    const row = scene.after.ads.find((one) => one.id === id)!;
    const submission = row.submissionId!;
    const group = refIn(step, 'deliveryGroup')!;
    const isThereYet = scene.whole.adSets.some((one) => one.id === row.adSetId && one.platformId !== null);
    const after = group.kind === 'step' && !isThereYet ? [`ad_set ${row.adSetId}`] : [];
    const creative = refIn(step, 'creative');
    const there = creative?.kind === 'resource' ? scene.resources.get(creative.id) : undefined;
    if (there) {
      const input: StepInput = { submission, creative: there.providerResourceId! };
      return adSteps(row, after, { of: new Map([[submission, { after: [], input }]]) });
    }
    const made = creative && scene.plan.steps.find(({ id }) => id === creative.id);
    const { steps, of } = this.content(submission, this.mediaOf(made ?? step));
    return [...steps, ...adSteps(row, after, { of: new Map([[submission, of]]) })];
  }

  private terms() {
    const { before, after } = this.scene;
    return {
      before: termsOn(before.row.terms, before.row, this.platform),
      after: termsOn(after.row.terms, after.row, this.platform),
    };
  }

  private onPlatform = (one: { platform: string }) => one.platform === this.platform;

  /** What changes at the campaign and its ad sets, by what is the object. */
  private changesOfCampaign(): PlannedStep[] {
    const { whole, before, after, adapters, floors } = this.scene;
    const there = whole.platforms.find(({ platform }) => platform === this.platform);
    if (!there || there.platformId === null) return [];
    const sharing = goingOn(whole).map(({ platform }) => platform);
    const known = new Set(whole.adSets.map(({ id }) => id));
    const sets = after.adSets.filter((one) => this.onPlatform(one) && isThere(one));
    return changeSteps(
      before,
      { name: after.row.name, terms: after.row.terms },
      {
        ...{ there, ...this.terms(), sharing: { before: sharing, after: sharing } },
        target: { adapter: adapters[this.platform]!, budgetFloor: floors.get(this.platform) ?? 0 },
        rows: {
          keptSets: sets.filter(({ id }) => known.has(id)),
          newSets: sets.filter(({ id }) => !known.has(id)),
        },
      },
    );
  }

  private take(key: string): PlannedStep[] {
    const step = this.changes.get(key);
    this.changes.delete(key);
    return step ? [step] : [];
  }

  /** What the change of the campaign means for its ad sets, but for those that have steps of their own. */
  private takeRest({ platform }: PlanStep): PlannedStep[] {
    const { plan, resources } = this.scene;
    const own = new Set(
      plan.steps.flatMap((one) =>
        one.platform === platform && one.resourceKind === 'delivery_group' && one.mutation === 'update'
          ? `change ${resources.get(one.localResourceId!)!.localId}`
          : [],
      ),
    );
    const keys = [...this.changes.keys()].filter((key) => key.startsWith('change ') && !own.has(key));
    return keys.flatMap((key) => this.take(key));
  }

  /** New ads in the place of those whose content changes, because platforms do not let it change. */
  private replaced({ id: step }: PlanStep): PlannedStep[] {
    const { whole, after, files } = this.scene;
    const terms = this.terms();
    if (!contentChanged(terms.before, terms.after)) return [];
    const known = new Set(whole.ads.map(({ id }) => id));
    const ads = after.ads.filter(
      (one) => this.onPlatform(one) && isThere(one) && known.has(one.id) && one.platformId !== null,
    );
    const isPost = terms.after.identity === 'creator';
    const { capabilities } = this.scene.adapters[this.platform]!;
    const full = fullSets(
      [...whole.ads.filter(isThere), ...after.ads.filter(({ id }) => !known.has(id))],
      adsAnAdSet(capabilities, terms.after),
    );
    return ads.flatMap((ad) => {
      const left = leftOf(ad, this.scene.earlier, step);
      if (left !== null) return left;
      const submission = ad.submissionId!;
      const { steps, of } = this.content(
        submission,
        isPost ? undefined : this.videoOf(files.get(submission)),
      );
      return [...steps, ...replaceSteps(ad, { of: new Map([[submission, of]]) }, full.has(ad.adSetId))];
    });
  }

  private renamed(ad: string): PlannedStep[] {
    const name = this.scene.after.ads.find(({ id }) => id === ad)?.name;
    const input: StepInput = { ad, ...(name !== undefined && { change: { name } }) };
    return [{ key: `change ${ad}`, kind: 'change', about: ad, input }];
  }
}

/**
 * What is left of replacing an ad that the operations before a repair have begun to replace; null where none of them has made the ad that
 * is there.
 */
function leftOf(
  { id, platformId }: AdRow,
  earlier: readonly EarlierStep[],
  step: string,
): PlannedStep[] | null {
  const own = earlier.filter((one) => one.about === id && planStepOf(one.input) === step);
  const made = own.find(
    ({ kind, status, result }) => kind === 'ad' && status === 'done' && result === platformId,
  );
  if (!made) return null;
  const meant = ({ id: there, to }: StepInput) => JSON.stringify([there ?? platformId, to]);
  const asked = (one: EarlierStep) => meant(one.input as StepInput);
  const done = new Set(own.flatMap((one) => (one.kind === 'run' && one.status === 'done' ? asked(one) : [])));
  return own
    .filter((one) => one.taskId === made.taskId && one.kind === 'run' && !done.has(asked(one)))
    .map(({ key, kind, about, input }) => ({ key, kind, about, input }));
}
