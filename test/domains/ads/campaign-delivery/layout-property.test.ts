// Sixteen random actions on one of the platforms; `npm run storm:tests` runs many more.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { campaignWorld } from '../../../harness/ads/campaigns.ts';
import { betweenContacts, manager } from '../../../harness/ads/layout-acts.ts';
import { runLayout } from '../../../harness/ads/layout-property.ts';
import * as clock from '../../../harness/clock.ts';
import { portion } from '../../../harness/vitest/portion.ts';

describe.each(portion(CAMPAIGN_PLACES, 4))('any acts on $name', (place) => {
  beforeAll(() => serveFilms(betweenContacts));
  afterAll(() => {
    vi.unstubAllGlobals();
    clock.release();
  });

  it('leave a campaign that works, with parts that are the platform’s', async () => {
    const world = await campaignWorld(place.at);
    if (place.name === 'google' || place.name === 'snapchat')
      await world.meta.sim('settings', { tokenLives: 90 * 86_400_000 });
    const [own, there] = [await place.body(world), await manager(place, world)];
    const log = await runLayout(place, world, own, there, { seed: 4, acts: 16 });
    expect(log.length).toBeGreaterThan(16);
    // The log also shows that parts were deleted at the platform while others were left.
    expect(log.join('\n')).toMatch(/there: delete [^:]*$/m);
    expect(log.findLast((line) => line.startsWith('check:'))).toMatch(/\[\d.*\]$/);
  }, 180_000);
});
