// Some of the plans that the catalogue lets anybody make, on the two platforms that differ most. All of them: npm run
// storm:tests -- generated-plans.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../harness/ads/broken-plans.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type Ground, groundAt } from '../../../harness/ads/generated-plans.ts';
import { carryOutAll, refuseBroken } from '../../../harness/ads/plan-property.ts';
import * as clock from '../../../harness/clock.ts';
import { listenToLogs } from '../../../harness/logs.ts';
import { portion } from '../../../harness/vitest/portion.ts';

beforeAll(() => serveFilms());
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const PLACES = CAMPAIGN_PLACES.filter(({ name }) => name === 'meta' || name === 'google');

describe.each(portion(PLACES, 2))('plans on $name', (place) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await groundAt(place);
  });

  it('are refused where they are broken, and leave nothing', async () => {
    const logged = listenToLogs();
    expect(await refuseBroken(ground, { most: 25 })).toEqual([]);
    expect(logged()).not.toContain(CODE);
  });

  it('are carried out when they are right, and the campaign shows them', async () => {
    expect(await carryOutAll(ground, { plans: 1, most: 2 })).toEqual([]);
  });
});
