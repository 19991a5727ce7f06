// Ads of others in an ad account that a brand connected, which somebody deletes over there.
import { expect, it } from 'vitest';
import { syncAds } from '../../../../src/domains/ads/ad-sync/sync-ads.ts';
import { day, HOUR_MS } from '../../../../src/kit/time.ts';
import { campaignWorld } from '../../../harness/ads/campaigns.ts';
import { makeCreative, makeThere } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';

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
