// What TikTok takes of a campaign besides what every platform takes.
import { type AdField, adField, ON_A_WEBSITE, URL_PARAMETERS } from '../ads/fields.ts';

const DIGITS = '[0-9]{1,32}';

export const TIKTOK_FIELDS: readonly AdField[] = [
  adField({
    path: '/settings/pixel',
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: ON_A_WEBSITE,
    fixed: true,
    about: "The ID of the advertiser's pixel that counts what the ads bring: its number, not its code.",
  }),
  adField({
    path: '/settings/app',
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: { objective: ['app_promotion'] },
    fixed: true,
    about: 'The ID of the app at TikTok.',
  }),
  adField({
    path: '/settings/locations',
    type: 'array',
    pattern: DIGITS,
    min: 1,
    max: 500,
    about: "IDs of TikTok's locations, in place of the countries.",
  }),
  adField({
    path: '/settings/budgetOptimization',
    type: 'enum',
    values: ['ad_set', 'campaign'],
    default: 'ad_set',
    fixed: true,
    about: 'Whether each ad set has a budget of its own, or the campaign spends as one.',
  }),
  URL_PARAMETERS,
];
