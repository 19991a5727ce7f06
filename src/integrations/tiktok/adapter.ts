import { ADVERTISE, type AdPlatform, type Capabilities } from '../ads/platform.ts';
import type { AdEvent } from '../ads/steps.ts';
import { siteBy } from '../provider/site.ts';
import { TIKTOK_ADVICE } from './advice.ts';
import { TIKTOK_CHOICES } from './choices.ts';
import { TIKTOK_FIELDS } from './fields.ts';
import { create, find, plain } from './making.ts';
import { TIKTOK } from './outcome.ts';
import { TIKTOK_PLACES } from './places.ts';
import { audiences, days, interests } from './reading.ts';
import { change, copied, copy, setRunning, state, videoState } from './running.ts';
import { budgetFloor, LEAST_USD, setup } from './setup.ts';
import { authorizeUrl, exchangeCode, revoke } from './sign-in.ts';
import { readPermission } from './spark.ts';
import { AGE_STEPS, APP_EVENTS, RESULTS } from './words.ts';

const capabilities: Capabilities = {
  name: TIKTOK.name,
  needs: ['advertiserId', 'identityId'],
  takes: ['businessCenterId'],
  objectives: ['conversions', 'leads', 'app_promotion', 'sales'],
  variants: { smart_plus: null },
  events: [
    ...(['install', 'purchase', 'subscription', 'trial_start', 'initiate_checkout', 'add_to_cart'] as const),
    ...(['view_content', 'complete_registration', 'lead', 'contact'] as const),
  ],
  appEvents: ['install', ...(Object.keys(APP_EVENTS) as AdEvent[])],
  ages: AGE_STEPS,
  results: Object.keys(RESULTS) as AdEvent[],
  fields: TIKTOK_FIELDS,
  places: TIKTOK_PLACES,
  advice: TIKTOK_ADVICE,
  addable: false,
  adsAnAdSet: 20,
  budget: 'ad_set',
  creatives: 'in_ad',
  shares: true,
  budgetFloor: { usd: LEAST_USD },
  text: { name: 480, primaryText: 100, headline: 100 },
  video: {
    types: ['video/mp4', 'video/quicktime'],
    maxBytes: 500 * 1024 ** 2,
    minSeconds: 1,
    maxSeconds: 10 * 60,
  },
  partnerAds: true,
  biddings: ['cost_cap'],
  interests: true,
  audiences: true,
  archive: 'deleted',
  logos: false,
  copies: ['campaign'],
  renames: ['campaign', 'ad_set', 'ad'],
};

export const tiktokAdapter: AdPlatform = {
  provider: TIKTOK,
  accessTo: [
    'your advertisers: make, change and pause ads, and read results',
    'your identities, videos, pictures and audiences: use them in ads, and show creators’ posts by their codes',
  ],
  purpose: ADVERTISE,
  capabilities,
  choices: TIKTOK_CHOICES,
  ...siteBy({
    name: TIKTOK.name,
    id: 'TIKTOK_APP_ID',
    secret: 'TIKTOK_APP_SECRET',
    api: 'TIKTOK_API_URL',
    consent: 'TIKTOK_DIALOG_URL',
  }),
  authorizeUrl,
  exchangeCode,
  renew: null,
  revoke,
  setup,
  budgetFloor,
  keeps: { name: plain },
  create,
  find,
  readPermission,
  videoState,
  state,
  setRunning,
  change,
  copy,
  copied: (session, _, task) => copied(session, task),
  days,
  interests,
  audiences,
};
