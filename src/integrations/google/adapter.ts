import { ADVERTISE, type AdPlatform, type Capabilities } from '../ads/platform.ts';
import { siteBy } from '../provider/site.ts';
import { GOOGLE_ADVICE } from './advice.ts';
import { GOOGLE_CHOICES } from './choices.ts';
import { GOOGLE_FIELDS } from './fields.ts';
import { create, find } from './making.ts';
import { GOOGLE } from './outcome.ts';
import { GOOGLE_PLACES } from './places.ts';
import { days, interests } from './reading.ts';
import { change, setRunning, state } from './running.ts';
import { budgetFloor, setup } from './setup.ts';
import { authorizeUrl, exchangeCode, renew, revoke } from './sign-in.ts';
import { videoState } from './upload.ts';
import { AGE_STEPS, APP_HEADLINE, CATEGORIES, HEADLINE } from './words.ts';

const capabilities: Capabilities = {
  name: GOOGLE.name,
  needs: ['adAccountId'],
  takes: ['businessId'],
  objectives: ['conversions', 'traffic', 'engagement', 'leads', 'app_promotion', 'sales'],
  appAdNames: false,
  variants: {
    app: ['app_promotion'],
    demand_gen: ['conversions', 'traffic', 'engagement', 'leads', 'sales'],
  },
  events: [
    ...(['install', 'purchase', 'subscription', 'initiate_checkout', 'add_to_cart'] as const),
    ...(['view_content', 'complete_registration', 'lead', 'contact'] as const),
  ],
  results: [...new Set(CATEGORIES.values())],
  fields: GOOGLE_FIELDS,
  places: GOOGLE_PLACES,
  advice: GOOGLE_ADVICE,
  addable: false,
  adsAnAdSet: 20,
  adsAnAppAdSet: 1,
  budget: 'campaign',
  creatives: 'in_ad',
  shares: false,
  budgetFloor: 'platform',
  text: { name: 220, primaryText: 90, headline: HEADLINE, appHeadline: APP_HEADLINE },
  video: {
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: 2 * 1024 ** 3,
    minSeconds: 5,
    maxSeconds: 12 * 3600,
  },
  ages: AGE_STEPS,
  appsFindPeople: true,
  partnerAds: false,
  biddings: [],
  interests: true,
  audiences: false,
  archive: 'deleted',
  logos: true,
  copies: [],
  renames: ['campaign', 'ad_set'],
};

const none = async (): Promise<never> => {
  throw GOOGLE.error('invalid');
};

export const googleAdapter: AdPlatform = {
  provider: GOOGLE,
  accessTo: ['your Google Ads accounts: make, change and pause ads, and read results'],
  purpose: ADVERTISE,
  capabilities,
  choices: GOOGLE_CHOICES,
  ...siteBy({
    name: GOOGLE.name,
    id: 'GOOGLE_CLIENT_ID',
    secret: 'GOOGLE_CLIENT_SECRET',
    api: 'GOOGLE_ADS_API_URL',
    consent: 'GOOGLE_ACCOUNTS_URL',
    tokens: 'GOOGLE_OAUTH_URL',
  }),
  authorizeUrl,
  exchangeCode,
  renew,
  revoke,
  setup,
  budgetFloor,
  create,
  find,
  readPermission: null,
  videoState,
  state,
  setRunning,
  change,
  copy: none,
  copied: none,
  days,
  interests,
  audiences: async () => ({ items: [], next: null }),
};
