// The fields that a platform accepts: those that all platforms have, within this platform's limits, and its own.
import { AD_DESTINATIONS, type AdField, adField } from '../../../integrations/ads/fields.ts';
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import {
  AD_COUNTRIES,
  CALLS_TO_ACTION,
  IDENTITIES,
  MAX_NAME,
  OBJECTIVES,
  OBJECTIVES_TAKEN,
} from '../campaign-terms/terms.ts';
import { platformObjective } from './platform-objective.ts';

const AGE_MIN = 13;
/** 65 includes everyone who is older. */
const AGE_MAX = 65;

/** The objectives for which a conversion event decides who sees the ads. */
const COUNTS = { objective: ['conversions', 'sales', 'leads'] } as const satisfies AdField['when'];
const COUNTS_IN_AN_APP = { objective: ['app_promotion'] } as const satisfies AdField['when'];

/** The audience fields. Some platforms pick the audience of app ads themselves, and some accept ages only in steps. */
function people({ objectives, ages, appsFindPeople }: Capabilities): AdField[] {
  const said = (values?: readonly number[]) => (values ? { values: values.map(String) } : {});
  const age = { type: 'integer', min: AGE_MIN, max: AGE_MAX } as const;
  const from = { ...age, path: '/audience/ageMin', default: 18, about: 'The minimum age in years.' } as const;
  const to = {
    ...age,
    path: '/audience/ageMax',
    default: AGE_MAX,
    about: 'The maximum age in years.',
  } as const;
  const genders = ['all', 'female', 'male'];
  const gender = {
    path: '/audience/gender',
    type: 'enum',
    default: 'all',
    about: 'The gender of the people who see the ads.',
  } as const;
  const when = appsFindPeople
    ? ({ objective: objectives.filter((one) => one !== 'app_promotion') } as const)
    : null;
  return [
    adField({ ...from, ...said(ages?.from), when }),
    adField({ ...to, ...said(ages?.to), when }),
    adField({ ...gender, values: genders, when }),
    ...(appsFindPeople
      ? [
          adField({ ...from, ...said([from.default]), when: COUNTS_IN_AN_APP }),
          adField({ ...to, ...said([to.default]), when: COUNTS_IN_AN_APP }),
          adField({ ...gender, values: [gender.default], when: COUNTS_IN_AN_APP }),
        ]
      : []),
  ];
}

/** Two rules where app ads have a shorter headline. */
function headlines({ objectives, text }: Capabilities): AdField[] {
  const { headline, appHeadline } = text;
  const common = { path: '/ad/headline', type: 'string', min: 1, about: 'The headline of the ads.' } as const;
  if (appHeadline === undefined) return [adField({ ...common, max: headline })];
  const others = objectives.filter((one) => one !== 'app_promotion');
  return [
    adField({ ...common, max: headline, when: { objective: others } }),
    adField({ ...common, max: appHeadline, when: COUNTS_IN_AN_APP }),
  ];
}

export function fieldsOf(capabilities: Capabilities): AdField[] {
  const { text, events, appEvents = events, partnerAds } = capabilities;
  const objectives = OBJECTIVES.filter(
    (one) =>
      (OBJECTIVES_TAKEN as readonly string[]).includes(one) &&
      AD_DESTINATIONS.some((destination) =>
        capabilities.objectives.includes(platformObjective(one, destination, null)),
      ),
  );
  return [
    adField({
      path: '/name',
      type: 'string',
      required: true,
      min: 1,
      max: Math.min(text.name, MAX_NAME),
      about: 'The name of the campaign.',
    }),
    adField({
      path: '/objective',
      type: 'enum',
      values: objectives,
      default: 'conversions',
      fixed: true,
      about: 'The campaign objective. `conversion` is read as `conversions`.',
    }),
    adField({
      path: '/destination/type',
      type: 'enum',
      values: AD_DESTINATIONS,
      required: true,
      fixed: true,
      about: 'The type of the destination.',
    }),
    adField({
      path: '/destination/value',
      type: 'string',
      required: true,
      min: 1,
      max: 2000,
      about: 'The destination URL.',
    }),
    adField({
      path: '/budget/billingLimit',
      type: 'money',
      min: 1,
      about: 'The campaign stops when it has spent this amount.',
    }),
    adField({ path: '/budget/daily', type: 'money', min: 1, about: 'The daily budget.' }),
    adField({
      path: '/schedule/startDate',
      type: 'date',
      required: true,
      about: "The first day, in the ad account's time zone.",
    }),
    adField({
      path: '/schedule/endDate',
      type: 'date',
      about: "The last day, in the ad account's time zone.",
    }),
    adField({ path: '/scheduledLaunchAt', type: 'timestamp', about: 'When the campaign is launched.' }),
    adField({
      path: '/audience/countries',
      type: 'array',
      values: AD_COUNTRIES,
      required: true,
      min: 1,
      max: AD_COUNTRIES.length,
      about: 'The countries in which the ads are shown.',
    }),
    ...people(capabilities),
    adField({
      path: '/audience/expand',
      type: 'boolean',
      default: false,
      about: 'Whether the platform may show the ads to people outside the audience.',
    }),
    adField({
      path: '/optimizationEvent',
      type: 'enum',
      values: events.filter((one) => one !== 'install'),
      required: true,
      when: COUNTS,
      fixed: true,
      about: 'The conversion event on the website.',
    }),
    adField({
      path: '/optimizationEvent',
      type: 'enum',
      values: appEvents,
      default: 'install',
      when: COUNTS_IN_AN_APP,
      fixed: true,
      about: 'The conversion event in the app.',
    }),
    adField({
      path: '/identity',
      type: 'enum',
      values: partnerAds ? IDENTITIES : ['brand'],
      default: 'brand',
      fixed: true,
      about: 'Whether the ads use the identity of the brand or of the creator.',
    }),
    adField({
      path: '/creatives',
      type: 'array',
      required: true,
      min: 1,
      about: 'Approved or live submissions.',
    }),
    adField({
      path: '/ad/primaryText',
      type: 'string',
      required: true,
      min: 1,
      max: text.primaryText,
      about: 'The primary text of the ads.',
    }),
    ...headlines(capabilities),
    adField({
      path: '/ad/callToAction',
      type: 'enum',
      values: CALLS_TO_ACTION,
      required: true,
      about: 'The call to action of the ads.',
    }),
    ...capabilities.fields,
  ];
}
