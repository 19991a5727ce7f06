// Whether a plan's target fits its type, and can be changed.
import type { OperationType } from '../field-catalogue/catalogue.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import type { PlanInput } from '../plan-record/plan-input.ts';
import { brokenGrant, brokenSubmission, isReadable } from './broken-content.ts';
import type { PlanScene } from './plan-scene.ts';

type TargetKind = PlanInput['target']['kind'];

const fits = (type: OperationType): TargetKind[] =>
  type === 'upload_media' ? ['creative_asset', 'creator_ad_grant'] : ['paid_campaign', 'ad_resource'];

export function targetProblems(scene: PlanScene): PlanProblem[] {
  const { target, operationType } = scene.plan;
  const say = (path: string, code: string, message: string, fix: string): PlanProblem[] => [
    { step: null, path, code, message, fix },
  ];
  const unknown = () =>
    say('/target/id', 'unknown', 'This target does not exist.', 'Check the ID and the kind of the target.');
  const wanted = fits(operationType);
  if (!wanted.includes(target.kind))
    return say(
      '/target/kind',
      'wrong_target',
      `A plan of the type ${operationType} has another kind of target.`,
      `Choose ${wanted.join(' or ')}.`,
    );
  const of = (broken: { code: string; message: string; fix: string } | null) =>
    broken ? say('/target/id', broken.code, broken.message, broken.fix) : [];
  switch (target.kind) {
    case 'paid_campaign':
      return scene.whole ? campaignProblems(scene) : unknown();
    case 'ad_resource': {
      const resource = scene.resources.get(target.id);
      if (!resource) return unknown();
      const isPart = ['campaign', 'delivery_group', 'ad'].includes(resource.kind);
      if (scene.whole && isPart) return campaignProblems(scene);
      return say(
        '/target/id',
        'wrong_target',
        'This resource is not part of a campaign of the service.',
        'Choose a campaign, or a resource that is a campaign, an ad set or an ad of one.',
      );
    }
    case 'creative_asset': {
      const submission = scene.submissions.get(target.id);
      if (submission) return of(brokenSubmission(scene, submission, 'video'));
      if (!isReadable(scene, target.id)) return unknown();
      return of(scene.files.get(target.id)?.status === 'ready' ? null : NOT_READY);
    }
    case 'creator_ad_grant': {
      const grant = scene.authorizations.get(target.id);
      return grant ? of(brokenGrant(scene, grant)) : unknown();
    }
  }
}

const NOT_READY = {
  code: 'no_file',
  message: 'The file is not ready.',
  fix: 'Wait until it is processed, or upload it again.',
};

const isArchived = ({ whole }: PlanScene): boolean =>
  whole !== null && (whole.row.status === 'archived' || whole.row.wanted === 'archived');

function campaignProblems(scene: PlanScene): PlanProblem[] {
  if (!isArchived(scene)) return [];
  return [
    {
      step: null,
      path: '/target/id',
      code: 'archived',
      message: 'The campaign is archived.',
      fix: 'Choose another campaign, or duplicate this one.',
    },
  ];
}
