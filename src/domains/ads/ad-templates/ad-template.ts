import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { bodyExample } from '../../../resource/example.ts';
import { createdAt, id, singleLine, Version } from '../../../resource/fields.ts';
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

const TemplateName = singleLine(200);

/** A body of POST /v1/campaigns without its creatives, of which each part may be left out. */
export const TemplateCampaign = z
  .strictObject({
    name: singleLine(200),
    objective: z.enum(OBJECTIVES_TAKEN),
    destination: Destination,
    budget: Budget,
    schedule: Schedule.partial(),
    audience: Audience,
    ad: AdText.partial(),
    optimizationEvent: z.enum(OPTIMIZATION_EVENTS),
    settings: Settings,
    tracking: Tracking,
    attribution: Attribution,
    creatorPay: CreatorPay,
    connection: id('connection'),
    identity: z.enum(IDENTITIES),
    launch: z.boolean(),
  })
  .partial();

export type TemplateCampaign = z.output<typeof TemplateCampaign>;

export const AdTemplate = z
  .object({
    id: id('adTemplate'),
    name: z.string(),
    campaign: TemplateCampaign,
    status: z.enum(TEMPLATE_STATUSES),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'AdTemplate' });

export type AdTemplate = z.output<typeof AdTemplate>;

/** What would make campaigns of nothing is no template. */
const Something = TemplateCampaign.refine((one) => Object.values(one).some((value) => value !== undefined), {
  message: 'Set at least one field of a campaign.',
});

export const AdTemplateCreate = z
  .object({
    name: TemplateName,
    campaign: Something.optional(),
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
  status: z.enum(TEMPLATE_STATUSES).optional(),
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
