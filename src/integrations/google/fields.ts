// The campaign fields that only Google has.
import { type AdField, adField, ON_A_WEBSITE, STORE_PAGES, URL_PARAMETERS, WEB_PAGE } from '../ads/fields.ts';

const OF_AN_APP = { objective: ['app_promotion'] } as const satisfies AdField['when'];
/** All campaigns except app campaigns use Demand Gen. */
const OTHERS = {
  objective: ['conversions', 'sales', 'leads', 'traffic', 'engagement'],
} as const satisfies AdField['when'];
/** All in-app events except the install. */
const IN_AN_APP = [
  ...(['purchase', 'subscription', 'initiate_checkout', 'add_to_cart'] as const),
  ...(['view_content', 'complete_registration', 'lead', 'contact'] as const),
];
const RESOURCE = (kind: string) => `customers/[0-9]{1,20}/${kind}/[0-9]{1,20}`;

export const GOOGLE_FIELDS: readonly AdField[] = [
  ...STORE_PAGES,
  WEB_PAGE,
  adField({
    path: '/settings/logo',
    platformId: true,
    type: 'string',
    pattern: RESOURCE('assets'),
    required: true,
    when: OTHERS,
    about: 'A square logo in the ad account: POST /v1/connections/:id/logos returns it.',
  }),
  adField({
    path: '/settings/businessName',
    type: 'string',
    min: 1,
    max: 25,
    required: true,
    when: OTHERS,
    about: 'The business name beside the logo.',
  }),
  adField({
    path: '/settings/conversion',
    platformId: true,
    type: 'string',
    pattern: RESOURCE('conversionActions'),
    required: true,
    fixed: true,
    when: { ...OF_AN_APP, event: IN_AN_APP },
    about: 'The conversion action of the app event.',
  }),
  adField({
    path: '/settings/conversion',
    platformId: true,
    type: 'string',
    pattern: RESOURCE('conversionActions'),
    fixed: true,
    when: ON_A_WEBSITE,
    about: 'The conversion action that measures the ads.',
  }),
  adField({
    path: '/settings/conversionGoal',
    platformId: true,
    type: 'string',
    pattern: RESOURCE('customConversionGoals'),
    fixed: true,
    when: OTHERS,
    about:
      'A custom conversion goal of the ad account. The campaign bids for it instead of a conversion action.',
  }),
  adField({
    path: '/settings/revenueConversion',
    platformId: true,
    type: 'string',
    pattern: RESOURCE('conversionActions'),
    about:
      'The conversion action whose value is the revenue. It is kept with the campaign; reports do not use it yet.',
  }),
  adField({
    path: '/settings/targetCpa',
    type: 'money',
    min: 1,
    fixed: true,
    when: OF_AN_APP,
    about: 'The average cost per install or conversion event to aim for.',
  }),
  adField({
    path: '/settings/languages',
    platformId: true,
    type: 'array',
    pattern: '1[0-9]{3}',
    min: 1,
    max: 50,
    when: OTHERS,
    about:
      'IDs of language constants, such as `["1000"]` for English. Only people who speak one of them see the ads.',
  }),
  adField({
    path: '/settings/connectedTv',
    type: 'boolean',
    default: true,
    fixed: true,
    when: OTHERS,
    about: 'Whether the ads are also shown on TV screens.',
  }),
  URL_PARAMETERS,
  adField({
    path: '/tracking/trackingUrlTemplate',
    type: 'url',
    max: 2000,
    pattern: 'https://.*',
    fixed: true,
    about: 'The URL that a click goes through before the destination URL, which `{lpurl}` stands for.',
  }),
];
