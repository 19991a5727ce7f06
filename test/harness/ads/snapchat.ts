// A test's own Snapchat: simulators/snapchat/README.md says how to script it.
import { snapchatAdapter } from '../../../src/integrations/snapchat/adapter.ts';
import { redirectOf, type ScriptedAds, scriptedAds } from './scripted-ads.ts';

const id = (kind: number, number: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const ADA = id(1, 1);
export const ORGANIZATION = id(2, 1);
export const MAIN = id(3, 1);
export const TOKYO = id(3, 2);
export const CLOSED = id(3, 3);
export const PROFILE = id(4, 1);
export const PIXEL = id(5, 1);
export const REDIRECT = redirectOf('snapchat');

export const snapchatWorld = (): Promise<ScriptedAds> =>
  scriptedAds({
    provider: 'snapchat',
    adapter: snapchatAdapter,
    newApp: () => crypto.randomUUID(),
    vars: (simulators, app) => ({
      SNAPCHAT_API_URL: `${simulators}/snapchat`,
      SNAPCHAT_LOGIN_URL: `${simulators}/snapchat`,
      SNAPCHAT_BUSINESS_URL: `${simulators}/snapchat/business`,
      SNAPCHAT_CLIENT_ID: app,
      SNAPCHAT_CLIENT_SECRET: `sim_secret_${app}`,
    }),
    person: ADA,
    selection: { organizationId: ORGANIZATION, adAccountId: MAIN, profileId: PROFILE },
  });
