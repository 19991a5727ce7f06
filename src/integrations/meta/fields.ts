// The campaign fields that only Meta has.
import { type AdField, adField, ON_A_WEBSITE, STORE_PAGES, URL_PARAMETERS, WEB_PAGE } from '../ads/fields.ts';

const DIGITS = '[0-9]{1,32}';
const FINANCE = 'FINANCIAL_PRODUCTS_SERVICES';
/** Anti-discrimination law requires that ads in these categories reach all adults. */
const FOR_EVERYBODY: readonly string[] = ['EMPLOYMENT', FINANCE, 'HOUSING'];
const CATEGORIES = [...FOR_EVERYBODY, 'ISSUES_ELECTIONS_POLITICS', 'ONLINE_GAMBLING_AND_GAMING'];
const everybody = { category: FOR_EVERYBODY } as const satisfies AdField['when'];

/**
 * Settings that name who is behind the ads, where a country's law requires it. @param category limits it to that
 * category's ads.
 */
const named = (name: string, who: string, country: string, category?: readonly string[]) =>
  adField({
    path: `/settings/${name}`,
    platformId: true,
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: { country: [country], ...(category ? { category } : {}) },
    about: `The Meta ID of the verified ${who}, which local law requires.`,
  });

export const META_FIELDS: readonly AdField[] = [
  ...STORE_PAGES,
  WEB_PAGE,
  adField({
    path: '/settings/pixel',
    platformId: true,
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: ON_A_WEBSITE,
    fixed: true,
    about: "The ID of the ad account's pixel that measures the ads.",
  }),
  adField({
    path: '/settings/conversion',
    platformId: true,
    type: 'string',
    pattern: DIGITS,
    when: ON_A_WEBSITE,
    fixed: true,
    about: 'The ID of a custom conversion. It replaces the conversion event.',
  }),
  adField({
    path: '/settings/app',
    platformId: true,
    type: 'string',
    pattern: DIGITS,
    required: true,
    when: { objective: ['app_promotion'] },
    fixed: true,
    about: 'The Meta app ID.',
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
    path: '/audience/ageMin',
    type: 'integer',
    values: ['18'],
    when: everybody,
    about: 'Ads in this special ad category are shown to all ages from 18.',
  }),
  adField({
    path: '/audience/ageMax',
    type: 'integer',
    values: ['65'],
    when: everybody,
    about: 'Ads in this special ad category are shown to all ages from 18.',
  }),
  adField({
    path: '/audience/gender',
    type: 'enum',
    values: ['all'],
    when: everybody,
    about: 'Ads in this special ad category are shown to all genders.',
  }),
  named('singaporeBeneficiary', 'beneficiary in Singapore', 'SG'),
  named('singaporePayer', 'payer in Singapore', 'SG'),
  named('australiaBeneficiary', 'beneficiary of financial ads in Australia', 'AU', [FINANCE]),
  named('australiaPayer', 'payer of financial ads in Australia', 'AU', [FINANCE]),
  URL_PARAMETERS,
];
