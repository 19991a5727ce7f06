// A connected shop's products: the list of all, webhooks in between, and what the account may change of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import {
  catalogueOf,
  emptyShop,
  night,
  productsOf,
  readAll,
  readCatalogues,
  readPages,
} from '../../../harness/shops/products.ts';
import { minute } from '../../../harness/shops/reading.ts';
import { type ShopScene, shopScene } from '../../../harness/shops/shop-scene.ts';
import { call, testEnv } from '../../../harness/world.ts';

let scene: ShopScene;
beforeEach(async () => {
  scene = await shopScene();
  await emptyShop(scene);
});
afterEach(() => clock.release());

const add = async (more: object = {}) => await scene.world.sim('products', more);
const patch = (id: string, body: object) =>
  call('PATCH', `/v1/products/${id}`, { key: scene.shop.brand.key, body });
const briefly = (list: { title: string; status: string; variants: { price: number }[] }[]) =>
  list.map(({ title, status, variants }) => [title, status, ...variants.map(({ price }) => price)]);
/** Webhooks, and the minute that reads what they told. */
async function told(): Promise<void> {
  await scene.carry();
  await readCatalogues(scene);
}

describe('the list of all products', () => {
  it('brings each with its variants, as plain text and with links that can be shown', async () => {
    const made = await add({
      title: 'Trail  shoe',
      description: '<p>Light &amp; <b>wet</b></p><ul><li>one</li></ul><script>alert(1)</script>',
      variants: [
        { title: 'EU 41', price: '129.00' },
        { title: 'EU 42', price: '119.50' },
      ],
    });
    await add({ title: 'Draft', status: 'DRAFT' });
    await add({ title: 'Hidden', published: false });
    await add({ title: 'By link alone', status: 'UNLISTED' });
    await add({ title: 'Odd', image: 'javascript:alert(1)' });
    await readAll(scene);
    const list = await productsOf(scene);
    expect(briefly(list).sort()).toEqual([
      ['By link alone', 'archived', 1000],
      ['Draft', 'archived', 1000],
      ['Hidden', 'archived', 1000],
      ['Odd', 'active', 1000],
      ['Trail shoe', 'active', 12_900, 11_950],
    ]);
    const shoe = list.find(({ title }) => title === 'Trail shoe');
    expect(shoe).toMatchObject({
      source: 'shopify',
      description: 'Light & wet\none',
      url: expect.stringMatching(/^https:\/\/.*\/products\/trail-shoe-\d+$/),
      image: { fileId: null, url: `https://cdn.shop.example/${made.number}.png` },
      ...{ price: 11_950, currency: 'usd', variantCount: 2, sampleable: false, version: 1 },
    });
    expect(shoe.variants.map(({ id }: { id: string }) => id)).toEqual(
      made.variants.map(({ number }: { number: string }) => number),
    );
    expect(list.find(({ title }) => title === 'Odd').image).toBe(null);
  });

  it.each(['far', 'early'])(
    'puts children to their parents, however far they are (%s), page by page',
    async (bulkLayout) => {
      await scene.world.sim('settings', { bulkLayout });
      await scene.world.sim('catalogue', { products: 1500, variants: 3 });
      await readPages(scene, 1);
      for (let run = 0; run < 6; run++) {
        await scene.pass(MINUTE_MS);
        await readPages(scene, 1);
      }
      expect((await catalogueOf(scene)).list_began).toBe(null);
      const list = await productsOf(scene);
      expect(list).toHaveLength(1500);
      expect(new Set(list.map(({ variantCount }) => variantCount))).toEqual(new Set([3]));
      expect(list.filter(({ status }) => status === 'active')).toHaveLength(1500 - 3 * 15);
      expect(list.every(({ version }) => version === 1)).toBe(true);
    },
  );

  it('writes only what changed, and archives what is no longer there', async () => {
    const [kept, changed, gone] = [
      await add({ title: 'A' }),
      await add({ title: 'B' }),
      await add({ title: 'C' }),
    ];
    await readAll(scene);
    await scene.world.sim('webhooks', { lose: true });
    const version = async () =>
      (await productsOf(scene)).map(({ title, version }) => [title, version]).sort();
    expect(await version()).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 1],
    ]);
    await scene.pass(MINUTE_MS);
    await scene.world.sim(`products/${changed.number}/change`, {
      variants: [
        { number: changed.variants[0].number, price: '7.00' },
        { title: 'New', price: '9.00' },
      ],
    });
    await scene.world.sim(`products/${gone.number}/delete`);
    await night(scene);
    const list = await productsOf(scene);
    expect(briefly(list).sort()).toEqual([
      ['A', 'active', 1000],
      ['B', 'active', 700, 900],
      ['C', 'archived'],
    ]);
    expect(list.find(({ title }) => title === 'A').version).toBe(1);
    expect(kept.number).toBeTruthy();
    const before = await version();
    await scene.world.sim(`products/${changed.number}/change`, {
      variants: [{ title: 'Other', price: '9.00' }],
    });
    await night(scene);
    expect(briefly(await productsOf(scene)).sort()[1]).toEqual(['B', 'active', 900]);
    expect((await version())[0]).toEqual(before[0]);
    expect((await version())[1]![1]).toBeGreaterThan(Number(before[1]![1]));
  });

  it('archives nothing where the file ends too early, fails or its address has ended, and begins anew', async () => {
    await scene.world.sim('catalogue', { products: 3000, variants: 1 });
    await readAll(scene);
    await scene.pass(30 * HOUR_MS);
    await scene.world.sim('settings', { bulkFails: { times: 1, at: 0.5 } });
    await readCatalogues(scene);
    await scene.pass(MINUTE_MS);
    await readCatalogues(scene);
    expect((await catalogueOf(scene)).list_began).toBe(null);
    await scene.pass(5 * MINUTE_MS);
    await readCatalogues(scene);
    await scene.pass(MINUTE_MS);
    await scene.world.fault('cut', 'GET bulk/', { times: 1, bytes: 700_000 });
    await readCatalogues(scene);
    const { list, place } = await catalogueOf(scene);
    expect([typeof list, Number(place) > 0]).toEqual(['string', true]);
    await scene.world.sim('settings', { bulkUrlLives: 1 });
    await scene.pass(5 * MINUTE_MS);
    await readCatalogues(scene);
    expect((await catalogueOf(scene)).list_began).toBe(null);
    expect(await productsOf(scene, 'status=active')).toHaveLength(3000 - 90);
    await scene.world.sim('settings', { bulkUrlLives: 7 * 24 * HOUR_MS });
    await scene.pass(HOUR_MS);
    await readAll(scene);
    expect(await productsOf(scene, 'status=active')).toHaveLength(3000 - 90);
  });

  it('archives nothing where the file is whole and has fewer lines than the shop counts', async () => {
    await scene.world.sim('catalogue', { products: 300, variants: 1 });
    await readAll(scene);
    const active = await productsOf(scene, 'status=active');
    const there = async () => [
      await productsOf(scene, 'status=active'),
      (await catalogueOf(scene)).list_began,
    ];
    // Without some of the variants alone, which come last, and without products.
    for (const [bulkLayout, bulkHas] of [['far', 0.95] as const, ['early', 0.7] as const]) {
      await scene.pass(30 * HOUR_MS);
      await scene.world.sim('settings', { bulkLayout, bulkHas });
      await readCatalogues(scene);
      await scene.pass(MINUTE_MS);
      await readCatalogues(scene);
      expect(await there(), bulkLayout).toEqual([active, null]);
      expect((await catalogueOf(scene)).tries).toBe(1);
      await scene.world.sim('settings', { bulkHas: 1 });
      await scene.pass(HOUR_MS);
      await readAll(scene);
      expect(await there(), bulkLayout).toEqual([active, null]);
    }
  });

  it('begins one list, also where the answer was lost, and waits while others are running', async () => {
    await add();
    await scene.world.fault('fail_after', 'POST graphql bulkOperationRunQuery', { times: 1 });
    await readCatalogues(scene);
    await scene.pass(2 * MINUTE_MS);
    await readAll(scene);
    const counts = await scene.world.sim('counts');
    expect(counts['mutation bulkOperationRunQuery']).toBe(1);
    await scene.world.sim('settings', { bulkAtOnce: 0 });
    await scene.pass(30 * HOUR_MS);
    await readCatalogues(scene);
    expect(await catalogueOf(scene)).toMatchObject({ list: null, tries: 0 });
    await scene.world.sim('settings', { bulkAtOnce: 5 });
    await scene.pass(3 * MINUTE_MS);
    await readAll(scene);
    expect(await productsOf(scene)).toHaveLength(1);
  });

  it('doubles nothing where the token ends in the middle', async () => {
    await scene.world.sim('catalogue', { products: 2500, variants: 2 });
    await readPages(scene, 1);
    await scene.pass(MINUTE_MS);
    await readPages(scene, 1);
    await scene.world.fault('expire', 'POST graphql bulkOperation', { times: 1 });
    await readAll(scene);
    const list = await productsOf(scene);
    expect([list.length, new Set(list.map(({ url, title }) => url ?? title)).size]).toEqual([2500, 2500]);
  });
});

