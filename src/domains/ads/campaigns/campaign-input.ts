import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { id, percent, singleLine, text, Version } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/page.ts';
import {
  AdText,
  Attribution,
  Audience,
  Budget,
  CreatorPay,
  Destination,
  IDENTITIES,
  OBJECTIVES_TAKEN,
  OPTIMIZATION_EVENTS,
  Schedule,
  Settings,
  Tracking,
} from '../campaign-terms/terms.ts';
import { APPROVAL_ANSWERS, STATUS_ACTIONS } from './campaign.ts';

export const MAX_CREATIVES = 100;
export const MAX_NAME = 200;
const NAME = singleLine(MAX_NAME);

const AdInput = z.object({
  id: id('ad').optional().describe('Of one that is there already.'),
  creative: id('submission'),
  name: NAME.optional(),
});

const AdSetInput = z
  .object({
    id: id('adSet').optional().describe('ID of an ad set to keep; leave it out to add one.'),
    name: NAME.optional(),
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
  .describe('Approved or live work.');
const adSets = z
  .array(AdSetInput)
  .min(1)
  .max(MAX_CREATIVES)
  .describe('One ad for each creative, in as few ad sets as the platform allows, when left out.');
const scheduledLaunchAt = Timestamp.nullable()
  .optional()
  .describe('Turns the campaign on then; until then it stays paused. Null cancels it.');

export const CampaignCreate = z.object({
  name: NAME,
  objective: z.enum(OBJECTIVES_TAKEN).optional(),
  destination: Destination,
  budget: Budget,
  schedule: Schedule,
  scheduledLaunchAt,
  audience: Audience.optional(),
  creatives,
  adSets: adSets.optional(),
  ad: AdText,
  optimizationEvent: z.enum(OPTIMIZATION_EVENTS).optional(),
  settings: Settings.optional(),
  tracking: Tracking.optional(),
  attribution: Attribution.optional().describe('Whose conversions count. Fixed once the campaign is set up.'),
  creatorPay: CreatorPay.optional().describe(
    'What creators are paid for what this campaign brings, instead of by their programs. Fixed at the first launch.',
  ),
  connection: id('connection'),
  identity: z.enum(IDENTITIES).optional().meta({ default: 'brand' }),
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
    .object({ status: z.enum(APPROVAL_ANSWERS), note: text(2000).optional() })
    .optional()
    .describe("The brand's answer to a partner's campaign."),
  name: NAME.optional(),
  objective: z.enum(OBJECTIVES_TAKEN).optional().describe('Fixed once it is set up.'),
  destination: Destination.partial().optional(),
  budget: Budget.optional(),
  schedule: Schedule.partial().optional(),
  scheduledLaunchAt,
  audience: Audience.optional(),
  creatives: creatives.optional(),
  adSets: adSets.optional(),
  ad: AdText.partial().optional(),
  optimizationEvent: z.enum(OPTIMIZATION_EVENTS).optional().describe('Fixed once it is set up.'),
  settings: Settings.optional(),
  tracking: Tracking.optional(),
  attribution: Attribution.optional().describe('Fixed once it is set up.'),
  creatorPay: CreatorPay.omit({ attribution: true }).optional(),
  connection: id('connection').optional().describe('Fixed: only what it is.'),
  identity: z.enum(IDENTITIES).optional().describe('Fixed: only what it is.'),
  version: Version.optional(),
});
bodyExample(CampaignUpdate, 'CampaignUpdate', { status: 'pause' });

export type CampaignInput = z.output<typeof CampaignCreate>;
export type CampaignUpdateInput = z.output<typeof CampaignUpdate>;
export type AdSetsInput = z.output<typeof AdSetInput>[];
