// What keeps a submission, a file or a creator's permission from being used by a plan.
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import type { AdAuthorizationRow } from '../ad-authorizations/ad-authorization.ts';
import type { PlanScene } from './plan-scene.ts';

export interface Broken {
  code: string;
  message: string;
  fix: string;
}

const isApproved = ({ status }: SubmissionRow): boolean => status === 'approved' || status === 'live';

/** @param as whether its video is needed; a creator's post is at the platform already. */
export function brokenSubmission(
  { files }: PlanScene,
  submission: SubmissionRow,
  as: 'video' | 'post',
): Broken | null {
  if (!isApproved(submission))
    return {
      code: 'not_approved',
      message: `The submission is not approved. Its status is ${submission.status}.`,
      fix: 'Approve it first.',
    };
  if (as === 'post' || files.get(submission.fileId ?? '')?.status === 'ready') return null;
  return {
    code: 'no_file',
    message: 'The video of this submission is not ready.',
    fix: 'Wait until it is processed, or ask the creator for a new video.',
  };
}

/** Whether the account may use a file: its own, or the video of work that it approved. */
export function isReadable({ files, submissions, account }: PlanScene, file: string): boolean {
  const found = files.get(file);
  if (!found) return false;
  const isShown = [...submissions.values()].some((one) => one.fileId === file && isApproved(one));
  return found.ownerId === account || isShown;
}

export function brokenGrant({ now }: PlanScene, grant: AdAuthorizationRow): Broken | null {
  const { status, expiresAt, code, post } = grant;
  if (status !== 'granted' || (expiresAt !== null && expiresAt <= now))
    return {
      code: 'not_granted',
      message: `The ad authorization is not granted. Its status is ${status === 'granted' ? 'expired' : status}.`,
      fix: 'Ask the creator with POST /v1/ad-authorizations.',
    };
  if (code !== null || post !== null) return null;
  return {
    code: 'authorization_missing',
    message:
      'The creator has authorized the ad but sent no ad code, and the platform does not list the post.',
    fix: 'Ask the creator for an ad code.',
  };
}
