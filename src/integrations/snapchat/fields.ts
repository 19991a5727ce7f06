// The campaign fields that only Snapchat has.
import { type AdField, adField, ON_A_WEBSITE, URL_PARAMETERS, WEB_PAGE } from '../ads/fields.ts';

const CATEGORIES = ['CREDIT', 'EMPLOYMENT', 'HOUSING'];

export const SNAPCHAT_FIELDS: readonly AdField[] = [
  WEB_PAGE,
  adField({
    path: '/settings/pixel',
    platformId: true,
    type: 'string',
    pattern: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    required: true,
    when: ON_A_WEBSITE,
    fixed: true,
    about: "The ID of the ad account's pixel that measures the ads.",
  }),
  adField({
    path: '/settings/specialAdCategories',
    type: 'array',
    values: CATEGORIES,
    max: CATEGORIES.length,
    default: [],
    fixed: true,
    about: 'Topics of the ads for which the law restricts targeting.',
  }),
  adField({
    path: '/settings/languages',
    type: 'array',
    pattern: '[a-z]{2}',
    min: 1,
    max: 1,
    required: true,
    when: { countries: 2 },
    about: 'The language of the audience, such as `["en"]`. Several countries require one.',
  }),
  adField({
    path: '/settings/languages',
    type: 'array',
    pattern: '[a-z]{2}',
    min: 1,
    max: 1,
    about: 'The language of the audience, such as `["en"]`.',
  }),
  adField({ path: '/ad/headline', type: 'string', required: true, about: 'The headline of the ads.' }),
  URL_PARAMETERS,
];
