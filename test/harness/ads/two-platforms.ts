// A brand with a connection to Meta and one to Snapchat, which a block of settings adds to a campaign.
import { expect, vi } from 'vitest';
import { ORIGIN } from '../world.ts';
import { connectAds } from './ad-connections.ts';
import { type CampaignWorld, campaignWorld } from './campaigns.ts';
import { MAIN, metaWorld, PAGE, PIXEL } from './meta.ts';
import type { ScriptedAds } from './scripted-ads.ts';
import * as snapchat from './snapchat.ts';

export interface TwoPlatforms {
  world: CampaignWorld;
  snap: ScriptedAds;
}

/** The settings of a campaign on both platforms. */
export const ON_BOTH = { pixel: PIXEL, snapchat: { pixel: snapchat.PIXEL, headline: 'Now' } };

/** @param before is awaited before each request to Snapchat. */
export async function twoPlatforms(before = async () => {}): Promise<TwoPlatforms> {
  const real = globalThis.fetch;
  const snap = await snapchat.snapchatWorld();
  const both = async () => {
    const meta = await metaWorld();
    return { ...meta, env: { ...snap.env, ...meta.env } };
  };
  const selection = { adAccountId: MAIN, pageId: PAGE };
  const world = await campaignWorld({ world: both, selection, pixel: PIXEL });
  await snap.sim('settings', { processing: 0, tokenLives: 9 * 86_400_000 });
  const connection = await connectAds({ ...snap, env: world.meta.env }, world.brand);
  const picked = await world.send('PATCH', `/v1/connections/${connection}`, {
    selection: {
      organizationId: snapchat.ORGANIZATION,
      adAccountId: snapchat.MAIN,
      profileId: snapchat.PROFILE,
    },
  });
  expect(picked.status, JSON.stringify(picked.body)).toBe(200);
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const url = String(input);
    if (url.startsWith(`${ORIGIN}/files/`))
      return new Response('a film', { headers: { 'Content-Type': 'video/mp4', 'Content-Length': '6' } });
    if (url.includes('/snapchat/v1/')) await before();
    return await real(input, init);
  });
  return { world, snap };
}