describe('webhooks', () => {
  it('bring new products and changes, and archive what was deleted', async () => {
    await readAll(scene);
    const made = await add({
      title: 'New',
      variants: Array.from({ length: 120 }, (_, n) => ({ title: `S${n}`, price: '5.00' })),
    });
    await told();
    const [one] = await productsOf(scene);
    expect([one.title, one.variants.length, one.variantCount]).toEqual(['New', 100, 120]);
    const { body } = await call('GET', `/v1/products/${one.id}`, { key: scene.shop.brand.key });
    expect(body.data.variants.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 120 }, (_, n) => `S${n}`),
    );
    await scene.pass(MINUTE_MS);
    await scene.world.sim(`products/${made.number}/change`, {
      title: 'Newer',
      variants: [{ title: 'One', price: '6.00' }],
    });
    await told();
    expect(briefly(await productsOf(scene))).toEqual([['Newer', 'active', 600]]);
    await scene.world.sim(`products/${made.number}/delete`);
    await told();
    expect(briefly(await productsOf(scene))).toEqual([['Newer', 'archived', 600]]);
  });

  it('are newer than a list that began before', async () => {
    const made = await add({ title: 'Old', price: '1.00' });
    await readCatalogues(scene);
    await scene.pass(MINUTE_MS);
    await scene.world.sim(`products/${made.number}/change`, { title: 'New', price: '2.00' });
    await told();
    expect((await catalogueOf(scene)).list_began).toBe(null);
    expect(briefly(await productsOf(scene))).toEqual([['New', 'active', 200]]);
  });
});

