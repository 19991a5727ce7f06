// `npm run storm:tests`: thousands of requests at each platform, with failures before and after, expired
// tokens, limits and slow answers around most of them.
import { describe, expect, it } from 'vitest';
import { AD_PLACES } from '../harness/ads/ad-places.ts';
import { runFaultScript } from '../harness/ads/fault-script.ts';

/** Enough for a thousand requests at each platform. */
const THINGS = 420;
const SEED = 20;

describe.each(AD_PLACES)('$name', (place) => {
  it('has each thing once, and its simulator stays up', { timeout: 900_000 }, async () => {
    expect(await runFaultScript(place, THINGS, SEED)).toBeGreaterThanOrEqual(1_000);
  });
});
