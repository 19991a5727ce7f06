// A list of any platform is read completely or fails, because a missing entry would count as deleted.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AdError } from '../../src/integrations/ads/error.ts';
import { MOST_LISTED } from '../../src/integrations/provider/read-list.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { AD_PLACES, makerAt } from '../harness/ads/ad-places.ts';
import { errorOf } from '../harness/ads/ad-steps.ts';
import { LONG_LISTS, leadingNowhere, lengthened } from '../harness/ads/long-lists.ts';

afterAll(() => void vi.unstubAllGlobals());

describe.each(AD_PLACES)('the ads of $name', (place) => {
  const { platform } = place;
  const list = LONG_LISTS[place.name]!;

  it('are all read as far as the bound goes, and not in part beyond it', async () => {
    const world = await place.makeWorld();
    const session = await world.session();
    const { whole } = await makerAt(place, world, session);
    const { campaign, ad } = await whole();
    await world.sim('clock', { advance: DAY_MS });
    const read = async () => await platform.state(session, [campaign]);
    const adsIn = async (count: number) => {
      const objects = await lengthened(list, count, read);
      return objects.filter(({ kind }) => kind === 'ad');
    };
    const ads = await adsIn(MOST_LISTED);
    expect(ads).toHaveLength(MOST_LISTED);
    expect(new Set(ads.map(({ id }) => id)).size).toBe(MOST_LISTED);
    expect(new Set(ads.map(({ state }) => state))).toEqual(
      new Set((await read()).filter(({ id }) => id === ad).map(({ state }) => state)),
    );
    const error = await errorOf(adsIn(MOST_LISTED + list.aPage));
    expect(error).toBeInstanceOf(AdError);
    expect([error.kind, error.most, error.mayHaveHappened]).toEqual(['too_long', MOST_LISTED, false]);
  });

  it('count each request that they take', async () => {
    const world = await place.makeWorld();
    const session = await world.session();
    const { whole } = await makerAt(place, world, session);
    const { campaign } = await whole();
    let told = 0;
    let sent = 0;
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
      sent++;
      return await real(input, init);
    });
    const counted = { ...session, onAsk: () => void told++ };
    await lengthened(list, 2 * list.aPage, () => platform.state(counted, [campaign]));
    vi.stubGlobal('fetch', real);
    // The test answers the second page of the long list itself, so that request is counted but never sent.
    expect(told).toBe(sent + 1);
  });
});

describe.each(AD_PLACES.filter(({ name }) => LONG_LISTS[name]!.lost))('the ads of $name', (place) => {
  it('are not read in part where nothing leads to the rest', async () => {
    const world = await place.makeWorld();
    const session = await world.session();
    const { whole } = await makerAt(place, world, session);
    const { campaign } = await whole();
    const error = await errorOf(
      leadingNowhere(LONG_LISTS[place.name]!, () => place.platform.state(session, [campaign])),
    );
    expect(error.kind).toBe('unreadable');
  });
});
