// The interests and audiences that a platform offers through a connection.
import { beforeAll, describe, expect, it } from 'vitest';
import { listFieldChoices } from '../../../../src/domains/ads/ad-library/list-field-choices.ts';
import { connectAds } from '../../../harness/ads/ad-connections.ts';
import { MAIN, type MetaWorld, metaWorld, PAGE, PIXEL, TOKYO } from '../../../harness/ads/meta.ts';
import { verbCtx } from '../../../harness/work/creators.ts';
import { reasonOf } from '../../../harness/work/submissions.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let meta: MetaWorld;
let brand: Minted;
let connection: string;
beforeAll(async () => {
  meta = await metaWorld();
  brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
  connection = await connectAds(meta, brand);
});

const look = (what: string, query: string, more: object = {}) =>
  call('GET', `/v1/ad-${what}?connection=${connection}${query}`, {
    env: meta.env,
    key: brand.readKey,
    ...more,
  });
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

describe('looking up at a platform', () => {
  it('needs the connection set up, and is for its own account alone', async () => {
    const early = await look('interests', '&q=run');
    expect(reasonOf(early)).toEqual([422, 'setup_incomplete']);
    expect(early.body.error.details.missing).toEqual(['adAccountId', 'pageId']);
    const stranger = await mintAccount();
    for (const what of ['interests', 'audiences']) {
      const query = what === 'interests' ? '&q=run' : '';
      expect((await look(what, query, { key: stranger.key })).status).toBe(404);
    }
    const picked = { objective: 'conversions', paths: ['/settings/pixel', '/settings/luck'] } as const;
    const choose = (who: Minted) =>
      listFieldChoices({ ...verbCtx(who, { account: 'brand' }), ...meta.ctx() }, connection, picked);
    await expect(choose(stranger)).rejects.toMatchObject({ code: 'not_found' });
    const selection = { adAccountId: MAIN, pageId: PAGE };
    const set = await call('PATCH', `/v1/connections/${connection}`, {
      env: meta.env,
      key: brand.key,
      body: { selection },
    });
    expect(set.status).toBe(200);
    const lists = [{ path: '/settings/pixel', items: [{ id: PIXEL, name: 'Main pixel' }], problem: null }];
    expect(await choose(brand)).toEqual(lists);
    // Another account cannot read what was cached for it, and neither can another ad account.
    await expect(choose(stranger)).rejects.toMatchObject({ code: 'not_found' });
    const pick = (adAccountId: string) =>
      call('PATCH', `/v1/connections/${connection}`, {
        env: meta.env,
        key: brand.key,
        body: { selection: { adAccountId, pageId: PAGE } },
      });
    expect((await pick(TOKYO)).status).toBe(200);
    expect(await choose(brand)).not.toEqual(lists);
    expect((await pick(MAIN)).status).toBe(200);
  });

  it('searches interests, cut to pages of ours, with cursors of one search alone', async () => {
    const all = await look('interests', '&q=run');
    expect(all.body.data[0]).toEqual({ id: '6003000000000', platform: 'meta', name: 'Running' });
    expect(names(all)).toEqual(['Running', 'Running shoes', 'Trail running']);
    expect(all.body.nextCursor).toBeNull();
    const first = await look('interests', '&q=run&limit=2');
    expect(names(first)).toEqual(['Running', 'Running shoes']);
    const cursor = first.body.nextCursor;
    const rest = await look('interests', `&q=run&limit=2&cursor=${cursor}`);
    expect([names(rest), rest.body.nextCursor]).toEqual([['Trail running'], null]);
    expect((await look('interests', `&q=yoga&cursor=${cursor}`)).status).toBe(400);
    expect((await look('interests', `&q=run&cursor=${cursor}x`)).status).toBe(400);
    expect((await look('interests', '')).status).toBe(400);
    expect((await look('interests', '&q=run&createdAfter=2026-01-01T00:00:00Z')).status).toBe(400);
  });

  it("lists the ad account's audiences", async () => {
    const { body } = await look('audiences', '');
    expect(body.data).toEqual([{ ...body.data[0], platform: 'meta', ready: true }]);
    expect(body.nextCursor).toBeNull();
  });

  it('asks the platform once a minute for one page, and so often a day', async () => {
    const used = async () =>
      (
        await testEnv.DB.prepare("SELECT amount FROM quota_use WHERE account_id = ? AND what = 'ad_lookups'")
          .bind(brand.id)
          .first<{ amount: number }>()
      )?.amount;
    await look('interests', '&q=coffee');
    const before = (await used())!;
    await meta.fault('fail_before', 'GET search');
    expect((await look('interests', '&q=coffee')).status).toBe(200);
    expect(await used()).toBe(before);
    const failed = await look('interests', '&q=cook');
    expect([failed.status, failed.body.error.code]).toEqual([503, 'unavailable']);
    expect(await used()).toBe(before + 1);
    const env = { ...meta.env, AD_LOOKUPS_A_DAY: String(before + 1) };
    const refused = await look('interests', '&q=yoga', { env });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await look('interests', '&q=coffee', { env })).status).toBe(200);
  });

  it('says of another provider, and of a connection that ended, what it is', async () => {
    await testEnv.DB.prepare("UPDATE connections SET status = 'expired', token = NULL WHERE id = ?")
      .bind(connection)
      .run();
    expect(reasonOf(await look('interests', '&q=coffee'))).toEqual([422, 'reconnect_required']);
    await testEnv.DB.prepare("UPDATE connections SET provider = 'shopify', status = 'active' WHERE id = ?")
      .bind(connection)
      .run();
    expect(reasonOf(await look('audiences', ''))).toEqual([422, 'no_ad_platform']);
  });
});
