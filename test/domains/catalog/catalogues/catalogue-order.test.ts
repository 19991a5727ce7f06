// News of a shop's products that come late, out of order, twice or beside a list, and shops that must not touch each other.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  catalogueOf,
  emptyShop,
  night,
  productsOf,
  readAll,
  readCatalogues,
  readPages,
} from '../../../harness/shops/products.ts';
import { consumed, deliver, minute } from '../../../harness/shops/reading.ts';
import { type ShopScene, shopScene } from '../../../harness/shops/shop-scene.ts';
import { call, testEnv } from '../../../harness/world.ts';

let scene: ShopScene;
beforeEach(async () => {
  scene = await shopScene();
});
afterEach(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const add = async (more: object = {}) => await scene.world.sim('products', more);
const change = async ({ number }: { number: string }, more: object) =>
  await scene.world.sim(`products/${number}/change`, more);
const told = async () => {
  await scene.carry();
  await readCatalogues(scene);
};
const patch = (path: string, body: object) =>
  call('PATCH', path, { key: scene.shop.brand.key, body, env: scene.world.env });
type Told = { title: string; status: string; variants: { title: string }[] };
const seen = async () =>
  (await productsOf(scene))
    .map(({ title, status, variants }: Told) =>
      [title, status, ...variants.map((one) => one.title)].join(' '),
    )
    .sort();

it('an older version of a product changes nothing, whether it was read or listed', async () => {
  await emptyShop(scene);
  const made = await add({ title: 'New', variants: [{ title: 'S', price: '5.00' }] });
  await readAll(scene);
  await testEnv.DB.prepare(
    'UPDATE products SET shop_updated_at = shop_updated_at + 1e10, read_at = NULL',
  ).run();
  await change(made, { title: 'Old', variants: [{ title: 'Other', price: '6.00' }] });
  await told();
  expect(await seen()).toEqual(['New active S']);
  await testEnv.DB.prepare('DELETE FROM due_products').run();
  await night(scene);
  expect((await productsOf(scene))[0].title).toBe('New');
});

it('what is made, changed or deleted while a list is written is as it was read, and not as it is listed', async () => {
  await emptyShop(scene);
  const shoe = await add({ title: 'Shoe', variants: [{ title: 'S', price: '5.00' }] });
  const gone = await add({ title: 'Gone' });
  await scene.world.take();
  await readCatalogues(scene);
  await scene.pass(MINUTE_MS);
  await change(shoe, { variants: [{ number: shoe.variants[0].number }, { title: 'M', price: '5.00' }] });
  await add({ title: 'Late', variants: [{ title: 'L', price: '5.00' }] });
  await scene.world.sim(`products/${gone.number}/delete`);
  await told();
  expect((await catalogueOf(scene)).list_began).toBe(null);
  await scene.pass(MINUTE_MS);
  await readCatalogues(scene);
  expect((await seen()).filter((one) => !one.startsWith('Gone archived'))).toEqual([
    'Late active L',
    'Shoe active S M',
  ]);
});

it('news that comes while a product is read is not lost', async () => {
  await emptyShop(scene);
  await readAll(scene);
  const made = await add({ title: 'First' });
  await scene.carry();
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await real(url, init);
    if (!String(init?.body).includes('query Products')) return answer;
    vi.stubGlobal('fetch', real);
    await scene.pass(2000);
    await change(made, { title: 'Second' });
    await scene.carry();
    return answer;
  });
  await readCatalogues(scene);
  await readCatalogues(scene);
  expect(await seen()).toEqual(['Second active Default Title']);
});

it('a product that cannot be read stops neither the others nor the list, and is read once it can be', async () => {
  await emptyShop(scene);
  await readAll(scene);
  for (const title of ['A', 'Odd', 'B', 'C']) await add({ title });
  await scene.carry();
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await real(url, init);
    if (!String(init?.body).includes('query Products')) return answer;
    const headers = { 'Content-Type': 'application/json' };
    return new Response((await answer.text()).replace('"Odd"', 'null'), { headers });
  });
  await readCatalogues(scene);
  const others = ['A', 'B', 'C'].map((title) => `${title} active Default Title`);
  expect(await seen()).toEqual(others);
  expect(await catalogueOf(scene)).toMatchObject({ tries: 0, lease_until: 0 });
  vi.stubGlobal('fetch', real);
  await scene.pass(HOUR_MS + MINUTE_MS);
  await readCatalogues(scene);
  expect(await seen()).toEqual([...others, 'Odd active Default Title']);
});

it('a sync that is asked for while a list is written has a list of its own', async () => {
  await emptyShop(scene);
  await scene.pass(MINUTE_MS);
  await minute(scene.world);
  await readCatalogues(scene);
  await scene.pass(MINUTE_MS);
  await add({ title: 'Late' });
  await scene.world.take();
  const { status } = await call('POST', `/v1/connections/${scene.id}/syncs`, {
    key: scene.shop.brand.key,
    body: {},
  });
  expect(status).toBe(202);
  await readCatalogues(scene);
  await readAll(scene);
  expect(await seen()).toEqual(['Late active Default Title']);
  expect(await catalogueOf(scene)).toMatchObject({ error: null, ended_at: expect.any(Number) });
});

