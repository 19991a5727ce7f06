// What is wrong with the references of a step: each leads to a record of the account that is ready and fits.
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { brokenVideo } from '../campaign-preflight/broken-video.ts';
import type { Mutation, ResourceKind } from '../field-catalogue/catalogue.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import { type PlanStep, type Reference, refIn } from '../plan-record/plan-input.ts';
import type { FoundResource } from '../resources/interface.ts';
import { type Broken, brokenGrant, brokenSubmission, isReadable } from './broken-content.ts';
import type { PlanScene } from './plan-scene.ts';
import type { Say } from './say.ts';

/** By field, what a resource or step that it names has to be. */
const WANTED: Readonly<Record<string, readonly [ResourceKind, Mutation, string]>> = {
  media: ['media', 'upload', 'video'],
  creative: ['creative', 'create', 'creative'],
  deliveryGroup: ['delivery_group', 'create', 'ad set'],
};

export function referenceProblems(
  scene: PlanScene,
  step: PlanStep,
  adapter: AdPlatform,
  say: Say,
): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const tell = (field: string, broken: Broken | null) => {
    if (broken) problems.push(say(['input', field, 'id'], broken));
  };
  for (const field of ['submission', 'source']) {
    const ref = refIn(step, field);
    if (ref) tell(field, brokenSource(scene, ref, field, adapter));
  }
  const grant = refIn(step, 'authorization');
  if (grant?.kind === 'ad_authorization') tell('authorization', brokenAuthorization(scene, step, grant));
  for (const field of Object.keys(WANTED)) {
    const ref = refIn(step, field);
    if (ref) tell(field, brokenObject(scene, step, field, ref));
  }
  if (problems.length > 0) return problems;
  return [
    ...ofPlan(scene, step, say),
    ...contentProblems(scene, step, say),
    ...secretProblem(scene, step, say),
  ];
}

const unknown = (noun: string, fix: string): Broken => ({
  code: 'unknown',
  message: `This ${noun} does not exist.`,
  fix,
});

const isPost = ({ whole }: PlanScene): boolean => whole?.row.terms.identity === 'creator';

/** A submission, or the file of a video. */
function brokenSource(
  scene: PlanScene,
  { kind, id }: Reference,
  field: string,
  { capabilities }: AdPlatform,
): Broken | null {
  if (kind === 'submission') {
    const submission = scene.submissions.get(id);
    if (!submission) return unknown('submission', 'Choose one of GET /v1/submissions.');
    const as = field === 'submission' && isPost(scene) ? 'post' : 'video';
    const broken = brokenSubmission(scene, submission, as);
    if (broken || as === 'post') return broken;
    return ofVideo(scene, submission.fileId!, capabilities);
  }
  if (kind !== 'file') return null;
  if (!isReadable(scene, id))
    return unknown('file', 'Choose an uploaded video, or the video of an approved submission.');
  if (scene.files.get(id)!.status !== 'ready')
    return {
      code: 'no_file',
      message: 'The file is not ready.',
      fix: 'Wait until it is processed, or upload it again.',
    };
  return ofVideo(scene, id, capabilities);
}

function ofVideo({ files }: PlanScene, file: string, limits: AdPlatform['capabilities']): Broken | null {
  const broken = brokenVideo(files.get(file)!, limits);
  return broken && { ...broken, fix: 'Choose another video.' };
}

function brokenAuthorization(scene: PlanScene, step: PlanStep, { id }: Reference): Broken | null {
  const grant = scene.authorizations.get(id);
  if (!grant) return unknown('ad authorization', 'Choose one of GET /v1/ad-authorizations.');
  const fix = 'Choose the authorization of this submission on this platform.';
  if (grant.platform !== step.platform)
    return { code: 'other_platform', message: 'This ad authorization is for another platform.', fix };
  if (grant.submissionId !== refIn(step, 'submission')?.id)
    return { code: 'other_submission', message: 'This ad authorization is for another submission.', fix };
  return brokenGrant(scene, grant);
}

/** A resource, or a step that creates one. */
function brokenObject(
  scene: PlanScene,
  step: PlanStep,
  field: string,
  { kind, id }: Reference,
): Broken | null {
  const [resourceKind, mutation, noun] = WANTED[field]!;
  const fix = `Choose the ${noun} of this campaign on this platform, or a step that creates one.`;
  const otherPlatform = { code: 'other_platform', message: `This ${noun} is on another platform.`, fix };
  const wrongKind = { code: 'wrong_kind', message: `This does not lead to the right kind of object.`, fix };
  if (kind === 'step') {
    const made = scene.plan.steps.find((one) => one.id === id);
    if (!made) return unknown('step', 'Choose a step of this plan.');
    if (made.platform !== step.platform) return otherPlatform;
    return made.resourceKind === resourceKind && made.mutation === mutation ? null : wrongKind;
  }
  if (kind !== 'resource') return null;
  const found = scene.resources.get(id);
  if (!found) return unknown('resource', 'Choose one of GET /ads/resources.');
  if (found.external)
    return {
      code: 'external',
      message: 'This resource was not created by the service and is read-only.',
      fix,
    };
  if (found.kind !== resourceKind) return wrongKind;
  if (found.platform !== step.platform) return otherPlatform;
  // A video that was uploaded by itself belongs to no campaign.
  if (found.campaignId !== null && found.campaignId !== (scene.whole?.row.id ?? null))
    return { code: 'other_campaign', message: `This ${noun} belongs to another campaign.`, fix };
  if (found.archived) return { code: 'archived', message: `This ${noun} is archived.`, fix };
  if (!found.made)
    return { code: 'not_made', message: `This ${noun} does not exist on the platform yet.`, fix };
  const isEnded = scene.plan.steps.some((one) => one.mutation === 'archive' && one.localResourceId === id);
  if (isEnded) return { code: 'archived', message: `The plan archives this ${noun}.`, fix };
  return found.kind === 'media' ? brokenMedia(scene, found) : null;
}

