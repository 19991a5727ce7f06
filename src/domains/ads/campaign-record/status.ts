// The status of a campaign, from what its platforms report and what the service knows.
import { type AdIssue, type AdIssueCode, issue } from '../../../integrations/ads/issues.ts';
import type { RunningObject, RunningState } from '../../../integrations/ads/steps.ts';
import type { AdRow, CampaignPlatformRow, CampaignRow, CampaignStatus, Review } from './campaign-row.ts';
import { issueSays } from './reason.ts';

/** The first of these that any platform is in. */
const FIRST = ['processing', 'needs_attention', 'live', 'in_review', 'paused'] as const;

export function statusOf(
  { wanted, hold }: Pick<CampaignRow, 'wanted' | 'hold'>,
  platforms: readonly Pick<CampaignPlatformRow, 'status'>[],
): CampaignStatus {
  const are = platforms.map(({ status }) => status);
  if (are.every((one) => one === 'archived')) return 'archived';
  // A person has to look at a campaign that could not be set up on one of its platforms.
  const failed = are.includes('draft') && wanted !== 'archived';
  const first = FIRST.find((one) => are.includes(one));
  // A campaign that was never set up is gone as soon as it is archived.
  if (first === undefined) return wanted === 'archived' ? 'archived' : 'draft';
  if (failed && first !== 'processing') return 'needs_attention';
  return hold === 'launch_refused' && first !== 'processing' ? 'needs_attention' : first;
}

const BAD: readonly RunningState[] = ['rejected', 'needs_attention'];

/** A campaign's status on its platform, from all that the platform has of it; null for a campaign that is gone. */
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
  // It may well spend: if it were taken for paused, its billing limit would no longer be watched.
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

/** An ad set or ad as the API says it. */
export const adStatusOf = ({ state }: RunningObject): AdRow['status'] => AD_STATES[state];

const REVIEWS: Partial<Record<RunningState, Review['status']>> = {
  active: 'approved',
  in_review: 'pending',
  processing: 'pending',
  rejected: 'rejected',
};

/** What a platform thinks of an ad; while it is paused, what it thought before. */
export function reviewOf(
  { state, issues, policies = [] }: RunningObject,
  before: Review | null,
  platform: string,
): Review | null {
  const status = REVIEWS[state];
  if (status === undefined) return before;
  // The name of a policy says more than that there is one.
  const said = policies.length > 0 ? [...policies] : issues.map((one) => issueSays(one, platform));
  return { status, reasons: status === 'approved' ? [] : said };
}

/**
 * Why a campaign does not run on its platform, from all that the platform has of it.
 * @param asked whether it should run: then somebody over there has paused what is paused.
 * @param noAdRuns why none of its ads runs, where it is on itself.
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
