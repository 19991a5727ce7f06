// A test's own Google: simulators/google/README.md says how to script it.
import { inject } from 'vitest';
import type { AdContent, AdStep, VideoStep } from '../../../src/integrations/ads/steps.ts';
import { googleAdapter } from '../../../src/integrations/google/adapter.ts';
import { intent } from './ad-steps.ts';
import { type ScriptedAds, scriptedAds } from './scripted-ads.ts';

export const ADA = '110000000000000000001';
export const MAIN = '3000000001';
export const TOKYO = '3000000002';
export const CLOSED = '3000000003';
export const CLIENT = '3000000005';
export const MANAGER = '2000000001';
export const PURCHASES = `customers/${MAIN}/conversionActions/7000000001`;
export const IN_APP = `customers/${MAIN}/conversionActions/7000000004`;
/** The smallest PNG that looks like one. */
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1]);

/** The beginning of a PNG of this size. */
export function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

export type GoogleWorld = ScriptedAds;

export const googleWorld = (): Promise<GoogleWorld> =>
  scriptedAds({
    provider: 'google',
    adapter: googleAdapter,
    vars: (simulators, project) => {
      const google = `${simulators}/google`;
      return {
        GOOGLE_ADS_API_URL: google,
        GOOGLE_ACCOUNTS_URL: google,
        GOOGLE_OAUTH_URL: google,
        GOOGLE_CLIENT_ID: `${project}-sim.apps.googleusercontent.com`,
        GOOGLE_CLIENT_SECRET: `sim_secret_${project}`,
      };
    },
    person: ADA,
    selection: { adAccountId: MAIN },
  });

/** Bytes that are fetched from a URL, and accepted as a video. */
export const film = (): VideoStep => ({
  kind: 'video',
  intent: intent(),
  name: 'Film',
  url: `${inject('simulators')}/_sim/file/300000`,
});

/** An ad with its content in it. */
export const adWith = (adSet: string, content: Partial<AdContent>): AdStep => ({
  kind: 'ad',
  intent: intent(),
  name: 'Ad',
  adSet,
  creative: {
    video: '1',
    cover: null,
    primaryText: 'Look at that',
    headline: 'Now',
    callToAction: 'shop_now',
    link: 'https://shop.example/',
    urlParameters: 'service_id=1',
    partner: null,
    brand: { name: 'Acme', logo: null },
    ...content,
  },
});
