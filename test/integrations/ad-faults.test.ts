// A short script of faults at each platform; `npm run storm:tests` runs a long one.
import { describe, expect, it } from 'vitest';
import { AD_PLACES } from '../harness/ads/ad-places.ts';
import { runFaultScript } from '../harness/ads/fault-script.ts';

describe.each(AD_PLACES)('$name', (place) => {
  it('has each thing once, whatever goes wrong around its making, and still answers', async () => {
    expect(await runFaultScript(place, 9, 7)).toBeGreaterThan(9);
  });
});
