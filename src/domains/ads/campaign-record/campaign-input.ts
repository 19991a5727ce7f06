import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { id, percent, singleLine, text, Version } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/list-page.ts';
import { ABOUT } from '../campaign-terms/about.ts';
import {
  AdText,
  Attribution,
  Audience,
  Budget,
  CreatorPay,
  Destination,
  IDENTITIES,
  MAX_NAME,
  OBJECTIVES_TAKEN,
  OPTIMIZATION_EVENTS,
  Schedule,
  Settings,
  Tracking,
} from '../campaign-terms/terms.ts';
import { APPROVAL_ANSWERS, STATUS_ACTIONS } from './campaign-row.ts';

export const MAX_CREATIVES = 100;
const NAME = singleLine(MAX_NAME);

const AdInput = z.object({
  id: id('ad').optional().describe('ID of an ad to keep; omit it to add one.'),
  creative: id('submission').describe('The submission that the ad shows, one of the creatives.'),
  name: NAME.optional().describe('For your team, and at the platform; numbered unless given.'),
});

const AdSetInput = z
  .object({
    id: id('adSet').optional().describe('ID of an ad set to keep; omit it to add one.'),
    name: NAME.optional().describe('For your team, and at the platform; numbered unless given.'),
    budgetShare: percent(100)
      .optional()
      .describe(
        'Percent; all of them add up to 100. Equal when all are left out. A copy keeps its own budget with 0.',
      ),
    ads: z
      .array(AdInput)
      .max(MAX_CREATIVES)
      .describe('At least one. Only an ad set to keep may be empty, if none of its ads is left.'),
  })
  .refine(({ id, ads }) => id !== undefined || ads.length > 0, {
    path: ['ads'],
    message: 'A new ad set needs at least one ad.',
  });

const creatives = z
  .array(id('submission'))
  .min(1)
  .max(MAX_CREATIVES)
  .refine((all) => new Set(all).size === all.length, 'Each only once.')
  .describe(ABOUT.creatives);
const adSets = z
  .array(AdSetInput)
  .min(1)
  .max(MAX_CREATIVES)
  .describe('One ad for each creative, in as few ad sets as the platform allows, when left out.');
const scheduledLaunchAt = Timestamp.nullable()
  .optional()
  .describe('The campaign launches then and stays paused until then. Null cancels it.');

export const CampaignCreate = z.object({
  name: NAME.describe(ABOUT.name),
  objective: z
    .enum(OBJECTIVES_TAKEN)
    .optional()
    .describe(`${ABOUT.objective} conversions, unless the ad defaults say otherwise.`),
  destination: Destination.describe(ABOUT.destination),
  budget: Budget.describe(ABOUT.budget),
  schedule: Schedule.describe(ABOUT.schedule),
  scheduledLaunchAt,
  audience: Audience.optional().describe(ABOUT.audience),
  creatives,
  adSets: adSets.optional(),
  ad: AdText.describe(ABOUT.ad),
  optimizationEvent: z.enum(OPTIMIZATION_EVENTS).optional().describe(ABOUT.optimizationEvent),
  settings: Settings.optional().describe(ABOUT.settings),
  tracking: Tracking.optional().describe(ABOUT.tracking),
  attribution: Attribution.optional().describe('Whose conversions count. Fixed once the campaign is set up.'),
  creatorPay: CreatorPay.optional().describe(
    'What creators are paid for what this campaign brings, instead of by their programs. Fixed at the first launch.',
  ),
  connection: id('connection').describe(ABOUT.connection),
  identity: z.enum(IDENTITIES).optional().meta({ default: 'brand' }).describe(ABOUT.identity),
  launch: z.boolean().default(true).describe('False leaves it paused.'),
  template: id('adTemplate')
    .optional()
    .describe("Gives what the body leaves out; what neither gives comes from the account's ad defaults."),
});

bodyExample(CampaignCreate, 'CampaignCreate', {
  name: 'Summer',
  destination: { type: 'website', value: 'https://shop.example.com/summer' },
  budget: { billingLimit: 90_000 },
  schedule: { startDate: '2027-06-01' },
  audience: { countries: ['US'] },
  creatives: ['sub_01k2d9q3v7h5m8r4t6w0x1y2z3'],
  ad: { primaryText: 'See what summer can be.', callToAction: 'shop_now' },
  optimizationEvent: 'purchase',
  settings: { pixel: '600000000000001' },
  connection: 'conn_01k2d9q3v7h5m8r4t6w0x1y2z3',
  launch: false,
});

export const CampaignCopy = z.object({
  name: NAME.optional().describe("The source's with a suffix, when left out."),
  launch: z.boolean().default(false).describe('False leaves the copy paused.'),
});
bodyExample(CampaignCopy, 'CampaignCopy', { name: 'Summer again' });

export const CampaignUpdate = z.object({
  status: z
    .enum(STATUS_ACTIONS)
    .optional()
    .describe('Alone, but for the version. `live` is another word for `launch`.'),
  pendingChange: z
    .enum(['approved', 'rejected'])
    .optional()
    .describe("The brand's answer to a partner's change."),
  partnerApproval: z
    .object({
      status: z
        .enum(APPROVAL_ANSWERS)
        .describe('`approved` launches it; after `changes_requested` the partner edits and asks again.'),
      note: text(2000).optional().describe('Why, for the partner to read.'),
    })
    .optional()
    .describe("The brand's answer to a partner's campaign."),
  name: NAME.optional().describe(ABOUT.name),
  objective: z.enum(OBJECTIVES_TAKEN).optional().describe('Fixed once it is set up.'),
  destination: Destination.partial()
    .optional()
    .describe(`${ABOUT.destination} Its type is fixed once it is set up.`),
  budget: Budget.optional().describe(ABOUT.budget),
  schedule: Schedule.partial().optional().describe(ABOUT.schedule),
  scheduledLaunchAt,
  audience: Audience.optional().describe(ABOUT.audience),
  creatives: creatives.optional(),
  adSets: adSets.optional(),
  ad: AdText.partial().optional().describe(ABOUT.ad),
  optimizationEvent: z.enum(OPTIMIZATION_EVENTS).optional().describe('Fixed once it is set up.'),
  settings: Settings.optional().describe(ABOUT.settings),
  tracking: Tracking.optional().describe(ABOUT.tracking),
  attribution: Attribution.optional().describe('Fixed once it is set up.'),
  creatorPay: CreatorPay.omit({ attribution: true })
    .optional()
    .describe(`${ABOUT.creatorPay} Fixed at the first launch.`),
  connection: id('connection').optional().describe('Fixed: only what it is.'),
  identity: z.enum(IDENTITIES).optional().describe('Fixed: only what it is.'),
  version: Version.optional(),
});
bodyExample(CampaignUpdate, 'CampaignUpdate', { status: 'pause' });

export type CampaignInput = z.output<typeof CampaignCreate>;
export type CampaignUpdateInput = z.output<typeof CampaignUpdate>;
export type AdSetsInput = z.output<typeof AdSetInput>[];
