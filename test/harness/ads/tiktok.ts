// A test's own TikTok: simulators/tiktok/README.md says how to script it.
import { tiktokAdapter } from '../../../src/integrations/tiktok/adapter.ts';
import { redirectOf, type ScriptedAds, scriptedAds } from './scripted-ads.ts';

export const ADA = '7000000000000000001';
export const GRACE = '7000000000000000002';
export const CENTER = '7100000000000000001';
export const MAIN = '7200000000000000001';
export const TOKYO = '7200000000000000002';
export const CLOSED = '7200000000000000003';
export const IDENTITY = '7300000000000000001';
export const LINKED = '7300000000000000002';
export const TOKYO_IDENTITY = '7300000000000000003';
export const PIXEL = '7400000000000000001';
export const APP = '7500000000000000001';
export const REDIRECT = redirectOf('tiktok');

export const tiktokWorld = (): Promise<ScriptedAds> =>
  scriptedAds({
    provider: 'tiktok',
    adapter: tiktokAdapter,
    vars: (simulators, app) => ({
      TIKTOK_API_URL: `${simulators}/tiktok`,
      TIKTOK_DIALOG_URL: `${simulators}/tiktok`,
      TIKTOK_APP_ID: app,
      TIKTOK_APP_SECRET: `sim_secret_${app}`,
    }),
    person: ADA,
    selection: { advertiserId: MAIN, identityId: IDENTITY },
  });
