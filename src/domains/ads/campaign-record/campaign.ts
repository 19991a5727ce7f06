// A campaign as the API returns it.
import * as z from 'zod';
import { toPercent } from '../../../kit/money.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, currencyCode, id, ownId, Version } from '../../../resource/fields.ts';
import { ABOUT } from '../campaign-terms/about.ts';
import {
  AD_COUNTRIES,
  ATTRIBUTION_SOURCES,
  CALLS_TO_ACTION,
  DESTINATION_TYPES,
  IDENTITIES,
  OBJECTIVES,
  OPTIMIZATION_EVENTS,
  PAY_MODELS,
} from '../campaign-terms/terms.ts';
import { CampaignProblem } from './campaign-problem.ts';
import {
  APPROVAL_STATUSES,
  CAMPAIGN_STATUSES,
  CHANGE_ACTIONS,
  isThere,
  PLATFORM_STATUSES,
  WANTED,
  type WholeCampaign,
} from './campaign-row.ts';
import { Reason, reasonOn } from './reason.ts';

const minor = z.int().nullable();

const CampaignAd = z.object({
  id: ownId('ad'),
  creative: id('submission').describe('The submission that it shows.'),
  name: z.string().describe('For your team, and at the platform.'),
});

const CampaignAdSet = z.object({
  id: ownId('adSet'),
  name: z.string().describe('For your team, and at the platform.'),
  budgetShare: z.number().describe('Percent of the budget; 0 for a copy, which has a budget of its own.'),
  ads: z.array(CampaignAd).describe('Those that were not archived.'),
});

