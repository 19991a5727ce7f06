// What a platform takes of a campaign, as data: the API lists it, and it is checked before anything is sent.
import type { AdEvent, AdObjective } from './steps.ts';

export const AD_DESTINATIONS = [
  'website',
  'mobile_app',
  'ios_app_store',
  'google_play',
  'deep_link',
] as const;

export type AdDestination = (typeof AD_DESTINATIONS)[number];

export const AD_FIELD_TYPES = [
  'string',
  'url',
  'integer',
  'money',
  'boolean',
  'enum',
  'array',
  'date',
  'timestamp',
] as const;

/** One field of the body of POST /v1/campaigns, as a platform takes it. */
export interface AdField {
  /** A JSON pointer into the body. */
  path: string;
  type: (typeof AD_FIELD_TYPES)[number];
  /** What it can be, or what each item of an array can be; null for anything of the type. */
  values: readonly string[] | null;
  /** Whether a campaign needs it, where `when` holds. */
  required: boolean;
  /** Where the platform takes it: all of it must hold. Null means everywhere. */
  when: {
    objective?: readonly AdObjective[];
    destination?: readonly AdDestination[];
    /** The optimization event. */
    event?: readonly AdEvent[];
    /** Where the ads are shown in any of these. */
    country?: readonly string[];
    /** Where they are shown in at least so many countries. */
    countries?: number;
    /** Where the campaign is in any of these of its special ad categories. */
    category?: readonly string[];
  } | null;
  /** The least and greatest number, number of characters, or number of items. Money is in cents. */
  min: number | null;
  max: number | null;
  /** A regular expression that a text matches as a whole. */
  pattern: string | null;
  /** What it is when left out. */
  default: string | boolean | number | readonly string[] | null;
  /** Whether it stays as it is once the campaign is set up on the platform. */
  fixed: boolean;
  about: string;
}

type Said = Pick<AdField, 'path' | 'type' | 'about'> & Partial<AdField>;

export const adField = (said: Said): AdField => ({
  values: null,
  required: false,
  when: null,
  min: null,
  max: null,
  pattern: null,
  default: null,
  fixed: false,
  ...said,
});

/** What measures a campaign for a website by the platform's pixel. */
export const ON_A_WEBSITE = {
  objective: ['conversions', 'sales', 'leads'],
  destination: ['website'],
} as const satisfies AdField['when'];

/** What a link gets appended. */
export const URL_PARAMETERS = adField({
  path: '/tracking/urlParameters',
  type: 'string',
  max: 1000,
  pattern: '[^?#\\s]*',
  about: 'Appended to the destination URL of each ad, such as `utm_source=ads&utm_medium=paid`.',
});

const STORE = {
  path: '/destination/value',
  type: 'string',
  required: true,
  pattern:
    'https?://(?:apps\\.apple\\.com/\\S*/id\\d{6,12}(?:[/?#]\\S*)?|play\\.google\\.com/\\S*[?&]id=[A-Za-z]\\w*(?:\\.\\w+)+(?:[&#]\\S*)?)',
} as const;

/** Where a platform finds an app by its page in a store. */
export const STORE_PAGES: readonly AdField[] = [
  adField({
    ...STORE,
    when: { objective: ['app_promotion'], destination: ['mobile_app', 'ios_app_store', 'google_play'] },
    about: "The app's page in the App Store or on Google Play.",
  }),
  adField({
    ...STORE,
    when: { objective: ['app_promotion'], destination: ['deep_link'] },
    about:
      "The app's page in the App Store or on Google Play: ads for conversions in an app cannot use a deep link. For a web page, choose the objective traffic or the destination type website.",
  }),
];

/** Where ads that are for no app lead to web pages alone. */
export const WEB_PAGE = adField({
  path: '/destination/value',
  type: 'string',
  required: true,
  pattern: 'https?://\\S+',
  when: { objective: ['traffic', 'awareness', 'engagement', 'leads'], destination: ['deep_link'] },
  about: 'A web address: only app campaigns can use a deep link.',
});
