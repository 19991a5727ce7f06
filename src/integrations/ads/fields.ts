// A platform's campaign fields as data: the API lists them, and a campaign is checked against them before anything is
// sent.
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

/** One field of the body of POST /v1/campaigns, as a platform accepts it. */
export interface AdField {
  /** A JSON pointer into the body. */
  path: string;
  type: (typeof AD_FIELD_TYPES)[number];
  /** The allowed values, or those of an array's items; null allows any value of the type. */
  values: readonly string[] | null;
  /** Whether a campaign requires it when `when` holds. */
  required: boolean;
  /** When the field applies: all conditions have to hold. Null means always. */
  when: {
    objective?: readonly AdObjective[];
    destination?: readonly AdDestination[];
    /** The conversion event. */
    event?: readonly AdEvent[];
    /** The ads are shown in any of these countries. */
    country?: readonly string[];
    /** The ads are shown in at least this many countries. */
    countries?: number;
    /** The campaign has any of these special ad categories. */
    category?: readonly string[];
  } | null;
  /** The minimum and maximum: of a number, of a text's length, or of an array's length. Money is in cents. */
  min: number | null;
  max: number | null;
  /** A regular expression that the whole text has to match. */
  pattern: string | null;
  /** The value used when the field is left out. */
  default: string | boolean | number | readonly string[] | null;
  /** Whether it can no longer be changed once the campaign is set up on the platform. */
  fixed: boolean;
  /** Whether the value is the platform's own name of something, which plans of the business API never take. */
  platformId: boolean;
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
  platformId: false,
  ...said,
});

/** Website campaigns that the platform measures with its pixel. */
export const ON_A_WEBSITE = {
  objective: ['conversions', 'sales', 'leads'],
  destination: ['website'],
} as const satisfies AdField['when'];

/** Parameters appended to the ads' links. */
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

/** App store pages, by which a platform identifies an app. */
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

/** Web URLs only, for ads that are not for an app. */
export const WEB_PAGE = adField({
  path: '/destination/value',
  type: 'string',
  required: true,
  pattern: 'https?://\\S+',
  when: { objective: ['traffic', 'awareness', 'engagement', 'leads'], destination: ['deep_link'] },
  about: 'A web address: only app campaigns can use a deep link.',
});
