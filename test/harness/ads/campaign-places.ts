// Each ad platform as tests of campaigns use it: where a campaign runs, what its body needs there, and how a
// person deletes a part of it in the platform's own manager.
import { vi } from 'vitest';
import * as z from 'zod';
import { AdError } from '../../../src/integrations/ads/error.ts';
import type { AdPlatform } from '../../../src/integrations/ads/platform.ts';
import type { Running } from '../../../src/integrations/ads/steps.ts';
import { googleAdapter } from '../../../src/integrations/google/adapter.ts';
import { metaAdapter } from '../../../src/integrations/meta/adapter.ts';
import { graph } from '../../../src/integrations/meta/client.ts';
import { snapchatAdapter } from '../../../src/integrations/snapchat/adapter.ts';
import { tiktokAdapter } from '../../../src/integrations/tiktok/adapter.ts';
import { ORIGIN } from '../world.ts';
import { intent } from './ad-steps.ts';
import type { CampaignWorld, campaignWorld } from './campaigns.ts';
import * as google from './google.ts';
import * as meta from './meta.ts';
import * as snapchat from './snapchat.ts';
import * as tiktok from './tiktok.ts';

export interface CampaignPlace {
  name: 'meta' | 'tiktok' | 'google' | 'snapchat';
  adapter: AdPlatform;
  at: NonNullable<Parameters<typeof campaignWorld>[0]>;
  /** The simulator's name for each. */
  kinds: Record<Running, string>;
  /** Body fields that only this platform needs. */
  body(world: CampaignWorld): Promise<object>;
  /** Deletes it, as a person would in the platform's manager. */
  remove(world: CampaignWorld, kind: Running, id: string): Promise<void>;
}

/** The platform's API says "delete" for archiving. */
const removeBy =
  (adapter: AdPlatform): CampaignPlace['remove'] =>
  async (world, kind, id) =>
    await adapter.setRunning(await world.meta.session(), kind, id, 'archived');

const SNAPCHAT_PLURALS = { campaign: 'campaigns', ad_set: 'adsquads', ad: 'ads' } as const;

export const CAMPAIGN_PLACES: readonly CampaignPlace[] = [
  {
    name: 'meta',
    adapter: metaAdapter,
    at: {
      world: meta.metaWorld,
      selection: { adAccountId: meta.MAIN, pageId: meta.PAGE },
      pixel: meta.PIXEL,
    },
    kinds: { campaign: 'campaign', ad_set: 'adset', ad: 'ad' },
    body: async () => ({}),
    remove: async (world, _kind, id) =>
      void (await graph(
        await world.meta.session(),
        'DELETE',
        id,
        {},
        z.object({ success: z.literal(true) }),
      )),
  },
  {
    name: 'tiktok',
    adapter: tiktokAdapter,
    at: {
      world: tiktok.tiktokWorld,
      selection: { advertiserId: tiktok.MAIN, identityId: tiktok.IDENTITY },
      pixel: tiktok.PIXEL,
    },
    kinds: { campaign: 'campaign', ad_set: 'adgroup', ad: 'ad' },
    body: async () => ({ settings: { pixel: tiktok.PIXEL, locations: ['2921044'] } }),
    remove: removeBy(tiktokAdapter),
  },
  {
    name: 'google',
    adapter: googleAdapter,
    at: { world: google.googleWorld, selection: { adAccountId: google.MAIN }, pixel: google.PURCHASES },
    kinds: { campaign: 'campaign', ad_set: 'adGroup', ad: 'adGroupAd' },
    async body(world) {
      const image = { kind: 'image', intent: intent(), name: 'Logo', bytes: google.PNG } as const;
      const logo = (await googleAdapter.create(await world.meta.session(), image)).id;
      return { settings: { conversion: google.PURCHASES, businessName: 'Acme', logo } };
    },
    remove: removeBy(googleAdapter),
  },
  {
    name: 'snapchat',
    adapter: snapchatAdapter,
    at: {
      world: snapchat.snapchatWorld,
      selection: {
        organizationId: snapchat.ORGANIZATION,
        adAccountId: snapchat.MAIN,
        profileId: snapchat.PROFILE,
      },
      pixel: snapchat.PIXEL,
    },
    kinds: { campaign: 'campaign', ad_set: 'adsquad', ad: 'ad' },
    body: async () => ({ ad: { primaryText: 'See it.', callToAction: 'shop_now', headline: 'Now' } }),
    async remove(world, kind, id) {
      const { site, token } = await world.meta.session();
      const url = `${site.at.api}/v1/${SNAPCHAT_PLURALS[kind]}/${id}`;
      const answer = await fetch(url, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new AdError('Snapchat', answer.status === 404 ? 'not_found' : 'unreadable');
    },
  },
];

/**
 * Answers our own links to videos with a video, because nothing serves them to a test inside workerd.
 * @param between runs before and after each other request.
 */
export function serveFilms(between: () => Promise<void> = async () => undefined): void {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(ORIGIN)) {
      await between();
      const answer = await real(input, init);
      await between();
      return answer;
    }
    return new Response(new Uint8Array(200_000), {
      headers: { 'Content-Type': 'video/mp4', 'Content-Length': '200000' },
    });
  });
}