/** A video is shown as it is on the platform, in the ad account that has it. */
function brokenMedia(
  { whole }: PlanScene,
  { platform, connectionId, cover, syncState }: FoundResource,
): Broken | null {
  const there = whole?.platforms.find((one) => one.platform === platform);
  if (there && there.connectionId !== connectionId)
    return {
      code: 'other_account',
      message: 'This video is in another ad account.',
      fix: 'Add a step that uploads it.',
    };
  if (cover !== null) return null;
  return {
    code: 'not_ready',
    message: 'The platform has not processed this video.',
    fix:
      syncState === 'failed'
        ? 'Add a step that uploads it again, or repair the plan that uploaded it.'
        : 'Wait until it is processed: its syncState is synced then.',
  };
}

/** Uploads bring what their plan is about, and nothing else. */
function ofPlan(scene: PlanScene, step: PlanStep, say: Say): PlanProblem[] {
  const { operationType, target } = scene.plan;
  const source = refIn(step, 'source');
  if (operationType !== 'upload_media' || !source) return [];
  const isGrant = target.kind === 'creator_ad_grant';
  const wanted = isGrant ? scene.authorizations.get(target.id)?.submissionId : target.id;
  const file = scene.submissions.get(wanted ?? '')?.fileId;
  // A target that does not exist is a problem by itself.
  if (wanted === undefined || [wanted, file].includes(source.id) || fileOfSource(scene, source) === wanted)
    return [];
  return [
    say(['input', 'source', 'id'], {
      code: 'other_target',
      message: 'This is not the video of the target.',
      fix: "Choose the target's video, or create a plan for the other one.",
    }),
  ];
}

/** The file of a video that a step names; undefined where it is not known. */
function fileOf(scene: PlanScene, { kind, id }: Reference): string | undefined {
  if (kind === 'resource') return scene.resources.get(id)?.localId;
  const upload = scene.plan.steps.find((one) => one.id === id);
  const source = upload && refIn(upload, 'source');
  return source && fileOfSource(scene, source);
}

const fileOfSource = ({ submissions }: PlanScene, { kind, id }: Reference): string | undefined =>
  kind === 'file' ? id : (submissions.get(id)?.fileId ?? undefined);

/** Whether a creative or ad has the video or the permission that its identity needs. */
function contentProblems(scene: PlanScene, step: PlanStep, say: Say): PlanProblem[] {
  const submission = refIn(step, 'submission');
  const { whole, submissions } = scene;
  if (!submission || !whole || step.mutation !== 'create') return [];
  const media = refIn(step, 'media');
  const grant = refIn(step, 'authorization');
  const file = submissions.get(submission.id)?.fileId;
  if (isPost(scene)) {
    if (media)
      return [
        say(['input', 'media'], {
          code: 'not_taken',
          message: "An ad with the creator's identity shows the creator's post.",
          fix: 'Remove the video.',
        }),
      ];
    return grant
      ? []
      : [
          say(['input', 'authorization'], {
            code: 'required',
            message: "An ad with the creator's identity requires the creator's authorization.",
            fix: 'Add the ad authorization of this submission.',
          }),
        ];
  }
  if (grant)
    return [
      say(['input', 'authorization'], {
        code: 'not_taken',
        message: "The campaign's ads use the identity of the brand.",
        fix: 'Remove the authorization.',
      }),
    ];
  if (!media)
    return scene.videos.get(step.platform)?.has(file ?? '')
      ? []
      : [
          say(['input', 'media'], {
            code: 'required',
            message: 'The platform does not have the video of this submission yet.',
            fix: 'Add a step that uploads it, or use an uploaded video.',
          }),
        ];
  const shown = fileOf(scene, media);
  const isKnown = shown !== undefined && (media.kind === 'resource' || isReadable(scene, shown));
  return shown === file || !isKnown
    ? []
    : [
        say(['input', 'media', 'id'], {
          code: 'other_video',
          message: 'This is not the video of the submission.',
          fix: "Choose the submission's video.",
        }),
      ];
}

/** A secret is only read where a creator's code makes the ad. */
function secretProblem(scene: PlanScene, step: PlanStep, say: Say): PlanProblem[] {
  const grant = scene.authorizations.get(refIn(step, 'authorization')?.id ?? '');
  if (step.requiredSecretPurpose === undefined || (grant && grant.code !== null)) return [];
  return [
    say(['requiredSecretPurpose'], {
      code: 'not_taken',
      message: "The step does not use a creator's ad code.",
      fix: 'Remove requiredSecretPurpose.',
    }),
  ];
}
