import type { Selection } from '../../../integrations/ads/platform.ts';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import type { StepError } from '../platform-tasks/step.ts';

export const CAMPAIGN_STATUSES = [
  'draft',
  'processing',
  'in_review',
  'live',
  'paused',
  'needs_attention',
  'archived',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** A campaign's status on one platform. `draft` means that it could not be set up there. */
export const PLATFORM_STATUSES = CAMPAIGN_STATUSES;

export const WANTED = ['paused', 'live', 'archived'] as const;

/** Why a launched campaign is kept from running. */
export const HOLDS = ['billing_limit_reached', 'launch_refused'] as const;

export const APPROVAL_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'changes_requested'] as const;

/** The kinds of timeline entries. */
export const ENTRY_KINDS = [
  ...(['created', 'edited', 'asked', 'status', 'set_up', 'set_up_failed', 'refused', 'held'] as const),
  ...(['reported', 'failed', 'approval', 'plan'] as const),
] as const;

/** The statuses of ad sets and ads. */
export const AD_STATUSES = ['draft', 'active', 'paused', 'archived', 'deleted', 'unknown'] as const;

/** A platform's review of an ad. */
export interface Review {
  status: 'pending' | 'approved' | 'rejected';
  reasons: string[];
}

/** The changes that can be pending: status actions, `plan` for a plan of the business API, and `update` for everything else. */
export const CHANGE_ACTIONS = ['launch', 'pause', 'resume', 'retry', 'archive', 'update', 'plan'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** The values that PATCH accepts as a status. */
export const STATUS_ACTIONS = ['launch', 'live', 'pause', 'resume', 'retry', 'archive'] as const;
export const APPROVAL_ANSWERS = ['approved', 'rejected', 'changes_requested'] as const;

export interface PendingChange {
  action: ChangeAction;
  status: 'awaiting_approval' | 'in_progress';
  /** The body of the PATCH that awaits approval. */
  input?: unknown;
}

export interface CampaignRow {
  id: string;
  accountId: string;
  name: string;
  status: CampaignStatus;
  connectionId: string;
  platform: string;
  currency: string;
  timezone: string;
  terms: CampaignTerms;
  wanted: (typeof WANTED)[number];
  hold: (typeof HOLDS)[number] | null;
  scheduledLaunchAt: number | null;
  launchedAt: number | null;
  publishedAt: number | null;
  pendingChange: PendingChange | null;
  partnerId: string | null;
  approvalStatus: (typeof APPROVAL_STATUSES)[number] | null;
  approvalNote: string | null;
  approvalRequestedAt: number | null;
  approvalReviewedAt: number | null;
  moves: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface CampaignPlatformRow {
  campaignId: string;
  platform: string;
  accountId: string;
  connectionId: string;
  adAccount: string;
  platformId: string | null;
  status: CampaignStatus;
  error: StepError | null;
  issues: string[];
  setUpAt: number | null;
  stateReadAt: number | null;
  daysReadAt: number | null;
  spent: number;
  createdAt: number;
  updatedAt: number;
}

export interface AdSetRow {
  id: string;
  accountId: string;
  campaignId: string | null;
  platform: string;
  connectionId: string;
  platformId: string | null;
  position: number;
  name: string;
  status: (typeof AD_STATUSES)[number];
  share: number | null;
  budget: AdBudget | null;
  currency: string;
  bidding: unknown;
  audience: unknown;
  source: 'service' | 'external';
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface AdRow {
  id: string;
  accountId: string;
  campaignId: string | null;
  adSetId: string;
  platform: string;
  connectionId: string;
  platformId: string | null;
  position: number;
  submissionId: string | null;
  name: string;
  status: (typeof AD_STATUSES)[number];
  review: Review | null;
  source: 'service' | 'external';
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** A campaign with its platforms, ad sets and ads, in order. */
export interface WholeCampaign {
  row: CampaignRow;
  platforms: CampaignPlatformRow[];
  adSets: AdSetRow[];
  ads: AdRow[];
  /** The selections of its connections by connection ID, if they were read. */
  selections?: ReadonlyMap<string, Selection>;
}

export const OVER = ['archived', 'deleted'] as const satisfies AdRow['status'][];

/** Archived ad sets and ads no longer belong to a campaign, though each can still be read by its ID. */
export const isThere = ({ status }: { status: AdRow['status'] }) =>
  status !== 'archived' && status !== 'deleted';
