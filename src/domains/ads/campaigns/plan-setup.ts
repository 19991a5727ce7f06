// What is to be made of a campaign at a platform, as steps of a work. Nothing that exists is made again: what earlier works
// made is found in the rows, and in the steps that they left.
import type { SystemCtx } from '../../../context.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { workById } from '../../work/submissions/interface.ts';
import { planWork, worksOf } from '../platform-work/interface.ts';
import type { PlannedStep } from '../platform-work/step.ts';
import { type AdRow, type AdSetRow, type CampaignPlatformRow, isThere, type WholeCampaign } from './campaign.ts';

/** What a step needs to be prepared: our IDs, and what an earlier work made. */
export interface StepInput {
  adSet?: string;
  ad?: string;
  submission?: string;
  file?: string;
  /** The platform's video and its still, where an earlier work made them. */
  video?: string;
  cover?: string;
  /** Of what runs. */
  to?: 'active' | 'paused' | 'archived';
}

export const step = {
  video: (file: string) => `video ${file}`,
  ready: (file: string) => `ready ${file}`,
  creative: (submission: string) => `creative ${submission}`,
};

/** Adds to the batch that a campaign is set up on one of its platforms, all of it paused but what lies in it. */
export async function planSetup(
  ctx: SystemCtx,
  whole: WholeCampaign,
  { platform }: Pick<CampaignPlatformRow, 'platform'>,
  connection: Pick<ConnectionRow, 'id' | 'provider'>,
): Promise<void> {
  const sets = whole.adSets.filter((one) => one.platform === platform && isThere(one));
  const all = whole.ads.filter((one) => one.platform === platform && isThere(one));
  const steps: PlannedStep[] = [
    { key: 'campaign', kind: 'campaign' },
    ...(await creativeSteps(ctx, all)),
    ...sets.flatMap((set) => adSetSteps(set, ['campaign'])),
    ...all.flatMap((ad) => adSteps(ad, [`ad_set ${ad.adSetId}`])),
  ];
  planWork(ctx, { owner: 'campaign', subject: whole.row.id, connection, steps });
}

/** What was made of work before, by the file: the platform's video and its still. */
export type KnownVideos = ReadonlyMap<string, { video: string; cover: string }>;

export async function knownVideos(ctx: SystemCtx, campaignId: string, platform: string): Promise<KnownVideos> {
  const works = await worksOf(ctx, campaignId);
  const results = new Map(
    works
      .filter((work) => work.platform === platform)
      .flatMap(({ steps }) => steps)
      .flatMap(({ key, status, result }) => (status === 'done' && result ? [[key, result] as const] : [])),
  );
  const known = new Map<string, { video: string; cover: string }>();
  for (const [key, cover] of results) {
    const [kind, file] = key.split(' ');
    const video = kind === 'ready' ? results.get(step.video(file!)) : undefined;
    if (video !== undefined) known.set(file!, { video, cover });
  }
  return known;
}

/** The creatives that ads show, each with its video unless the platform has that. */
export async function creativeSteps(
  ctx: SystemCtx,
  all: readonly AdRow[],
  known: KnownVideos = new Map(),
): Promise<PlannedStep[]> {
  const wanted = [...new Set(all.flatMap(({ submissionId }) => submissionId ?? []))];
  const work = await workById(ctx, wanted);
  const steps: PlannedStep[] = [];
  const begun = new Set<string>();
  for (const submission of wanted) {
    const file = work.get(submission)?.fileId;
    if (!file) continue;
    const there = known.get(file);
    if (!there && !begun.has(file)) {
      begun.add(file);
      const input: StepInput = { file };
      steps.push({ key: step.video(file), kind: 'video', input });
      steps.push({ key: step.ready(file), kind: 'video_ready', after: [step.video(file)], input });
    }
    const input: StepInput = { submission, file, ...there };
    const after = there ? [] : [step.ready(file)];
    steps.push({ key: step.creative(submission), kind: 'creative', after, input });
  }
  return steps;
}

/** An ad set, and that it runs as soon as its campaign does. */
export function adSetSteps({ id }: AdSetRow, after: readonly string[]): PlannedStep[] {
  const input: StepInput = { adSet: id };
  return [
    { key: `ad_set ${id}`, kind: 'ad_set', after, input },
    { key: `run ${id}`, kind: 'run', after: [`ad_set ${id}`], input: { ...input, to: 'active' } satisfies StepInput },
  ];
}

/** @param after what must be there besides the creative. */
export function adSteps({ id, submissionId }: AdRow, after: readonly string[]): PlannedStep[] {
  const input: StepInput = { ad: id, ...(submissionId === null ? {} : { submission: submissionId }) };
  return [
    { key: `ad ${id}`, kind: 'ad', after: [...after, step.creative(submissionId ?? '')], input },
    { key: `run ${id}`, kind: 'run', after: [`ad ${id}`], input: { ...input, to: 'active' } satisfies StepInput },
  ];
}

/** Adds to the batch that the campaign itself is told what to do, wherever it is. */
export function planRun(
  ctx: SystemCtx,
  { row, platforms }: WholeCampaign,
  to: NonNullable<StepInput['to']>,
): void {
  for (const { platform, platformId, connectionId } of platforms) {
    if (platformId === null) continue;
    const input: StepInput = { to };
    planWork(ctx, {
      owner: 'campaign',
      subject: row.id,
      connection: { id: connectionId, provider: platform as ConnectionRow['provider'] },
      steps: [{ key: 'run', kind: 'run', input }],
    });
  }
}
