// `npm run storm:tests`: many sequences of thirty actions on each platform's campaigns. Others by hand:
// VITE_LAYOUT_SEEDS=101,102 VITE_LAYOUT_ACTS=60 npm run storm:tests -- layout
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld } from '../harness/ads/campaigns.ts';
import { betweenContacts, manager } from '../harness/ads/layout-acts.ts';
import { runLayout } from '../harness/ads/layout-property.ts';
import * as clock from '../harness/clock.ts';

const SEEDS = (process.env.VITE_LAYOUT_SEEDS ?? '11,12,13,14,15,16').split(',').map(Number);
const ACTS = Number(process.env.VITE_LAYOUT_ACTS ?? 30);

describe.each(CAMPAIGN_PLACES)('any acts on $name', (place) => {
  let world: CampaignWorld;
  let own: object;
  let there: Awaited<ReturnType<typeof manager>>;
  beforeAll(async () => {
    serveFilms(betweenContacts);
    world = await campaignWorld(place.at);
    if (place.name === 'google' || place.name === 'snapchat')
      await world.meta.sim('settings', { tokenLives: 900 * 86_400_000 });
    [own, there] = [await place.body(world), await manager(place, world)];
  }, 60_000);
  afterAll(() => {
    vi.unstubAllGlobals();
    clock.release();
  });

  it.each(SEEDS)(
    'leave a campaign that works, with parts that are the platform’s, by seed %i',
    async (seed) => {
      const log = await runLayout(place, world, own, there, { seed, acts: ACTS, checkEvery: 10 });
      expect(log.length).toBeGreaterThan(ACTS);
    },
    600_000,
  );
});