describe('of a shop’s product', () => {
  it('the account changes what is its own, and archives it for good', async () => {
    const made = await add({ title: 'Shoe' });
    await readAll(scene);
    const [{ id }] = await productsOf(scene);
    for (const [field, value] of Object.entries({
      ...{ title: 'x', description: 'x', url: 'https://x.example', image: null, price: 1, currency: 'usd' },
      variants: [],
    }))
      expect((await patch(id, { [field]: value })).body.error).toMatchObject({
        code: 'operation_rejected',
        details: { reason: 'from_shop', path: `/${field}` },
      });
    expect((await patch(id, { sampleable: true, accessCode: 'abc', status: 'archived' })).status).toBe(200);
    await scene.world.sim(`products/${made.number}/change`, { title: 'Shoe 2' });
    await told();
    await night(scene);
    const [now] = await productsOf(scene);
    expect([now.title, now.status, now.sampleable]).toEqual(['Shoe 2', 'archived', true]);
    expect((await patch(id, { status: 'active' })).body.data.status).toBe('active');
    await scene.world.sim(`products/${made.number}/change`, { status: 'DRAFT' });
    await told();
    expect((await patch(id, { status: 'active' })).body.error.details.reason).toBe('from_shop');
    await scene.world.sim(`products/${made.number}/change`, { status: 'ACTIVE' });
    await told();
    expect((await productsOf(scene))[0].status).toBe('active');
  });
});

describe('a connection', () => {
  it('that ends archives its products, and brings them back under the same IDs', async () => {
    await add({ title: 'Shoe' });
    await readAll(scene);
    const [before] = await productsOf(scene);
    const { key } = scene.shop.brand;
    expect(
      (
        await call('PATCH', `/v1/connections/${scene.id}`, {
          key,
          body: { status: 'disconnected' },
          env: scene.world.env,
        })
      ).status,
    ).toBe(200);
    await scene.pass(HOUR_MS + MINUTE_MS);
    await readCatalogues(scene);
    const [ended] = await productsOf(scene);
    expect([ended.id, ended.status]).toEqual([before.id, 'archived']);
    const id = await connectShop(scene.world, scene.shop.brand);
    await minute(scene.world);
    await readAll({ ...scene, id });
    const [again] = await productsOf(scene);
    expect([again.id, again.status]).toEqual([before.id, 'active']);
  });

  it('that granted less says so, and its orders are read all the same', async () => {
    await add();
    await scene.world.sim('scopes', { client: scene.world.client, granted: ['read_orders'] });
    await scene.pass(HOUR_MS + MINUTE_MS);
    await scene.order();
    await minute(scene.world);
    await readCatalogues(scene);
    expect(await scene.sold()).toHaveLength(1);
    expect(await productsOf(scene)).toEqual([]);
    const { body } = await call('GET', `/v1/connections/${scene.id}`, { key: scene.shop.brand.key });
    expect(body.data.error).toContain('reading products');
    await scene.world.sim('scopes', {
      client: scene.world.client,
      granted: ['read_orders', 'read_products'],
    });
    await scene.pass(2 * HOUR_MS);
    await minute(scene.world);
    await readAll(scene);
    expect(await productsOf(scene)).toHaveLength(1);
  });

  it('syncs its products with its orders when it is asked to', async () => {
    await readAll(scene);
    await scene.world.sim('webhooks', { lose: true });
    await add();
    const ask = () =>
      call('POST', `/v1/connections/${scene.id}/syncs`, { key: scene.shop.brand.key, body: {} });
    expect((await ask()).body.data).toMatchObject({ status: 'running' });
    await minute(scene.world);
    expect((await ask()).body.data).toMatchObject({ status: 'running' });
    await readAll(scene);
    expect(await productsOf(scene)).toHaveLength(1);
    expect((await ask()).status).toBe(429);
    const row = await testEnv.DB.prepare('SELECT sync_finished_at FROM shops WHERE id = ?')
      .bind(scene.id)
      .first();
    expect(row).not.toBe(null);
  });
});
