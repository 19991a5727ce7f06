import * as z from 'zod';
import type { Selection } from '../../../integrations/ads/platform.ts';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { toPercent } from '../../../kit/money.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { createdAt, id, Version } from '../../../resource/fields.ts';
import {
  AD_COUNTRIES,
  ATTRIBUTION_SOURCES,
  CALLS_TO_ACTION,
  type CampaignTerms,
  DESTINATION_TYPES,
  IDENTITIES,
  OBJECTIVES,
  OPTIMIZATION_EVENTS,
  PAY_MODELS,
} from '../campaign-terms/terms.ts';
import type { StepError } from '../platform-work/step.ts';
import { CampaignProblem } from './problem.ts';
import { Reason, reasonOn } from './reason.ts';

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

/** A campaign on one platform: `draft` when it could not be set up there. */
export const PLATFORM_STATUSES = CAMPAIGN_STATUSES;

export const WANTED = ['paused', 'live', 'archived'] as const;

/** Why it does not run although people want it to. */
export const HOLDS = ['billing_limit_reached', 'launch_refused'] as const;

export const APPROVAL_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'changes_requested'] as const;

/** What is told of a campaign. */
export const ENTRY_KINDS = [
  ...(['created', 'edited', 'asked', 'status', 'set_up', 'set_up_failed', 'refused', 'held'] as const),
  ...(['reported', 'failed', 'approval'] as const),
] as const;

/** Of ad sets and ads. */
export const AD_STATUSES = ['draft', 'active', 'paused', 'archived', 'deleted', 'unknown'] as const;

/** What a platform thinks of an ad. */
export interface Review {
  status: 'pending' | 'approved' | 'rejected';
  reasons: string[];
}

