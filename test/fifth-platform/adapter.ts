// An ad platform that the service does not know, made by the list in the README of the ad platforms. It keeps
// everything in memory.
import { adProvider } from '../../src/integrations/ads/error.ts';
import { adField, WEB_PAGE } from '../../src/integrations/ads/fields.ts';
import type { AdPlatform } from '../../src/integrations/ads/platform.ts';
import type { AdStepSpec, RunningObject } from '../../src/integrations/ads/steps.ts';

export const FABLE = adProvider('Fable');

interface Made {
  id: string;
  step: AdStepSpec;
  state: RunningObject['state'];
}
/** Everything that was created there, in order. */
export const made: Made[] = [];

const none = async () => ({ items: [], next: null });
const one = (id: string) => {
  const found = made.find((each) => each.id === id);
  if (!found) throw FABLE.error('not_found');
  return found;
};

export const fableAdapter: AdPlatform = {
  provider: FABLE,
  accessTo: ['your ad accounts'],
  purpose: 'advertise with your accounts',
  capabilities: {
    name: FABLE.name,
    needs: ['adAccountId'],
    takes: [],
    objectives: ['conversions'],
    variants: { auction: null },
    events: ['purchase'],
    results: ['purchase'],
    fields: [WEB_PAGE, adField({ path: '/settings/pixel', type: 'string', about: 'The pixel that counts.' })],
    places: {},
    advice: [],
    addable: false,
    adsAnAdSet: 10,
    budget: 'ad_set',
    creatives: 'in_ad',
    shares: true,
    budgetFloor: { usd: 100 },
    text: { name: 100, primaryText: 100, headline: 100 },
    video: { types: ['video/mp4'], maxBytes: 1024 ** 3, minSeconds: 1, maxSeconds: 600 },
    partnerAds: false,
    biddings: [],
    interests: false,
    audiences: false,
    archive: 'archived',
    logos: false,
    copies: [],
    renames: [],
  },
  choices: {},
  configured: () => true,
  site: () => {
    const at = 'https://fable.example';
    return { app: { id: '1', secret: 's' }, at: { api: at, consent: at, tokens: at, profiles: at } };
  },
  authorizeUrl: ({ at }, { state, redirectUri }) =>
    `${at.consent}/?${new URLSearchParams({ state, redirect_uri: redirectUri })}`,
  exchangeCode: async () => ({
    token: 'token',
    refreshToken: null,
    expiresAt: null,
    user: { id: '7', name: 'Ada' },
    missing: [],
  }),
  renew: null,
  revoke: async () => undefined,
  setup: async () => ({
    adAccountId: [
      { id: '1', name: 'Shop', parentId: null, currency: 'usd', timezone: 'Etc/UTC', status: 'active' },
    ],
  }),
  budgetFloor: async () => 100,
  async create(_, step) {
    const id = String(made.length + 1);
    made.push({ id, step, state: 'paused' });
    return { id };
  },
  find: async (_, step) => made.find((each) => each.step.intent.key === step.intent.key) ?? null,
  readPermission: null,
  videoState: async () => ({ state: 'ready', cover: null }),
  state: async (_, campaigns) =>
    made.flatMap(({ id, step, state }): RunningObject[] => {
      if (step.kind !== 'campaign' && step.kind !== 'ad_set' && step.kind !== 'ad') return [];
      const parent = step.kind === 'campaign' ? null : step.kind === 'ad_set' ? step.campaign : step.adSet;
      const top = step.kind === 'campaign' ? id : step.kind === 'ad_set' ? step.campaign : topOf(step.adSet);
      if (!campaigns.includes(top)) return [];
      return [{ kind: step.kind, id, parent, name: step.name, state, issues: [], budget: null }];
    }),
  async setRunning(_, __, id, to) {
    one(id).state = to;
  },
  change: async () => undefined,
  copy: async () => {
    throw FABLE.error('invalid');
  },
  copied: async () => null,
  days: none,
  interests: none,
  audiences: none,
};

function topOf(adSet: string): string {
  const { step } = one(adSet);
  return step.kind === 'ad_set' ? step.campaign : adSet;
}