it('what the account archived stays archived, also where the shop did not sell it at that time', async () => {
  await emptyShop(scene);
  const made = await add({ title: 'Draft', status: 'DRAFT' });
  await readAll(scene);
  const [{ id }] = await productsOf(scene);
  const archived = await patch(`/v1/products/${id}`, { status: 'archived' });
  expect([archived.status, archived.body.data.status]).toEqual([200, 'archived']);
  const { version } = archived.body.data;
  expect((await patch(`/v1/products/${id}`, { status: 'archived' })).body.data.version).toBe(version);
  await scene.pass(MINUTE_MS);
  await change(made, { status: 'ACTIVE' });
  await told();
  await night(scene);
  expect(await seen()).toEqual(['Draft archived Default Title']);
  expect((await patch(`/v1/products/${id}`, { status: 'active' })).body.data.status).toBe('active');
});

it('a shop that lost the app and is then disconnected keeps no active product', async () => {
  await readAll(scene);
  expect(await productsOf(scene, 'status=active')).not.toEqual([]);
  await scene.world.sim('uninstall', { client: scene.world.client });
  await scene.carry();
  await scene.pass(HOUR_MS + MINUTE_MS);
  await minute(scene.world);
  await readCatalogues(scene);
  expect(await productsOf(scene, 'status=active')).not.toEqual([]);
  expect((await patch(`/v1/connections/${scene.id}`, { status: 'disconnected' })).status).toBe(200);
  await scene.pass(HOUR_MS + MINUTE_MS);
  await readCatalogues(scene);
  expect(await productsOf(scene, 'status=active')).toEqual([]);
});

it('nothing that a shop tells changes the products of another account, which have the same numbers', async () => {
  await readAll(scene);
  const other = scene;
  const before = await productsOf(other);
  expect(before.length).toBeGreaterThan(2);
  scene = await shopScene();
  const read = async () => {
    for (let run = 0; run < 4; run++) {
      await readPages(scene, 60);
      await scene.pass(MINUTE_MS);
    }
  };
  await read();
  expect((await productsOf(scene)).length).toBe(before.length);
  await change({ number: '7001' }, { title: 'Another', variants: [{ title: 'Another', price: '1.00' }] });
  await scene.world.sim('products/7002/delete');
  await scene.carry();
  await read();
  await scene.world.sim('webhooks', { lose: true });
  await change({ number: '7003' }, { title: 'Another', variants: [{ title: 'Another', price: '1.00' }] });
  await scene.world.sim('products/7004/delete');
  await scene.pass(30 * HOUR_MS);
  await read();
  const list = await productsOf(scene, 'status=active');
  expect(list.filter(({ title }) => title === 'Another')).toHaveLength(2);
  expect(list).toHaveLength(before.filter(({ status }) => status === 'active').length - 2);
  expect(await productsOf(other)).toEqual(before);
  const [{ id }] = before;
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { status: 'archived' }],
  ] as const)
    expect((await call(method, `/v1/products/${id}`, { key: scene.shop.brand.key, body })).status).toBe(404);
  await patch(`/v1/connections/${scene.id}`, { status: 'disconnected' });
  await read();
  expect(await productsOf(scene, 'status=active')).toEqual([]);
  expect(await productsOf(other)).toEqual(before);
});

it('a webhook that is signed well but names another shop has that shop read its own, and changes nothing', async () => {
  await readAll(scene);
  const other = scene;
  const before = await productsOf(other);
  scene = await shopScene();
  await add({ title: 'Strange' });
  await scene.world.sim('products/7002/delete');
  const deliveries = await scene.world.take();
  expect(deliveries.length).toBeGreaterThan(1);
  for (const one of deliveries) {
    const headers = { ...one.headers };
    for (const name of Object.keys(headers))
      if (/^x-shopify-shop-domain$/i.test(name)) headers[name] = other.world.shop;
    expect(headers).not.toEqual(one.headers);
    expect((await deliver(scene.world.env, one, { headers })).status).toBe(200);
  }
  await consumed(scene.world.env, scene.sent.splice(0));
  const due = () =>
    testEnv.DB.prepare(
      'SELECT count(*) AS n FROM due_products d JOIN catalogues c ON c.id = d.catalogue WHERE c.shop = ?',
    )
      .bind(other.world.shop)
      .first('n');
  expect(await due()).toBeGreaterThan(1);
  await readPages(other, 60);
  expect(await due()).toBe(0);
  const shown = (list: { version: number; updatedAt: string }[]) =>
    list.map(({ version: _, updatedAt: __, ...rest }) => rest);
  expect(shown(await productsOf(other))).toEqual(shown(before));
});