export const Campaign = z
  .object({
    id: ownId('campaign'),
    name: z.string().describe(ABOUT.name),
    status: z
      .enum(CAMPAIGN_STATUSES)
      .describe(
        'Over all platforms. `processing` while it is set up, `in_review` while a platform reviews it; `draft`: it could not be set up anywhere, retry. `needs_attention`: see platforms.',
      ),
    configuredStatus: z
      .enum(WANTED)
      .describe(
        'The status that people last asked for: `paused` until it is launched, and after a pause. `status` says what the platforms report.',
      ),
    objective: z.enum(OBJECTIVES).describe(ABOUT.objective),
    connection: id('connection').nullable().describe(ABOUT.connection),
    platform: z.string().nullable().describe("The connection's. A block of settings adds another one."),
    destination: z
      .object({
        type: z.enum(DESTINATION_TYPES).describe(ABOUT.destinationType),
        value: z
          .string()
          .nullable()
          .describe(
            'A web address, the page of an app in its store, or the link that opens it; null where none was given.',
          ),
      })
      .describe(ABOUT.destination),
    budget: z
      .object({
        daily: minor.describe(`${ABOUT.daily} Null where none was given.`),
        billingLimit: minor.describe(`${ABOUT.billingLimit} Null for no such limit.`),
      })
      .describe(ABOUT.budget),
    currency: currencyCode.describe(
      "The ad account's, which all amounts here are in: ISO 4217, in lower case.",
    ),
    schedule: z
      .object({
        startDate: z.string().describe(ABOUT.startDate),
        endDate: z.string().nullable().describe(ABOUT.endDate),
      })
      .describe(ABOUT.schedule),
    scheduledLaunchAt: z
      .string()
      .nullable()
      .describe(`${ABOUT.scheduledLaunchAt} Null where nothing is planned.`),
    audience: z
      .object({
        countries: z.array(z.enum(AD_COUNTRIES)).describe(ABOUT.countries),
        ageMin: z.int().describe(ABOUT.ageMin),
        ageMax: z.int().describe(ABOUT.ageMax),
        gender: z.enum(['all', 'female', 'male']).describe(ABOUT.gender),
        expand: z.boolean().describe(ABOUT.expand),
      })
      .describe(ABOUT.audience),
    ad: z
      .object({
        primaryText: z.string().describe(ABOUT.primaryText),
        callToAction: z.enum(CALLS_TO_ACTION).describe(ABOUT.callToAction),
        headline: z.string().nullable().describe(`${ABOUT.headline} Null without one.`),
      })
      .describe(ABOUT.ad),
    optimizationEvent: z
      .enum(OPTIMIZATION_EVENTS)
      .nullable()
      .describe(`${ABOUT.optimizationEvent} Null where the objective needs none.`),
    settings: z.unknown().describe(ABOUT.settings),
    tracking: z.unknown().describe(ABOUT.tracking),
    identity: z.enum(IDENTITIES).describe(ABOUT.identity),
    creatives: z.array(id('submission')).describe('The submissions that the ads show.'),
    adSets: z.array(CampaignAdSet).describe("Those of the connection's platform that were not archived."),
    creatorPay: z
      .object({
        model: z.enum(PAY_MODELS).describe(ABOUT.model),
        creatorShare: z.number().nullable().describe(ABOUT.creatorShare),
        leadAmount: minor.describe(`${ABOUT.leadAmount} Null where another model pays.`),
        cap: minor.describe(ABOUT.cap),
        revenueEvent: z.enum(OPTIMIZATION_EVENTS).nullable().describe(ABOUT.revenueEvent),
        attribution: z
          .object({
            source: z.enum(ATTRIBUTION_SOURCES).describe(ABOUT.attributionSource),
            conversion: id('conversion').nullable().describe(ABOUT.conversion),
          })
          .describe(ABOUT.attribution),
      })
      .describe(ABOUT.creatorPay),
    platforms: z
      .array(
        z.object({
          platform: z.string().describe('Its code.'),
          status: z.enum(PLATFORM_STATUSES).describe('Its status there; `draft`: it could not be set up.'),
          error: Reason.nullable().describe('Why it does not run there as requested; null where it does.'),
        }),
      )
      .describe('Its state on each platform.'),
    pendingChange: z
      .object({
        action: z.enum(CHANGE_ACTIONS).describe('The requested change.'),
        status: z
          .enum(['awaiting_approval', 'in_progress'])
          .describe(
            "A partner's change awaits the brand's approval; one in progress is being made on the platforms.",
          ),
      })
      .nullable()
      .describe(
        'The change in progress; only pause and archive are accepted meanwhile. Null where there is none.',
      ),
    partnerApproval: z
      .object({
        status: z
          .enum(APPROVAL_STATUSES)
          .describe(
            '`draft` until the partner launches or schedules, then `pending` until the brand answers.',
          ),
        note: z.string().nullable().describe("Why, in the brand's words; null without any."),
        requestedAt: z.string().nullable().describe('When the partner last asked; null before.'),
        reviewedAt: z.string().nullable().describe('When the brand last answered; null before.'),
      })
      .nullable()
      .describe("The client's approval of a campaign that its partner created; null for others."),
    createdByPartner: z.boolean().describe('Whether a partner created it for its client.'),
    warnings: z
      .array(CampaignProblem)
      .describe('Requirements that its platforms probably have. They never block the campaign.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Campaign' });
recordExample(Campaign, {
  id: 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3',
  name: 'Summer',
  status: 'live',
  configuredStatus: 'live',
  objective: 'conversions',
  connection: 'conn_01k2d9q3v7h5m8r4t6w0x1y2z3',
  platform: 'meta',
  destination: { type: 'website', value: 'https://shop.example.com/summer' },
  budget: { daily: null, billingLimit: 90_000 },
  currency: 'usd',
  schedule: { startDate: '2027-06-01', endDate: null },
  scheduledLaunchAt: null,
  audience: { countries: ['US'], ageMin: 18, ageMax: 65, gender: 'all', expand: false },
  ad: { primaryText: 'See what summer can be.', callToAction: 'shop_now', headline: null },
  optimizationEvent: 'purchase',
  settings: { pixel: '600000000000001' },
  tracking: {},
  identity: 'brand',
  creatives: ['sub_01k2d9q3v7h5m8r4t6w0x1y2z3'],
  adSets: [
    {
      id: 'adset_01k2d9q3v7h5m8r4t6w0x1y2z3',
      name: 'Ad set 1',
      budgetShare: 100,
      ads: [
        { id: 'ad_01k2d9q3v7h5m8r4t6w0x1y2z3', creative: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3', name: 'Ad 1' },
      ],
    },
  ],
  creatorPay: {
    model: 'ad_spend',
    creatorShare: null,
    leadAmount: null,
    cap: null,
    revenueEvent: null,
    attribution: { source: 'service', conversion: null },
  },
  platforms: [{ platform: 'meta', status: 'live', error: null }],
  pendingChange: null,
  partnerApproval: null,
  createdByPartner: false,
  warnings: [
    {
      path: '/audience/ageMin',
      code: 'age_hint',
      message: 'With audience expansion, Meta treats ages above 25 as a suggestion.',
      fix: 'Turn off audience expansion if nobody younger may see the ads.',
      platform: 'meta',
    },
  ],
  version: 1,
  createdAt: '2027-05-30T09:00:00.000Z',
  updatedAt: '2027-06-01T08:31:00.000Z',
});

export type Campaign = z.output<typeof Campaign>;

/** @param warnings see campaign-preflight/answer-campaign.ts. */
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
    configuredStatus: row.wanted,
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
