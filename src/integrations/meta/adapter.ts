import { ADVERTISE, type AdPlatform, type Capabilities } from '../ads/platform.ts';
import type { AdEvent } from '../ads/steps.ts';
import { siteBy } from '../provider/site.ts';
import { META_ADVICE } from './advice.ts';
import { META_CHOICES } from './choices.ts';
import { META_FIELDS } from './fields.ts';
import { create, find } from './making.ts';
import { META } from './outcome.ts';
import { readPermission } from './partnership.ts';
import { META_PLACES } from './places.ts';
import { audiences, days, interests } from './reading.ts';
import { change, copied, copy, setRunning, state, videoState } from './running.ts';
import { budgetFloor, setup } from './setup.ts';
import { authorizeUrl, exchangeCode, revoke } from './sign-in.ts';
import { keptByMeta } from './units.ts';
import { RESULTS } from './words.ts';

const capabilities: Capabilities = {
  name: META.name,
  needs: ['adAccountId', 'pageId'],
  takes: ['businessId', 'profileId'],
  objectives: ['conversions', 'traffic', 'awareness', 'engagement', 'leads', 'app_promotion', 'sales'],
  variants: { auction: null },
  events: [
    ...(['install', 'purchase', 'subscription', 'trial_start', 'initiate_checkout', 'add_to_cart'] as const),
    ...(['view_content', 'complete_registration', 'lead', 'contact'] as const),
  ],
  results: Object.keys(RESULTS) as AdEvent[],
  fields: META_FIELDS,
  places: META_PLACES,
  advice: META_ADVICE,
  addable: false,
  adsAnAdSet: 50,
  budget: 'ad_set',
  cap: true,
  leastCap: 100,
  categoryCountries: true,
  dailyHours: 24,
  creatives: 'own',
  shares: true,
  budgetFloor: 'platform',
  text: { name: 380, primaryText: 2200, headline: 255 },
  video: {
    types: ['video/mp4', 'video/quicktime'],
    maxBytes: 4 * 1024 ** 3,
    minSeconds: 1,
    maxSeconds: 241 * 60,
  },
  partnerAds: true,
  biddings: ['automatic', 'cost_cap', 'bid_cap'],
  interests: true,
  audiences: true,
  archive: 'archived',
  logos: false,
  copies: ['campaign', 'ad_set', 'ad'],
  renames: ['campaign', 'ad_set', 'ad'],
};

export const metaAdapter: AdPlatform = {
  provider: META,
  accessTo: [
    'your ad accounts: make, change and pause ads, and read results',
    'your businesses and pages: list them, and advertise in their name',
  ],
  purpose: ADVERTISE,
  capabilities,
  choices: META_CHOICES,
  ...siteBy({
    name: META.name,
    id: 'META_APP_ID',
    secret: 'META_APP_SECRET',
    api: 'META_API_URL',
    consent: 'META_DIALOG_URL',
  }),
  authorizeUrl,
  exchangeCode,
  renew: null,
  revoke,
  setup,
  budgetFloor,
  keeps: { budget: keptByMeta },
  create,
  find,
  readPermission,
  videoState,
  state,
  setRunning: (session, _, id, to) => setRunning(session, id, to),
  change: (session, _, id, changes) => change(session, id, changes),
  copy,
  copied,
  days,
  interests,
  audiences,
};
