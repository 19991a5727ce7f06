// An ad account of 250 campaigns with 60 ads each is read completely within its platform's limits, and an
// interrupted read changes nothing. `npm run storm:tests` also stores an account of that size in the database.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AD_PLACES } from '../../../harness/ads/ad-places.ts';
import { errorOf } from '../../../harness/ads/ad-steps.ts';
import { LARGE, SMALL } from '../../../harness/ads/large-account.ts';
import { largeAt, runLargeAccount } from '../../../harness/ads/large-account-script.ts';
import { portion } from '../../../harness/vitest/portion.ts';

afterAll(() => void vi.unstubAllGlobals());

/** Campaigns read in one look. */
const A_LOOK = 50;
/** Reads in a day. */
const READINGS = 24 * 6;

/**
 * What one read may use of each platform's limits. Meta: 9,000 points of an app with full access within 300
 * seconds; a read costs one point. TikTok: 10 requests per second of an app at the lowest level, for a
 * minute. Google: 15,000 operations per day with basic access; a query is one operation, however many pages
 * it has. Snapchat: 10 requests per second of a token, for a minute.
 */
const ALLOWED: Readonly<Record<string, number>> = {
  Meta: 9_000,
  TikTok: 10 * 60,
  Google: Math.floor(15_000 / READINGS),
  Snapchat: 10 * 60,
};
/** The most concurrent requests, where the limit is per second. */
const AT_ONCE = 10;

describe.each(portion(AD_PLACES, 4))('a large ad account at $name', (place) => {
  it('has all its ads read, within what the platform allows', async () => {
    const { session, account } = await largeAt(place, LARGE);
    const seen = new Set<string>();
    let operations = 0;
    account.paused = (campaign, ad) => (campaign + ad) % 7 === 0;
    for (let at = 0; at < LARGE.campaigns; at += A_LOOK) {
      const these = account.campaigns.slice(at, at + A_LOOK);
      const before = account.asked;
      const objects = await place.platform.state(session, these);
      const of = (kind: string) => objects.filter((one) => one.kind === kind);
      expect(
        of('campaign')
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(these.toSorted());
      expect(of('ad_set')).toHaveLength(A_LOOK * LARGE.sets);
      for (const { id } of of('ad')) seen.add(id);
      operations += account.asked - before;
    }
    expect(seen.size).toBe(LARGE.campaigns * LARGE.sets * LARGE.adsASet);
    expect(operations).toBeLessThanOrEqual(ALLOWED[place.name]!);
    expect(account.atOnce).toBeLessThanOrEqual(AT_ONCE);
    account.cut = (nth) => (nth === account.asked ? new Response('', { status: 503 }) : null);
    expect((await errorOf(place.platform.state(session, account.campaigns.slice(0, A_LOOK)))).kind).toBe(
      'transient',
    );
    account.close();
  });

  it('is noted as it is, and as far as it was read where a page does not come', {
    timeout: 120_000,
  }, async () => {
    await expect(runLargeAccount(place, SMALL)).resolves.toBeUndefined();
  });
});
