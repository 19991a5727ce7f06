// A test's own Meta: simulators/meta/README.md says how to script it.
import { metaAdapter } from '../../../src/integrations/meta/adapter.ts';
import { redirectOf, type ScriptedAds, scriptedAds } from './scripted-ads.ts';

export const ADA = '100000000000001';
export const GRACE = '100000000000002';
export const MAIN = 'act_300000000000001';
export const TOKYO = 'act_300000000000002';
export const CLOSED = 'act_300000000000003';
export const PAGE = '400000000000001';
export const PIXEL = '600000000000001';
export const PROFILE = '500000000000001';
export const REDIRECT = redirectOf('meta');

export type MetaWorld = ScriptedAds;

export const metaWorld = (): Promise<MetaWorld> =>
  scriptedAds({
    provider: 'meta',
    adapter: metaAdapter,
    vars: (simulators, app) => ({
      META_API_URL: `${simulators}/meta`,
      META_DIALOG_URL: `${simulators}/meta`,
      META_APP_ID: app,
      META_APP_SECRET: `sim_secret_${app}`,
    }),
    person: ADA,
    selection: { adAccountId: MAIN, pageId: PAGE },
  });
