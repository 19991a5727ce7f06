// What the lists of an ad account lack: ads of others that somebody deletes over there, and what is too much to be read.
import { expect, it } from 'vitest';
import { syncAds } from '../../../../src/domains/ads/ad-sync/sync-ads.ts';
import { MOST_LISTED } from '../../../../src/integrations/provider/read-list.ts';
import { DAY_MS, day, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { campaignWorld } from '../../../harness/ads/campaigns.ts';
import { addHere, makeCreative, makeThere } from '../../../harness/ads/live-campaigns.ts';
import { LONG_LISTS, lengthened } from '../../../harness/ads/long-lists.ts';
import * as clock from '../../../harness/clock.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

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

it('campaigns whose lists are too long to be read leave the next reading to the others', async () => {
  const { meta, brand, connection } = await campaignWorld();
  const session = await meta.session();
  const there = await makeThere(session, await makeCreative(session));
  const ctx = systemCtx();
  const at = clock.now() - 2 * DAY_MS;
  addHere(ctx, brand.id, connection, there, { at });
  // More than are asked for at once; in part the lists of one campaign are too long.
  for (let n = 0; n < 60; n++)
    addHere(ctx, brand.id, connection, { campaign: `9${n}`, set: `8${n}`, ad: `7${n}` }, { at: at + n + 1 });
  await ctx.write.commit();
  const untried = async () => {
    const row = await testEnv.DB.prepare(
      'SELECT COUNT(*) AS count FROM campaign_platforms WHERE connection_id = ? AND state_read_at IS NULL',
    )
      .bind(connection)
      .first<{ count: number }>();
    return row!.count;
  };
  const tooMany = MOST_LISTED + LONG_LISTS.Meta!.aPage;
  const left = [];
  for (const minutes of [0, 11]) {
    const now = clock.now() + minutes * MINUTE_MS;
    await lengthened(LONG_LISTS.Meta!, tooMany, () => syncAds(meta.ctx(now)));
    left.push(await untried());
  }
  expect(left).toEqual([11, 0]);
});
