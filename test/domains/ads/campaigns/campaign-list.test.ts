// A brand's campaigns by what a list is asked for.
import { expect, it } from 'vitest';
import { connect } from '../../../harness/ads/ad-days.ts';
import { insertHere } from '../../../harness/ads/live-campaigns.ts';
import { call, mintAccount } from '../../../harness/world.ts';

it('is filtered by status, platform and connection, alone and together, without archived ones', async () => {
  const brand = await mintAccount();
  const [meta, tiktok] = [await connect(brand.id, 'act_m'), await connect(brand.id, 'act_t')];
  const made: string[] = [];
  for (const [n, [connection, platform, status]] of [
    [meta, 'meta', 'live'],
    [meta, 'meta', 'paused'],
    [tiktok, 'tiktok', 'live'],
    [tiktok, 'tiktok', 'archived'],
  ].entries()) {
    const there = { campaign: `c${n}`, set: `s${n}`, ad: `a${n}` };
    const more = { platform, status, adAccount: connection } as Parameters<typeof insertHere>[3];
    made.push((await insertHere(brand.id, connection!, there, more)).campaign);
  }
  const list = async (query: string) => {
    const { status, body } = await call('GET', `/v1/campaigns${query}`, { key: brand.key });
    return status === 200 ? body.data.map((one: { id: string }) => made.indexOf(one.id)).sort() : status;
  };
  expect(await list('')).toEqual([0, 1, 2]);
  expect(await list('?status=live')).toEqual([0, 2]);
  expect(await list('?status=archived')).toEqual([3]);
  expect(await list('?platform=tiktok')).toEqual([2]);
  expect(await list(`?connection=${meta}`)).toEqual([0, 1]);
  expect(await list(`?connection=${meta}&status=live`)).toEqual([0]);
  expect(await list(`?connection=${meta}&platform=tiktok`)).toEqual([]);
  for (const query of ['?status=gone', '?platform=x', '?connection=x']) expect(await list(query)).toBe(400);
});
