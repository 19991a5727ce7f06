import * as z from 'zod';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { AD_DESTINATIONS, AD_FIELD_TYPES } from '../../../integrations/ads/fields.ts';
import { recordExample } from '../../../resource/example.ts';
import { OBJECTIVES, OPTIMIZATION_EVENTS } from '../campaign-terms/terms.ts';

/** Named as in the API, whether or not this deployment has them. */

export const AdFieldRecord = z
  .object({
    platform: z.enum(AD_PLATFORMS).describe('Which one takes it like this.'),
    path: z.string().describe('A JSON pointer into the body of POST /v1/campaigns.'),
    type: z.enum(AD_FIELD_TYPES).describe('`money` is in cents, `date` and `timestamp` are texts.'),
    values: z
      .array(z.string())
      .nullable()
      .describe('What it, or each item of it, can be; null for anything of its type.'),
    required: z.boolean().describe('Where `when` holds.'),
    when: z
      .object({
        objective: z
          .array(z.enum(OBJECTIVES))
          .optional()
          .describe('Only for any of these, as the platform calls them.'),
        destination: z
          .array(z.enum(AD_DESTINATIONS))
          .optional()
          .describe('Only where the ads lead to any of these.'),
        event: z.array(z.enum(OPTIMIZATION_EVENTS)).optional().describe('The `optimizationEvent`.'),
        country: z
          .array(z.string())
          .optional()
          .describe('Only where the audience is in any of these countries.'),
        countries: z.int().optional().describe('Only where the audience is in at least so many countries.'),
        category: z
          .array(z.string())
          .optional()
          .describe('Only where `settings.specialAdCategories` holds any of these.'),
      })
      .nullable()
      .describe(
        'Where the platform takes it; null for everywhere. The objective is the one on the platform: conversions in an app are `app_promotion`, leads and contacts are `leads`.',
      ),
    min: z
      .number()
      .nullable()
      .describe('The least number, number of characters or number of items; null for no such bound.'),
    max: z
      .number()
      .nullable()
      .describe('The greatest number, number of characters or number of items; null for no such bound.'),
    pattern: z
      .string()
      .nullable()
      .describe('A regular expression that a text matches as a whole; null where any will do.'),
    default: z
      .union([z.string(), z.boolean(), z.number(), z.array(z.string())])
      .nullable()
      .describe('What holds where nothing is given; null for nothing.'),
    fixed: z.boolean().describe('It stays as it is once the campaign is set up on the platform.'),
    description: z.string().describe('What it is for, in a sentence for people.'),
  })
  .meta({ id: 'AdField' });
recordExample(AdFieldRecord, {
  platform: 'meta',
  path: '/settings/pixel',
  type: 'string',
  values: null,
  required: true,
  when: { objective: ['conversions', 'sales', 'leads'], destination: ['website'] },
  min: null,
  max: null,
  pattern: '[0-9]{1,32}',
  default: null,
  fixed: true,
  description: "The ID of the ad account's pixel that measures the ads.",
});

export type AdFieldRecord = z.output<typeof AdFieldRecord>;

export const AdFieldQuery = z.strictObject({
  platform: z.enum(AD_PLATFORMS).optional(),
  objective: z.enum(OBJECTIVES).optional(),
  destination: z.enum(AD_DESTINATIONS).optional().describe('The type of the destination.'),
});
