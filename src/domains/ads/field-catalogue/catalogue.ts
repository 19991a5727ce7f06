// What a plan of the business API can say of an ad platform's objects, as records of GET /ads/fields.
import * as z from 'zod';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { AD_FIELD_TYPES } from '../../../integrations/ads/fields.ts';
import { recordExample } from '../../../resource/example.ts';
import { AdFieldRecord } from '../ad-fields/ad-field-record.ts';

/** The version of the catalogue that plans name, as the specification fixes it. */
export const FIELD_CATALOGUE_VERSION = '2026-08-08.2';
/** Changes whenever a row is taken away or takes less than before. */
export const SETTINGS_SCHEMA_VERSION = '2026-08-08.1';

export const OPERATION_TYPES = [
  ...(['publish_campaign', 'update_campaign', 'pause_campaign'] as const),
  ...(['resume_campaign', 'archive_campaign', 'upload_media'] as const),
] as const;
export const RESOURCE_KINDS = [
  ...(['account', 'campaign', 'delivery_group', 'ad', 'creative', 'media', 'asset'] as const),
] as const;
export const MUTATIONS = [
  ...(['create', 'update', 'set_status', 'upload', 'attach'] as const),
  ...(['detach', 'replace', 'archive', 'delete'] as const),
] as const;
/** What a reference `{ kind, id }` can name. */
export const REFERENCE_KINDS = ['submission', 'file', 'ad_authorization', 'resource', 'step'] as const;

export type OperationType = (typeof OPERATION_TYPES)[number];
export type ResourceKind = (typeof RESOURCE_KINDS)[number];
export type Mutation = (typeof MUTATIONS)[number];
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** What people call an object of each kind. */
export const RESOURCE_NOUNS: Readonly<Record<ResourceKind, string>> = {
  account: 'ad account',
  campaign: 'campaign',
  delivery_group: 'ad set',
  ad: 'ad',
  creative: 'creative',
  media: 'video',
  asset: 'asset',
};

export const CatalogueRow = AdFieldRecord.omit({ path: true, type: true, required: true })
  .extend({
    productVariant: z.string().describe("The platform's kind of campaign."),
    operationType: z.enum(OPERATION_TYPES).describe('In plans of this type.'),
    resourceKind: z.enum(RESOURCE_KINDS).describe('In steps about such an object.'),
    mutation: z.enum(MUTATIONS).describe('In steps that do this to it.'),
    path: z
      .string()
      .describe(
        'A JSON pointer into the input of a step. Steps that archive have an empty input, and name it all the same.',
      ),
    type: z
      .enum([...AD_FIELD_TYPES, 'percent', 'reference'])
      .describe(
        '`money` is in cents, `date` and `timestamp` are texts, `percent` has two decimals at most, and a `reference` is `{ kind, id }`.',
      ),
    references: z
      .array(z.enum(REFERENCE_KINDS))
      .nullable()
      .describe('The kinds that a reference can have; null for what is no reference.'),
    required: z.boolean().describe('Where `when` holds, unless the campaign has it already.'),
    campaignPath: z
      .string()
      .nullable()
      .describe(
        'Its place in the body of POST /v1/campaigns, with `*` for each item of a list; null for what has none there.',
      ),
    readBack: z
      .boolean()
      .describe('Whether it is compared with what the platform says: of other fields no drift is claimed.'),
  })
  .meta({ id: 'AdsField' });

export type CatalogueRow = z.output<typeof CatalogueRow>;

export const Catalogue = z
  .object({
    fieldCatalogVersion: z.literal(FIELD_CATALOGUE_VERSION).describe('What a plan names as its own.'),
    settingsSchemaVersion: z.literal(SETTINGS_SCHEMA_VERSION).describe('What a plan names beside it.'),
    fields: z.array(CatalogueRow).describe('All on one page.'),
  })
  .meta({ id: 'AdsFieldCatalogue' });
export type Catalogue = z.output<typeof Catalogue>;
recordExample(Catalogue, {
  fieldCatalogVersion: FIELD_CATALOGUE_VERSION,
  settingsSchemaVersion: SETTINGS_SCHEMA_VERSION,
  fields: [
    {
      platform: 'meta',
      productVariant: 'auction',
      operationType: 'update_campaign',
      resourceKind: 'campaign',
      mutation: 'update',
      path: '/budget/daily',
      type: 'money',
      references: null,
      values: null,
      required: false,
      when: null,
      min: 1,
      max: null,
      pattern: null,
      default: null,
      fixed: false,
      campaignPath: '/budget/daily',
      readBack: true,
      description: 'The daily budget.',
    },
  ],
});

export const catalogueQuery = {
  operationType: z.enum(OPERATION_TYPES).optional().describe('Only fields of plans of this type.'),
  platform: z.enum(AD_PLATFORMS).optional().describe('Only fields of this platform.'),
  productVariant: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("Only fields of this one of a platform's variants."),
  resourceKind: z.enum(RESOURCE_KINDS).optional().describe('Only fields of such objects.'),
};
