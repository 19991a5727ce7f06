// The campaign fields that only TikTok has.
import { type AdField, adField, ON_A_WEBSITE, URL_PARAMETERS } from '../ads/fields.ts';

const DIGITS = '[0-9]{1,32}';

export const TIKTOK_FIELDS: readonly AdField[] = [
  adField({
    path: '/settings/pixel',
    platformId: true,
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: ON_A_WEBSITE,
    fixed: true,
    about: "The ID of the advertiser's pixel that measures the ads: its number, not its code.",
  }),
  adField({
    path: '/settings/app',
    platformId: true,
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: { objective: ['app_promotion'] },
    fixed: true,
    about: 'The TikTok app ID.',
  }),
  adField({
    path: '/settings/locations',
    platformId: true,
    type: 'array',
    pattern: DIGITS,
    min: 1,
    max: 500,
    about: 'IDs of TikTok locations. They replace the countries.',
  }),
  adField({
    path: '/settings/budgetOptimization',
    type: 'enum',
    values: ['ad_set', 'campaign'],
    default: 'ad_set',
    fixed: true,
    about: 'Whether the budget is set per ad set or for the campaign as a whole.',
  }),
  URL_PARAMETERS,
];
