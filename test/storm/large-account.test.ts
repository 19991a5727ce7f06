// `npm run storm:tests`: an ad account of 250 campaigns with 60 ads each, read, interrupted and read again at
// each platform.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AD_PLACES } from '../harness/ads/ad-places.ts';
import { LARGE } from '../harness/ads/large-account.ts';
import { runLargeAccount } from '../harness/ads/large-account-script.ts';

afterAll(() => void vi.unstubAllGlobals());

describe.each(AD_PLACES)('a large ad account at $name', (place) => {
  it('is noted as it is, and as far as it was read where a page does not come', {
    timeout: 600_000,
  }, async () => {
    await expect(runLargeAccount(place, LARGE)).resolves.toBeUndefined();
  });
});
