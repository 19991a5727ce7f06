// Explains why a campaign is not in the wanted state on a platform: what is wrong, what to do, and who caused it.
import * as z from 'zod';
import { AD_ERRORS, type AdErrorKind, fixOf } from '../../../integrations/ads/error.ts';
import { issueParts, issueWords, REASON_BY, type ReasonBy } from '../../../integrations/ads/issues.ts';
import type { Place } from '../../../integrations/ads/places.ts';
import { PROVIDER_NAMES } from '../../accounts/connections/connection.ts';
import { ownCampaignOf } from '../ad-fields/added-platform.ts';
import type { StepError } from '../platform-tasks/step.ts';
import type { CampaignPlatformRow, CampaignRow } from './campaign-row.ts';

export const Reason = z
  .object({
    code: z.string().describe('What is wrong. Read this one in programs.'),
    message: z.string().describe('What is wrong, in a sentence for people.'),
    fix: z.string().describe('How to fix it.'),
    path: z
      .string()
      .nullable()
      .describe("A JSON pointer into the campaign's body; null where it is about no field."),
    platformCode: z
      .string()
      .nullable()
      .describe("The platform's own code or name for it; null where the service says it."),
    by: z
      .enum(REASON_BY)
      .describe("Who caused it; `ads_manager` is a person in the platform's own ads manager."),
  })
  .meta({ id: 'AdReason' });

export type Reason = z.output<typeof Reason>;

interface Failure {
  fix: string;
  /** What to do about a step of a plan, which is repaired where a campaign is retried; left out where both are the same. */
  planFix?: string;
  by: ReasonBy;
}

/** Failures of a step that did not come from the platform's refusal. */
export const FAILURES: Readonly<Record<string, Failure>> = {
  reconnect_required: {
    fix: 'Reconnect the ad account, then retry.',
    planFix: 'Reconnect the ad account, then repair the plan.',
    by: 'platform',
  },
  too_many_tries: {
    fix: "Retry. If it fails again, check the platform's status page.",
    planFix: "Repair the plan. If it fails again, check the platform's status page.",
    by: 'platform',
  },
  authorization_missing: {
    fix: 'Ask the creator to authorize the ad again, then retry.',
    planFix: 'Ask the creator to authorize the ad again, then repair the plan.',
    by: 'creator',
  },
  video_unusable: { fix: 'Use another video.', by: 'platform' },
  no_file: { fix: 'Ask the creator for the video again, or use another video.', by: 'creator' },
  not_made: { fix: 'Retry.', planFix: 'Repair the plan.', by: 'service' },
  not_there: { fix: 'Create a new campaign for this platform.', by: 'account' },
  dependency_failed: { fix: 'Fix the step that this one needs, then repair the plan.', by: 'account' },
  blocked_too_long: { fix: 'Fix what the step waited for, then repair the plan.', by: 'account' },
  brand_ended: { fix: 'Ask support to open the brand again.', by: 'account' },
  key_revoked: { fix: 'Use another key to repair the plan.', by: 'account' },
  fault: {
    fix: 'Retry. If it fails again, contact support.',
    planFix: 'Repair the plan. If it fails again, contact support.',
    by: 'service',
  },
};

/** Why the service itself keeps a campaign from running. */
export const HOLD_REASONS: Readonly<
  Record<NonNullable<CampaignRow['hold']>, Pick<Reason, 'message' | 'fix'>>
> = {
  billing_limit_reached: {
    message: 'The billing limit is reached.',
    fix: 'Raise the billing limit, then resume.',
  },
  launch_refused: {
    message: 'The scheduled launch failed its checks.',
    fix: 'Fix the problems in the activity, then retry.',
  },
};

const isAdError = (code: string): code is AdErrorKind => Object.hasOwn(AD_ERRORS, code);

interface Failed {
  /** Where it failed. */
  platform: string;
  /** The campaign; null for what is of none. */
  row: Pick<CampaignRow, 'platform' | 'terms'> | null;
}

/** The reason why a step failed. */
export function reasonOfFailure(
  { reason: code, message, path, platformCode }: StepError,
  { platform, row }: Failed,
): Reason {
  const known = FAILURES[code] ?? FAILURES.fault!;
  const refused = isAdError(code);
  const fix = refused ? fixOf(code, path, nameOf(platform)) : known.fix;
  return {
    code,
    // The message of a refusal ends with the fix, which is returned separately.
    message: message.endsWith(fix) ? message.slice(0, -fix.length).trimEnd() : message,
    fix,
    path: path && row && pathIn(path, platform, row),
    platformCode,
    by: refused ? 'platform' : known.by,
  };
}

/** The same for a step of a plan: a campaign's steps are retried, and a plan is repaired. */
export function reasonOfPlanFailure(error: StepError, where: Failed): Reason {
  const reason = reasonOfFailure(error, where);
  const { reason: code, path } = error;
  if (isAdError(code)) return { ...reason, fix: fixOf(code, path, nameOf(where.platform), 'plan') };
  const { fix, planFix = fix } = FAILURES[code] ?? FAILURES.fault!;
  return { ...reason, fix: planFix };
}

/** The path of a field in this campaign's body. An added platform's fields are in its block. */
function pathIn(
  path: Place,
  platform: string,
  { platform: own, terms }: Pick<CampaignRow, 'platform' | 'terms'>,
): string {
  const exact =
    path === '/budget' ? `/budget/${terms.budget.daily === null ? 'billingLimit' : 'daily'}` : path;
  return platform === own ? exact : ownCampaignOf({ ...terms }, platform).pointerInto(exact);
}

/** One issue as a sentence. */
export const issueSays = (one: string, platform: string): string =>
  issueWords(issueParts(one).code, nameOf(platform)).says;

const nameOf = (platform: string) => (PROVIDER_NAMES as Record<string, string>)[platform] ?? platform;

/** A platform's issues as one reason: the code of the first, the messages of all. */
function reasonOfIssues(issues: readonly string[], platform: string): Reason {
  const called = nameOf(platform);
  const parts = issues.map(issueParts);
  const words = parts.map(({ code }) => issueWords(code, called));
  const { code, platformCode } = parts[0]!;
  return {
    code,
    platformCode,
    path: null,
    by: words[0]!.by,
    message: [...new Set(words.map(({ says }) => says))].join(' '),
    fix: [...new Set(words.map(({ fix }) => fix))].join(' '),
  };
}

/**
 * Why a campaign needs attention on a platform, or does not run there although it should; null when all is as wanted.
 */
export function reasonOn(
  row: Pick<CampaignRow, 'platform' | 'terms' | 'hold'>,
  { platform, status, error, issues }: Pick<CampaignPlatformRow, 'platform' | 'status' | 'error' | 'issues'>,
): Reason | null {
  if (status === 'archived') return null;
  if (error !== null) return reasonOfFailure(error, { platform, row });
  if (row.hold !== null && status === 'paused')
    return { code: row.hold, ...HOLD_REASONS[row.hold], path: null, platformCode: null, by: 'service' };
  const stands = status === 'needs_attention' || status === 'paused';
  if (stands && issues.length > 0) return reasonOfIssues(issues, platform);
  return status === 'needs_attention' || status === 'draft'
    ? reasonOfIssues(['not_running'], platform)
    : null;
}
