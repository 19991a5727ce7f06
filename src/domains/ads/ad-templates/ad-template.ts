import * as z from 'zod';
import { isRecord } from '../../../kit/given.ts';
import { iso } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, singleLine, Version } from '../../../resource/fields.ts';
import { ABOUT } from '../campaign-terms/about.ts';
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

export const TEMPLATE_STATUSES = ['active', 'archived'] as const;

const TemplateName = singleLine(200).describe('What your team calls it.');

/** A body of POST /v1/campaigns without its creatives. Every part is optional. */
export const TemplateCampaign = z
  .strictObject({
    name: singleLine(200).describe("The campaigns' name, at first."),
    objective: z.enum(OBJECTIVES_TAKEN).describe(ABOUT.objective),
    destination: Destination.describe(ABOUT.destination),
    budget: Budget.describe(ABOUT.budget),
    schedule: Schedule.partial().describe(ABOUT.schedule),
    audience: Audience.describe(ABOUT.audience),
    ad: AdText.partial().describe(ABOUT.ad),
    optimizationEvent: z.enum(OPTIMIZATION_EVENTS).describe(ABOUT.optimizationEvent),
    settings: Settings.describe(ABOUT.settings),
    tracking: Tracking.describe(ABOUT.tracking),
    attribution: Attribution.describe(ABOUT.attribution),
    creatorPay: CreatorPay.describe(ABOUT.creatorPay),
    connection: id('connection').describe(ABOUT.connection),
    identity: z.enum(IDENTITIES).describe(ABOUT.identity),
    launch: z.boolean().describe(ABOUT.launch),
  })
  .partial();

export type TemplateCampaign = z.output<typeof TemplateCampaign>;

export const AdTemplate = z
  .object({
    id: ownId('adTemplate'),
    name: z.string().describe('What your team calls it.'),
    campaign: TemplateCampaign.describe('What it fills in where the body of a campaign says nothing.'),
    status: z
      .enum(TEMPLATE_STATUSES)
      .describe('An archived one makes no campaigns and does not change; it can be made active again.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'AdTemplate' });
recordExample(AdTemplate, {
  id: 'adtpl_01k2d9q3v7h5m8r4t6w0x1y2z3',
  name: 'Prospecting',
  campaign: {
    objective: 'conversions',
    destination: { type: 'website', value: 'https://shop.example.com' },
    audience: { countries: ['US', 'CA'] },
    ad: { callToAction: 'shop_now' },
    optimizationEvent: 'purchase',
  },
  status: 'active',
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type AdTemplate = z.output<typeof AdTemplate>;

/** Whether any value is set at any depth. Null counts as set. */
const saysAnything = (value: unknown): boolean =>
  isRecord(value) ? Object.values(value).some(saysAnything) : value !== undefined;

/** An empty template would be of no use. */
const Something = TemplateCampaign.refine(saysAnything, { message: 'Set at least one field of a campaign.' });

export const AdTemplateCreate = z
  .object({
    name: TemplateName,
    campaign: Something.optional().describe(
      'What it fills in where the body of a campaign says nothing. Give this, or from.',
    ),
    from: id('campaign').optional().describe('A campaign that all but its creatives and days is taken from.'),
  })
  .superRefine(({ campaign, from }, { addIssue }) => {
    const say = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (campaign !== undefined && from !== undefined)
      say('from', 'Set either campaign or from. You can edit the template afterwards.');
    if (campaign === undefined && from === undefined)
      say('campaign', 'Set at least one field of a campaign, or a campaign in from.');
  });
bodyExample(AdTemplateCreate, 'AdTemplateCreate', {
  name: 'Prospecting',
  campaign: {
    objective: 'conversions',
    destination: { type: 'website', value: 'https://shop.example.com' },
    audience: { countries: ['US', 'CA'] },
    ad: { callToAction: 'shop_now' },
    optimizationEvent: 'purchase',
  },
});

export const AdTemplateUpdate = z.object({
  name: TemplateName.optional(),
  campaign: Something.optional().describe('Replaces all of it.'),
  status: z
    .enum(TEMPLATE_STATUSES)
    .optional()
    .describe('An archived one makes no campaigns and does not change.'),
  version: Version.optional(),
});
bodyExample(AdTemplateUpdate, 'AdTemplateUpdate', { name: 'Prospecting in winter' });

export interface AdTemplateRow {
  id: string;
  accountId: string;
  name: string;
  campaign: TemplateCampaign;
  status: (typeof TEMPLATE_STATUSES)[number];
  version: number;
  createdAt: number;
  updatedAt: number;
}

export function presentTemplate(row: AdTemplateRow): AdTemplate {
  const { accountId: _, createdAt: made, updatedAt: changed, ...shown } = row;
  return { ...shown, createdAt: iso(made), updatedAt: iso(changed) };
}
