// Plans the steps that set a campaign up at a platform. Nothing is created twice: what earlier tasks created is in the
// rows and in the results of their steps.
import type { SystemCtx } from '../../../context.ts';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { submissionsById } from '../../work/submissions/interface.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  isThere,
  type WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import type { StepRow } from '../platform-tasks/interface.ts';
import { planTask, tasksOf } from '../platform-tasks/interface.ts';
import type { PlannedStep } from '../platform-tasks/step.ts';
import { contentResourceId } from '../resources/interface.ts';

/** The input of a step: our IDs, and what an earlier task created. */
export interface StepInput {
  adSet?: string;
  ad?: string;
  submission?: string;
  file?: string;
  /** For a video: the submissions that it belongs to. */
  shows?: string[];
  /** The platform's IDs of the video and its thumbnail, if an earlier task created them. */
  video?: string;
  cover?: string;
  /** The platform's ID of the creative, if it was there before. */
  creative?: string;
  /** The platform's ID of an object that no longer belongs to the campaign. */
  id?: string;
  /** What changes. Audience, countries and end date are read from the campaign when the platform is asked. */
  change?: {
    name?: string;
    budget?: AdBudget;
    cap?: number | null;
    audience?: true;
    countries?: true;
    ends?: true;
  };
  /** For the kind `run`: the status to set. */
  to?: 'active' | 'paused' | 'archived';
}

export const step = {
  video: (file: string) => `video ${file}`,
  ready: (file: string) => `ready ${file}`,
  creative: (submission: string) => `creative ${submission}`,
};

/**
 * Plans, in the caller's batch, the set-up of a campaign on one of its platforms. The campaign is created paused, its
 * ad sets and ads active.
 */
export async function planSetup(
  ctx: SystemCtx,
  whole: WholeCampaign,
  { platform }: Pick<CampaignPlatformRow, 'platform'>,
  connection: Pick<ConnectionRow, 'id' | 'provider'>,
): Promise<void> {
  const sets = whole.adSets.filter((one) => one.platform === platform && isThere(one));
  const all = whole.ads.filter((one) => one.platform === platform && isThere(one));
  const content = await contentSteps(ctx, platform, whole.row.terms, all);
  const steps: PlannedStep[] = [
    { key: 'campaign', kind: 'campaign' },
    ...content.steps,
    ...sets.flatMap((set) => adSetSteps(set, ['campaign'])),
    ...all.flatMap((ad) => adSteps(ad, [`ad_set ${ad.adSetId}`], content)),
  ];
  planTask(ctx, { owner: 'campaign', subject: whole.row.id, connection, steps });
}

/** The platform's video and thumbnail of each file that was uploaded before, and the resource that stands for it. */
export type KnownVideos = ReadonlyMap<string, { video: string; cover: string; resource: string }>;

/** By platform, the videos that a campaign has there. @param campaign its ID. */
export async function knownVideosOf(
  ctx: SystemCtx,
  campaign: Parameters<typeof tasksOf>[1],
): Promise<ReadonlyMap<string, KnownVideos>> {
  const tasks = Map.groupBy(await tasksOf(ctx, campaign), ({ platform }) => platform);
  return new Map(
    [...tasks].map(([platform, all]) => [platform, videosIn(all.flatMap(({ steps }) => steps))]),
  );
}

export async function knownVideos(
  ctx: SystemCtx,
  campaignId: string,
  platform: string,
): Promise<KnownVideos> {
  return (await knownVideosOf(ctx, campaignId)).get(platform) ?? new Map();
}

function videosIn(steps: readonly StepRow[]): KnownVideos {
  const done = new Map(
    steps.flatMap((one) => (one.status === 'done' && one.result ? [[one.key, one] as const] : [])),
  );
  const known = new Map<string, { video: string; cover: string; resource: string }>();
  for (const [key, { result: cover }] of done) {
    const [kind, file] = key.split(' ');
    const made = kind === 'ready' ? done.get(step.video(file!)) : undefined;
    if (made !== undefined)
      known.set(file!, {
        video: made.result!,
        cover: cover!,
        resource: contentResourceId(made.taskId, made.n),
      });
  }
  return known;
}

/** The steps that bring the ads' content to a platform. */
export interface ContentPlan {
  steps: PlannedStep[];
  /** By submission: the steps that an ad with it depends on, and its input. */
  of: ReadonlyMap<string, { after: string[]; input: StepInput }>;
}

