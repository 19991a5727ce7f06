// Ads that are missing in an ad account's lists: other people's ads that were deleted at the platform, and
// lists too long to read.
import { afterEach, expect, it, vi } from 'vitest';
import { syncAds } from '../../../../src/domains/ads/ad-sync/sync-ads.ts';
import { MOST_LISTED } from '../../../../src/integrations/provider/read-list.ts';
import { DAY_MS, day, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { campaignWorld } from '../../../harness/ads/campaigns.ts';
import { addHere, makeCreative, makeThere } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

afterEach(() => vi.unstubAllGlobals());

it('an ad of others that is deleted over there does not stay as it was, and nothing else changes', async () => {
  const { meta, send } = await campaignWorld();
  const session = await meta.session();
  const made = await makeCreative(session);
  const [there, other] = [await makeThere(session, made), await makeThere(session, made)];
  const date = day(clock.now() - 12 * HOUR_MS);
  for (const { ad } of [there, other])
    await meta.sim('delivery', { ad, date, spend: 400, impressions: 9, clicks: 1 });
  const sync = async (hours: number) => await syncAds(meta.ctx(clock.now() + hours * HOUR_MS));
  const states = async (kind: string) => {
    const status = kind === 'ads' ? '&status=active,deleted' : '';
    const { body } = await send('GET', `/v1/${kind}?source=external${status}`);
    const all = body.data as { platformId: string; status: string }[];
    return Object.fromEntries(all.map((one) => [one.platformId, one.status]));
  };
  await sync(0);
  expect(await states('ads')).toEqual({ [there.ad]: 'active', [other.ad]: 'active' });
  await meta.sim(`nodes/${there.ad}`, { status: 'DELETED' });
  await sync(7);
  expect(await states('ads')).toEqual({ [there.ad]: 'deleted', [other.ad]: 'active' });
  expect(await states('ad-sets')).toEqual({ [there.set]: 'active', [other.set]: 'active' });
});

it('campaigns whose lists are too long together are read in turn, and the connection says so', async () => {
  const { meta, brand, connection, send } = await campaignWorld();
  const ctx = systemCtx();
  const at = clock.now() - 2 * DAY_MS;
  // The platform has none of them any more, so what was read counts as archived.
  const ids = Array.from({ length: 12 }, (_, n) =>
    addHere(
      ctx,
      brand.id,
      connection,
      { campaign: `9${n}`, set: `8${n}`, ad: `7${n}` },
      { at: at + n, status: 'live' },
    ),
  );
  await ctx.write.commit();
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const url = new URL(input);
    if (!url.pathname.endsWith('/ads')) return await real(input, init);
    const asked = JSON.parse(url.searchParams.get('filtering')!)[0].value as string[];
    // One is too long by itself, and no four fit into one list.
    if (asked.length < 4 && !asked.includes('95')) return await real(input, init);
    const ad = { name: 'Ad', effective_status: 'ACTIVE', adset_id: '1' };
    const data = Array.from({ length: MOST_LISTED }, (_, n) => ({ ...ad, id: String(n) }));
    return Response.json({ data, paging: { cursors: { after: '1' }, next: 'https://graph.example/' } });
  });
  let left = ids.map(({ campaign }) => campaign);
  let readings = 0;
  for (; left.length > 1 && readings < 12; readings++) {
    const [first] = left;
    await syncAds(meta.ctx(clock.now() + readings * 11 * MINUTE_MS));
    // The rest of an interrupted read does not count as a complete one.
    await testEnv.DB.prepare('UPDATE ad_syncs SET due_at = 0').run();
    await syncAds(meta.ctx(clock.now() + (readings * 11 + 1) * MINUTE_MS));
    const { results } = await testEnv.DB.prepare(
      "SELECT campaign_id AS id FROM campaign_platforms WHERE connection_id = ? AND status = 'live' ORDER BY state_read_at, rowid",
    )
      .bind(connection)
      .all<{ id: string }>();
    left = results.map(({ id }) => id);
    // The account that waited longest was read, or comes after all others if it cannot be read.
    expect(left[0]).not.toBe(first);
    const { body } = await send('GET', `/v1/connections/${connection}`);
    expect(body.data.error).toMatch(/20,?000/);
  }
  expect(left).toEqual([ids[5]!.campaign]);
});
