// `npm run storm:tests -- generated-plans`: every plan that is broken in one way, and every field of a campaign by several values,
// on each platform.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../harness/ads/campaign-places.ts';
import { groundAt } from '../harness/ads/generated-plans.ts';
import { carryOutAll, refuseBroken } from '../harness/ads/plan-property.ts';
import * as clock from '../harness/clock.ts';

beforeAll(() => serveFilms());
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

describe.each(CAMPAIGN_PLACES)('plans on $name', (place) => {
  it('are refused where they are broken, and leave nothing', async () => {
    expect(await refuseBroken(await groundAt(place))).toEqual([]);
  }, 600_000);

  it.each([11, 12, 13, 14])(
    'are carried out and shown, by seed %i',
    async (seed) => {
      expect(await carryOutAll(await groundAt(place), { seed, plans: 1 + (seed % 4) })).toEqual([]);
    },
    600_000,
  );
});
