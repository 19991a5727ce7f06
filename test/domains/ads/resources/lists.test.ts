// Lists of resources: whose they are, their filters, and what a page costs.
import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import { KEPT_KINDS, SYNC_STATES } from '../../../../src/domains/ads/resources/ads-resource.ts';
import { findResources } from '../../../../src/domains/ads/resources/interface.ts';
import { type ResourceFilter, resourceListIds } from '../../../../src/domains/ads/resources/store.ts';
import { AD_PLATFORMS } from '../../../../src/integrations/ad-platforms.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { resourcesOf } from '../../../harness/ads/resources.ts';
import * as clock from '../../../harness/clock.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

/** Resources of all kinds, platforms and states in turn, in campaigns of 10. */
async function fill(account: string, count: number): Promise<void> {
  const at = newId('adsResource', clock.now()).slice(4, 14);
  const pick = (values: readonly string[], by: number) =>
    `json_extract('${JSON.stringify(values)}', '$[' || ((i / ${by}) % ${values.length}) || ']')`;
  await testEnv.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
    INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id, sync_state, drift, updated_at)
    SELECT 'res_' || ?2 || substr(?3, -4) || printf('%012d', i), ?3, ${pick(KEPT_KINDS, 1)}, ${pick(AD_PLATFORMS, 6)},
      'camp_' || substr(?3, 6, 20) || printf('%06d', i / 10), 'res_' || substr(?3, 6, 20) || printf('%06d', i / 10), 'ad_' || i, ${pick(SYNC_STATES, 24)}, '[]', 1 FROM n`,
  )
    .bind(count, at, account)
    .run();
}

describe('a list', () => {
  let brand: Minted;
  let other: Minted;
  beforeAll(async () => {
    [brand, other] = [await mintAccount(), await mintAccount()];
    await fill(brand.id, 400);
    await fill(other.id, 30);
  });

  it('has what the filters ask for, page by page, newest first and each once', async () => {
    const all: { id: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await call('GET', `/ads/resources?limit=90${cursor && `&cursor=${cursor}`}`, {
        key: brand.key,
      });
      expect(body.ok).toBe(true);
      all.push(...body.data.items);
      cursor = body.data.nextCursor;
    }
    expect(all).toHaveLength(400);
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .reverse(),
    );
    // biome-ignore lint/suspicious/noExplicitAny: filters are fields by name
    const rows = all as any[];
    const campaign = rows[17].campaignId;
    for (const filter of [
      { platform: 'google' },
      { resourceKind: 'ad' },
      { syncState: 'drifted' },
      { syncState: 'drifted', resourceKind: 'ad' },
      { syncState: 'failed', platform: 'meta' },
      { resourceKind: 'media', platform: 'tiktok' },
      { resourceKind: 'media', platform: 'tiktok', syncState: 'queued' },
      { resourceKind: 'asset' },
      { campaignId: campaign },
      { campaignId: campaign, resourceKind: 'ad' },
      { parentResourceId: rows[17].parentResourceId, platform: rows[17].platform },
      { campaignId: campaign, parentResourceId: rows[17].parentResourceId },
      { campaignId: campaign, parentResourceId: 'res_x' },
    ]) {
      const wanted = rows.filter((row) =>
        Object.entries(filter).every(([name, value]) => row[name] === value),
      );
      const found = await resourcesOf(brand, `&${new URLSearchParams(Object.entries(filter))}`);
      expect(found, JSON.stringify(filter)).toEqual(wanted.slice(0, 100));
    }
    expect((await call('GET', '/ads/resources?syncState=gone', { key: brand.key })).status).toBe(400);
  });

  it('shows nothing of another account, whatever is named', async () => {
    const theirs = (await resourcesOf(other))[3]!;
    const missing = await call('GET', '/ads/resources/res_00000000000000000000000000', { key: brand.key });
    const found = await call('GET', `/ads/resources/${theirs.id}`, { key: brand.key });
    expect(found.status).toBe(404);
    expect({ ...found.body.error, requestId: '' }).toEqual({ ...missing.body.error, requestId: '' });
    expect(await resourcesOf(brand, `&campaignId=${theirs.campaignId}`)).toEqual([]);
    expect(await resourcesOf(brand, `&parentResourceId=${theirs.parentResourceId}`)).toEqual([]);
    expect([...(await findResources(systemCtx(), brand.id, [theirs.id])).keys()]).toEqual([]);
    const { body } = await call('GET', '/ads/resources?limit=1', { key: other.key });
    const cursor = `/ads/resources?limit=1&cursor=${body.data.nextCursor}`;
    expect((await call('GET', cursor, { key: brand.key })).status).toBe(400);
    expect((await call('GET', `${cursor}&platform=meta`, { key: other.key })).status).toBe(400);
  });

  it('reads ranges of an index alone, as many rows however many there are', async () => {
    const filters: Partial<ResourceFilter>[] = [
      ...[{}, { platform: 'meta' }, { resourceKind: 'ad' }, { syncState: 'synced' as const }],
      ...[
        { platform: 'meta', resourceKind: 'ad' },
        { platform: 'meta', syncState: 'synced' as const },
      ],
      { platform: 'meta', resourceKind: 'ad', syncState: 'synced' as const },
    ];
    const read: number[][] = [];
    for (const count of [6_000, 12_000]) {
      const { id } = await mintAccount();
      await fill(id, count);
      const rows: number[] = [];
      for (const filter of filters) {
        const asked = { ...filter, limit: 25, range: { after: null, before: null } };
        const { sql, params } = built(resourceListIds(id, asked));
        const { meta, results } = await testEnv.DB.prepare(sql)
          .bind(...params)
          .all();
        expect(results.length).toBeGreaterThan(0);
        rows.push(meta.rows_read);
        const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...params)
          .all<{ detail: string }>();
        const details = plan.results
          .map(({ detail }) => detail)
          .filter((one) => one.includes('ads_resources'));
        expect(details.length).toBeGreaterThan(0);
        for (const detail of details) expect(detail).toMatch(/^SEARCH ads_resources USING COVERING INDEX/);
      }
      read.push(rows);
    }
    const [few, many] = read as [number[], number[]];
    for (const [n, rows] of many.entries())
      expect(rows, JSON.stringify(filters[n])).toBeLessThanOrEqual(few[n]! * 1.1);
  });
});