/** Changes of the status, and of anything else. */
export const CHANGE_ACTIONS = ['launch', 'pause', 'resume', 'retry', 'archive', 'update'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** What PATCH takes as a status. */
export const STATUS_ACTIONS = ['launch', 'live', 'pause', 'resume', 'retry', 'archive'] as const;
export const APPROVAL_ANSWERS = ['approved', 'rejected', 'changes_requested'] as const;

export interface PendingChange {
  action: ChangeAction;
  status: 'awaiting_approval' | 'in_progress';
  /** Of an update that awaits approval: what its PATCH said. */
  input?: unknown;
}

const minor = z.int().nullable().describe('Cents.');

export const CampaignAd = z.object({
  id: id('ad'),
  creative: id('submission'),
  name: z.string(),
});

export const CampaignAdSet = z.object({
  id: id('adSet'),
  name: z.string(),
  budgetShare: z.number().describe('Percent of the budget; 0 for a copy, which has a budget of its own.'),
  ads: z.array(CampaignAd),
});

export const Campaign = z
  .object({
    id: id('campaign'),
    name: z.string(),
    status: z.enum(CAMPAIGN_STATUSES),
    objective: z.enum(OBJECTIVES),
    connection: id('connection').nullable(),
    platform: z.string().nullable(),
    destination: z.object({ type: z.enum(DESTINATION_TYPES), value: z.string().nullable() }),
    budget: z.object({ daily: minor, billingLimit: minor }),
    currency: z.string(),
    schedule: z.object({ startDate: z.string(), endDate: z.string().nullable() }),
    scheduledLaunchAt: z.string().nullable(),
    audience: z.object({
      countries: z.array(z.enum(AD_COUNTRIES)),
      ageMin: z.int(),
      ageMax: z.int(),
      gender: z.enum(['all', 'female', 'male']),
      expand: z.boolean(),
    }),
    ad: z.object({
      primaryText: z.string(),
      callToAction: z.enum(CALLS_TO_ACTION),
      headline: z.string().nullable(),
    }),
    optimizationEvent: z.enum(OPTIMIZATION_EVENTS).nullable(),
    settings: z.unknown().describe('What the platforms take besides: GET /v1/ad-fields lists it.'),
    tracking: z.unknown(),
    identity: z.enum(IDENTITIES),
    creatives: z.array(id('submission')),
    adSets: z.array(CampaignAdSet),
    creatorPay: z.object({
      model: z.enum(PAY_MODELS),
      creatorShare: z.number().nullable().describe('Percent.'),
      leadAmount: minor,
      cap: minor.describe('Cents, for each creator.'),
      revenueEvent: z.enum(OPTIMIZATION_EVENTS).nullable(),
      attribution: z.object({
        source: z.enum(ATTRIBUTION_SOURCES),
        conversion: id('conversion').nullable(),
      }),
    }),
    platforms: z.array(
      z.object({
        platform: z.string(),
        status: z.enum(PLATFORM_STATUSES),
        error: Reason.nullable().describe('Why it does not run there as requested; null where it does.'),
      }),
    ),
    pendingChange: z
      .object({ action: z.enum(CHANGE_ACTIONS), status: z.enum(['awaiting_approval', 'in_progress']) })
      .nullable(),
    partnerApproval: z
      .object({
        status: z.enum(APPROVAL_STATUSES),
        note: z.string().nullable(),
        requestedAt: z.string().nullable(),
        reviewedAt: z.string().nullable(),
      })
      .nullable()
      .describe("The client's approval of a campaign that its partner created; null for others."),
    createdByPartner: z.boolean(),
    warnings: z
      .array(CampaignProblem)
      .describe('Requirements that its platforms probably have. They never block the campaign.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Campaign' });

export type Campaign = z.output<typeof Campaign>;

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

/** A campaign with all that belongs to it, in order. */
export interface WholeCampaign {
  row: CampaignRow;
  platforms: CampaignPlatformRow[];
  adSets: AdSetRow[];
  ads: AdRow[];
  /** What is picked of its connections, by their IDs, where that was read. */
  selections?: ReadonlyMap<string, Selection>;
}

export const OVER = ['archived', 'deleted'] as const satisfies AdRow['status'][];

/** What was archived is no part of a campaign any more, though it can still be read by itself. */
export const isThere = ({ status }: { status: AdRow['status'] }) =>
  status !== 'archived' && status !== 'deleted';

/** @param warnings see warnings.ts. */
export function presentCampaign(
  { row, platforms, adSets, ads }: WholeCampaign,
  warnings: CampaignProblem[],
): Campaign {
  const { terms, pendingChange } = row;
  const { objective, destination, budget, schedule, audience, ad, settings, tracking, identity } = terms;
  const shown = row.status === 'archived' ? () => true : isThere;
  const own = adSets.filter((one) => one.platform === row.platform && shown(one));
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    objective,
    connection: row.connectionId,
    platform: row.platform,
    destination,
    budget,
    currency: row.currency,
    schedule,
    scheduledLaunchAt: isoOrNull(row.scheduledLaunchAt),
    audience,
    ad,
    optimizationEvent: terms.optimizationEvent,
    settings,
    tracking,
    identity,
    creatives: terms.creatives,
    adSets: own.map(({ id, name, share }) => ({
      id,
      name,
      budgetShare: toPercent(share ?? 0),
      ads: ads
        .filter((one) => one.adSetId === id && shown(one) && one.submissionId !== null)
        .map((one) => ({ id: one.id, creative: one.submissionId!, name: one.name })),
    })),
    creatorPay: terms.creatorPay,
    platforms: platforms.map((one) => ({
      platform: one.platform,
      status: one.status,
      error: reasonOn(row, one),
    })),
    pendingChange: pendingChange && { action: pendingChange.action, status: pendingChange.status },
    partnerApproval:
      row.approvalStatus === null
        ? null
        : {
            status: row.approvalStatus,
            note: row.approvalNote,
            requestedAt: isoOrNull(row.approvalRequestedAt),
            reviewedAt: isoOrNull(row.approvalReviewedAt),
          },
    createdByPartner: row.partnerId !== null,
    warnings,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
