// Derives a campaign's status from its platforms' reports and from what the service knows.
import { type AdIssue, type AdIssueCode, issue } from '../../../integrations/ads/issues.ts';
import type { RunningObject, RunningState } from '../../../integrations/ads/steps.ts';
import type { AdRow, CampaignPlatformRow, CampaignRow, CampaignStatus, Review } from './campaign-row.ts';
import { issueSays } from './reason.ts';

/** The campaign's status is the first of these that any of its platforms has. */
const FIRST = ['processing', 'needs_attention', 'live', 'in_review', 'paused'] as const;

export function statusOf(
  { wanted, hold }: Pick<CampaignRow, 'wanted' | 'hold'>,
  platforms: readonly Pick<CampaignPlatformRow, 'status'>[],
): CampaignStatus {
  const are = platforms.map(({ status }) => status);
  if (are.every((one) => one === 'archived')) return 'archived';
  // When the set-up failed on one platform, a person has to look at the campaign.
  const failed = are.includes('draft') && wanted !== 'archived';
  const first = FIRST.find((one) => are.includes(one));
  // A campaign that was never set up anywhere is archived as soon as people archive it.
  if (first === undefined) return wanted === 'archived' ? 'archived' : 'draft';
  if (failed && first !== 'processing') return 'needs_attention';
  return hold === 'launch_refused' && first !== 'processing' ? 'needs_attention' : first;
}

const BAD: readonly RunningState[] = ['rejected', 'needs_attention'];

/** A campaign's status on its platform, from its objects there; null stands for a campaign that is gone. */
export function reportedStatus(
  campaign: RunningObject | null,
  ads: readonly RunningObject[],
): CampaignStatus {
  if (!campaign || campaign.state === 'archived' || campaign.state === 'deleted') return 'archived';
  const all = (...states: RunningState[]) =>
    ads.length > 0 && ads.every(({ state }) => states.includes(state));
  const some = (state: RunningState) => ads.some((one) => one.state === state);
  if (BAD.includes(campaign.state) || all(...BAD)) return 'needs_attention';
  if (campaign.state === 'processing' || all('processing')) return 'processing';
  if (campaign.state === 'in_review' || (!some('active') && some('in_review'))) return 'in_review';
  if (campaign.state === 'active' && some('active')) return 'live';
  // Such a campaign may still spend. If it counted as paused, its billing limit would no longer be watched.
  return campaign.state === 'unknown' || (campaign.state === 'active' && some('unknown'))
    ? 'needs_attention'
    : 'paused';
}

const AD_STATES: Record<RunningState, AdRow['status']> = {
  active: 'active',
  in_review: 'active',
  processing: 'active',
  rejected: 'active',
  needs_attention: 'active',
  paused: 'paused',
  archived: 'archived',
  deleted: 'deleted',
  unknown: 'unknown',
};

/** The status of an ad set or ad in the API. */
export const adStatusOf = ({ state }: RunningObject): AdRow['status'] => AD_STATES[state];

const REVIEWS: Partial<Record<RunningState, Review['status']>> = {
  active: 'approved',
  in_review: 'pending',
  processing: 'pending',
  rejected: 'rejected',
};

/** The platform's review of an ad. While the ad is paused, the previous review stays. */
export function reviewOf(
  { state, issues, policies = [] }: RunningObject,
  before: Review | null,
  platform: string,
): Review | null {
  const status = REVIEWS[state];
  if (status === undefined) return before;
  // The names of the policies are more precise than the issues.
  const said = policies.length > 0 ? [...policies] : issues.map((one) => issueSays(one, platform));
  return { status, reasons: status === 'approved' ? [] : said };
}

/**
 * Why a campaign does not run on its platform, from its objects there.
 * @param asked whether people want it to run: then a pause was made in the ads manager.
 * @param noAdRuns why none of its ads runs although the campaign is active.
 */
export function reportedIssues(
  status: CampaignStatus,
  { campaign, ads }: { campaign: RunningObject | null; ads: readonly RunningObject[] },
  asked: boolean,
  noAdRuns: AdIssueCode = 'no_ad_runs',
): AdIssue[] {
  if (!campaign) return [];
  if (campaign.issues.length > 0) return [...campaign.issues];
  if (status === 'paused' && asked) return [issue(campaign.state === 'paused' ? 'paused_there' : noAdRuns)];
  if (status !== 'needs_attention') return [];
  const said = (few: readonly RunningObject[]) => [...new Set(few.flatMap(({ issues }) => issues))];
  if (!ads.every(({ state }) => BAD.includes(state))) {
    const unknown = said(ads.filter(({ state }) => state === 'unknown'));
    return unknown.length > 0 ? unknown : [issue('state_unknown')];
  }
  const rejected = ads.some(({ state }) => state === 'rejected');
  if (rejected) return [issue('ads_rejected', ...new Set(ads.flatMap(({ policies = [] }) => policies)))];
  const all = said(ads);
  return all.length > 0 ? all : [issue('not_running')];
}