/**
 * Uploads the videos that the platform does not have yet, and creates creatives on platforms where these are separate
 * objects. An ad with a creator's identity shows a post that is already at the platform.
 */
export async function contentSteps(
  ctx: SystemCtx,
  platform: string,
  { identity }: Pick<CampaignTerms, 'identity'>,
  all: readonly AdRow[],
  known: KnownVideos = new Map(),
): Promise<ContentPlan> {
  const adapter = await ctx.reactions.adPlatforms[platform]!();
  const wanted = [...new Set(all.flatMap(({ submissionId }) => submissionId ?? []))];
  const submissions = await submissionsById(ctx, wanted);
  const steps: PlannedStep[] = [];
  const begun = new Set<string>();
  const of = new Map<string, { after: string[]; input: StepInput }>();
  for (const submission of wanted) {
    const isPost = identity === 'creator';
    const file = isPost ? undefined : submissions.get(submission)?.fileId;
    if (!file && !isPost) continue;
    const there = file && known.get(file);
    if (file && !there && !begun.has(file)) {
      begun.add(file);
      const shows = wanted.filter((one) => submissions.get(one)?.fileId === file);
      const input: StepInput = { file, shows };
      steps.push({ key: step.video(file), kind: 'video', about: file, input });
      steps.push({
        key: step.ready(file),
        kind: 'video_ready',
        about: file,
        after: [step.video(file)],
        input,
      });
    }
    const input: StepInput = {
      submission,
      ...(file && { file }),
      ...(there && { video: there.video, cover: there.cover }),
    };
    const after = !file || there ? [] : [step.ready(file)];
    if (adapter.capabilities.creatives === 'own') {
      steps.push({ key: step.creative(submission), kind: 'creative', about: submission, after, input });
      of.set(submission, { after: [step.creative(submission)], input: { submission } });
    } else of.set(submission, { after, input });
  }
  return { steps, of };
}

/** Creates an ad set and activates it, so that it runs as soon as its campaign does. */
export function adSetSteps({ id }: AdSetRow, after: readonly string[]): PlannedStep[] {
  const input: StepInput = { adSet: id };
  return [
    { key: `ad_set ${id}`, kind: 'ad_set', about: id, after, input },
    {
      key: `run ${id}`,
      kind: 'run',
      about: id,
      after: [`ad_set ${id}`],
      input: { ...input, to: 'active' } satisfies StepInput,
    },
  ];
}

/** @param after steps to wait for besides the content. */
export function adSteps(
  { id, submissionId }: AdRow,
  after: readonly string[],
  content: Pick<ContentPlan, 'of'>,
): PlannedStep[] {
  const shows = content.of.get(submissionId ?? '');
  if (!shows) return [];
  const input: StepInput = { ...shows.input, ad: id };
  return [
    { key: `ad ${id}`, kind: 'ad', about: id, after: [...after, ...shows.after], input },
    {
      key: `run ${id}`,
      kind: 'run',
      about: id,
      after: [`ad ${id}`],
      input: { ad: id, to: 'active' } satisfies StepInput,
    },
  ];
}

/** Archives an object at the platform that is already archived here or was replaced. */
export function retireStep(
  what: 'ad' | 'adSet',
  { id, platformId }: Pick<AdRow | AdSetRow, 'id' | 'platformId'>,
  after: string[],
): PlannedStep {
  const input: StepInput = { [what]: id, id: platformId!, to: 'archived' };
  return { key: `retire ${id}`, kind: 'run', about: id, after, input };
}

/**
 * Plans, in the caller's batch, the campaign's new status on every platform where it exists. A stop waits for no earlier task, which
 * may wait a day for a video: an earlier launch is skipped once its turn comes.
 * @param only the names of platforms to limit this to.
 */
export function planRun(
  ctx: SystemCtx,
  { row, platforms }: WholeCampaign,
  to: NonNullable<StepInput['to']>,
  only?: readonly string[],
): void {
  for (const { platform, platformId, connectionId } of platforms) {
    if (platformId === null || only?.includes(platform) === false) continue;
    const input: StepInput = { to };
    planTask(ctx, {
      owner: 'campaign',
      subject: row.id,
      connection: { id: connectionId, provider: platform as ConnectionRow['provider'] },
      steps: [{ key: 'run', kind: 'run', input }],
      ...(to !== 'active' && { urgent: true }),
    });
  }
}
