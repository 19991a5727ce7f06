// What Meta takes of a campaign besides what every platform takes.
import { type AdField, adField, ON_A_WEBSITE, STORE_PAGES, URL_PARAMETERS, WEB_PAGE } from '../ads/fields.ts';

const DIGITS = '[0-9]{1,32}';
const CATEGORIES = [
  ...['CREDIT', 'EMPLOYMENT', 'FINANCIAL_PRODUCTS_SERVICES', 'HOUSING'],
  ...['ISSUES_ELECTIONS_POLITICS', 'ONLINE_GAMBLING_AND_GAMING'],
];

export const META_FIELDS: readonly AdField[] = [
  ...STORE_PAGES,
  WEB_PAGE,
  adField({
    path: '/settings/pixel',
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: ON_A_WEBSITE,
    fixed: true,
    about: "The ID of the ad account's pixel that counts what the ads bring.",
  }),
  adField({
    path: '/settings/conversion',
    type: 'string',
    pattern: DIGITS,
    when: ON_A_WEBSITE,
    fixed: true,
    about: 'The ID of a custom conversion, which then counts in place of the event.',
  }),
  adField({
    path: '/settings/app',
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: { objective: ['app_promotion'] },
    fixed: true,
    about: 'The ID of the app at Meta.',
  }),
  adField({
    path: '/settings/specialAdCategories',
    type: 'array',
    values: CATEGORIES,
    max: CATEGORIES.length,
    default: [],
    fixed: true,
    about: 'What the ads are about, where law restricts who may see them.',
  }),
  URL_PARAMETERS,
];
