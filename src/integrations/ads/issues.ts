// The reasons why something at a platform does not run. Each adapter translates its platform's terms into these codes.
import { managerOf } from './manager.ts';

/** Who caused it: the platform, somebody in its ads manager, the creator, a caller of ours, or the service itself. */
export const REASON_BY = ['platform', 'ads_manager', 'creator', 'account', 'service'] as const;
export type ReasonBy = (typeof REASON_BY)[number];

interface Words {
  /** `{platform}` is replaced by the platform's name, `{manager}` by its ads manager's. */
  says: string;
  fix: string;
  by: ReasonBy;
}

export const AD_ISSUES = {
  ad_account_closed: {
    says: 'The ad account is closed or disabled on {platform}.',
    fix: 'Reopen it in {manager}, or use another ad account.',
    by: 'platform',
  },
  ad_account_suspended: {
    says: '{platform} has suspended the ad account.',
    fix: 'Request a review in {manager}.',
    by: 'platform',
  },
  billing: {
    says: '{platform} cannot charge the ad account.',
    fix: 'Check the balance and the payment method in {manager}.',
    by: 'platform',
  },
  budget_spent: {
    says: 'The budget on {platform} is spent.',
    fix: 'Raise the budget or the billing limit.',
    by: 'platform',
  },
  budget_invalid: {
    says: '{platform} no longer accepts the budget.',
    fix: 'Set another budget.',
    by: 'platform',
  },
  bidding_invalid: {
    says: '{platform} cannot bid for the campaign with its current settings.',
    fix: 'Check the conversion and the target cost.',
    by: 'platform',
  },
  campaign_ended: {
    says: 'The end date has passed.',
    fix: 'Set a later end date.',
    by: 'platform',
  },
  group_paused: {
    says: 'The campaign group is paused or has ended on {platform}.',
    fix: 'Resume the group in {manager}, or move the campaign out of it.',
    by: 'ads_manager',
  },
  app_unavailable: {
    says: 'The app is not available in its store.',
    fix: 'Publish the app, or choose another destination.',
    by: 'platform',
  },
  location_missing: {
    says: 'The campaign has no locations left.',
    fix: 'Select the countries again.',
    by: 'ads_manager',
  },
  no_ads: {
    says: 'The campaign has no ad sets or ads left on {platform}.',
    fix: 'Add videos to the campaign.',
    by: 'account',
  },
  no_ad_runs: {
    says: 'The campaign is active, but none of its ads is.',
    fix: 'Resume at least one ad and its ad set.',
    by: 'ads_manager',
  },
  ads_paused: {
    says: 'All ads of the campaign are paused.',
    fix: 'Resume at least one ad and its ad set.',
    by: 'account',
  },
  pixel_invalid: {
    says: '{platform} cannot use the pixel.',
    fix: 'Check the pixel in {manager}.',
    by: 'platform',
  },
  permission_ended: {
    says: 'The permission to use that identity or post has ended on {platform}.',
    fix: 'Ask the creator to authorize the ad again, or choose another identity.',
    by: 'creator',
  },
  creative_invalid: {
    says: '{platform} cannot show the creative.',
    fix: 'Use another video or text.',
    by: 'platform',
  },
  review_rejected: {
    says: '{platform} rejected it in review.',
    fix: 'Change the text or the video. {manager} shows the policy.',
    by: 'platform',
  },
  ads_rejected: {
    says: "None of the ads passed {platform}'s review.",
    fix: 'Change the primary text or the videos.',
    by: 'platform',
  },
  paused_there: {
    says: 'The campaign was paused in {manager}.',
    fix: 'Resume the campaign.',
    by: 'ads_manager',
  },
  state_unknown: {
    says: '{platform} reports an unknown status.',
    fix: 'Check the campaign in {manager}, and contact support.',
    by: 'platform',
  },
  not_running: {
    says: '{platform} is not delivering the ads.',
    fix: 'Check the campaign in {manager}.',
    by: 'platform',
  },
} as const satisfies Record<string, Words>;

export type AdIssueCode = keyof typeof AD_ISSUES;

/**
 * A code, optionally followed by a colon and the platform's own term: its name for the state, or the names of policies.
 */
export type AdIssue = AdIssueCode | `${AdIssueCode}:${string}`;

/** A term of a platform. Anything else is free text. */
const WORD = /^[\w .,&'()/-]{1,80}$/;

export const isWord = (text: string) => WORD.test(text);

/** @param words the platform's terms. Free text is left out. */
export function issue(code: AdIssueCode, ...words: readonly string[]): AdIssue {
  const named = words.filter(isWord);
  return named.length === 0 ? code : `${code}:${named.slice(0, 5).join(', ')}`;
}

/**
 * Splits an issue into its parts. An unknown code, which a later release may have stored before it was rolled back,
 * becomes `not_running`.
 */
export function issueParts(one: string): { code: AdIssueCode; platformCode: string | null } {
  const at = one.indexOf(':');
  const code = at < 0 ? one : one.slice(0, at);
  return {
    code: Object.hasOwn(AD_ISSUES, code) ? (code as AdIssueCode) : 'not_running',
    platformCode: at < 0 ? null : one.slice(at + 1),
  };
}

/** What is wrong, what to do and who caused it, for people. @param platform the name that they know. */
export function issueWords(code: AdIssueCode, platform: string): Words {
  const { says, fix, by } = AD_ISSUES[code];
  const named = (text: string) =>
    text.replaceAll('{platform}', platform).replaceAll('{manager}', managerOf(platform));
  return { says: named(says), fix: named(fix), by };
}
