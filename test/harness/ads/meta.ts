// A test's own Meta: simulators/meta/README.md says how to script it.
import { metaAdapter } from '../../../src/integrations/meta/adapter.ts';
import { ADA, CLOSED, GRACE, MAIN, PAGE, PIXEL, PROFILE, TOKYO } from './meta-ids.ts';
import { redirectOf, type ScriptedAds, scriptedAds } from './scripted-ads.ts';

export { ADA, CLOSED, GRACE, MAIN, PAGE, PIXEL, PROFILE, TOKYO };
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
