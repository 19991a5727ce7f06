import { ADVERTISE, type AdPlatform, type Capabilities } from '../ads/platform.ts';
import { siteBy } from '../provider/site.ts';
import { SNAPCHAT_CHOICES } from './choices.ts';
import { SNAPCHAT_FIELDS } from './fields.ts';
import { create, find, LONGEST } from './making.ts';
import { SNAPCHAT } from './outcome.ts';
import { SNAPCHAT_PLACES } from './places.ts';
import { days } from './reading.ts';
import { change, setRunning, state, videoState } from './running.ts';
import { budgetFloor, setup } from './setup.ts';
import { authorizeUrl, exchangeCode, renew, revoke } from './sign-in.ts';
import { LARGEST } from './uploading.ts';
import { COUNTS } from './words.ts';

/** The characters at the end of a name that are reserved for the intent's key. */
const TAG = 15;

const capabilities: Capabilities = {
  name: SNAPCHAT.name,
  needs: ['organizationId', 'adAccountId', 'profileId'],
  takes: [],
  objectives: ['conversions', 'traffic', 'awareness', 'engagement', 'leads', 'sales'],
  variants: { auction: null },
  events: ['purchase', 'add_to_cart', 'view_content', 'complete_registration', 'lead'],
  results: [...COUNTS.values()],
  fields: SNAPCHAT_FIELDS,
  places: SNAPCHAT_PLACES,
  advice: [],
  addable: true,
  adsAnAdSet: 20,
  budget: 'ad_set',
  cap: true,
  leastCap: 20,
  creatives: 'own',
  shares: true,
  budgetFloor: 'platform',
  text: { name: LONGEST.name - TAG, primaryText: 2200, headline: LONGEST.headline },
  video: { types: ['video/mp4', 'video/quicktime'], maxBytes: LARGEST, minSeconds: 3, maxSeconds: 180 },
  partnerAds: false,
  biddings: [],
  interests: false,
  audiences: false,
  archive: 'paused',
  logos: false,
  copies: [],
  renames: ['campaign', 'ad_set', 'ad'],
};

/** Throws for features that the capabilities exclude. */
const hasNo = (what: string) => async (): Promise<never> => {
  throw SNAPCHAT.error('invalid', { field: what });
};

export const snapchatAdapter: AdPlatform = {
  provider: SNAPCHAT,
  accessTo: [
    'your ad accounts: make, change and pause ads, and read results',
    'your organizations and public profiles: list them, and advertise in their name',
  ],
  purpose: ADVERTISE,
  capabilities,
  choices: SNAPCHAT_CHOICES,
  ...siteBy({
    name: SNAPCHAT.name,
    id: 'SNAPCHAT_CLIENT_ID',
    secret: 'SNAPCHAT_CLIENT_SECRET',
    api: 'SNAPCHAT_API_URL',
    consent: 'SNAPCHAT_LOGIN_URL',
    tokens: 'SNAPCHAT_LOGIN_URL',
    profiles: 'SNAPCHAT_BUSINESS_URL',
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
  copy: hasNo('copies'),
  copied: hasNo('copies'),
  days,
  interests: hasNo('interests'),
  audiences: hasNo('audiences'),
};
