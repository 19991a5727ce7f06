// What Google takes of a campaign besides what every platform takes.
import { type AdField, adField, ON_A_WEBSITE, URL_PARAMETERS } from '../ads/fields.ts';

const OF_AN_APP = { objective: ['app_promotion'] } as const satisfies AdField['when'];
/** All but app campaigns: Demand Gen. */
const OTHERS = {
  objective: ['conversions', 'sales', 'leads', 'traffic', 'engagement'],
} as const satisfies AdField['when'];
const RESOURCE = (kind: string) => `customers/[0-9]{1,20}/${kind}/[0-9]{1,20}`;

export const GOOGLE_FIELDS: readonly AdField[] = [
  adField({
    path: '/settings/logo',
    type: 'string',
    pattern: RESOURCE('assets'),
    required: true,
    when: OTHERS,
    about: 'The asset of a square logo, as POST /v1/connections/:id/logos answers it.',
  }),
  adField({
    path: '/settings/businessName',
    type: 'string',
    max: 25,
    required: true,
    when: OTHERS,
    about: 'Shown beside the logo.',
  }),
  adField({
    path: '/settings/conversion',
    type: 'string',
    pattern: RESOURCE('conversionActions'),
    when: ON_A_WEBSITE,
    about: 'The conversion action that counts what the ads bring.',
  }),
  adField({
    path: '/settings/conversionGoal',
    type: 'string',
    pattern: RESOURCE('customConversionGoals'),
    when: OTHERS,
    about: 'A conversion goal of the account. Kept with the campaign; Google is not told of it yet.',
  }),
  adField({
    path: '/settings/revenueConversion',
    type: 'string',
    pattern: RESOURCE('conversionActions'),
    about:
      'The conversion action whose value is the revenue. Kept with the campaign; reports do not ask for it yet.',
  }),
  adField({
    path: '/settings/targetCpa',
    type: 'money',
    min: 1,
    when: OF_AN_APP,
    about: 'What an install, or what the campaign is optimised for, may cost on average.',
  }),
  URL_PARAMETERS,
  adField({
    path: '/tracking/trackingUrlTemplate',
    type: 'url',
    max: 2000,
    pattern: 'https://.*',
    about: 'Where a click goes on its way to the page, with `{lpurl}` in it.',
  }),
];
