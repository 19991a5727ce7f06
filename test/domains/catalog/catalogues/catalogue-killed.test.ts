// A run that reads a shop's products and dies anywhere. The next one ends where an unharmed one does.
import { afterEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { catalogueOf, emptyShop, productsOf, readAll, readPages } from '../../../harness/shops/products.ts';
import { type ShopScene, shopScene } from '../../../harness/shops/shop-scene.ts';
import { testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

type Shown = { title: string; status: string; version: number; variants: { title: string; price: number }[] };
const shown = async (scene: ShopScene) =>
  (await productsOf(scene))
    .map(({ title, status, version, variants }: Shown) => [
      title,
      status,
      version,
      variants.map((v) => v.price),
    ])
    .sort();
const left = async (scene: ShopScene) => {
  const { id } = await catalogueOf(scene);
  const of = (table: string) =>
    testEnv.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE catalogue = ?`).bind(id).first('n');
  return [await of('listed_pages'), await of('due_products')];
};

/** So that each portion has deaths between the two pages. */
const DENSELY = 4;

it('leaves the same, wherever it dies: a webhook to follow, and a list that brings, changes and lacks some', async () => {
  const scene = await shopScene();
  await emptyShop(scene);
  // The shop's numbers of those that the death before left there.
  const there: string[] = [];
  const ends = new Set<string>();
  const places = new Set<number>();
  // So long that the list has two pages.
  const description = 'long '.repeat(40_000);
  const contacts = await atEveryDeath(
    {
      async scene() {
        await scene.pass(MINUTE_MS);
        for (const number of there.splice(0)) await scene.world.sim(`products/${number}/delete`);
        await testEnv.DB.batch(
          ['products', 'shop_variants'].map((table) => testEnv.DB.prepare(`DELETE FROM ${table}`)),
        );
        await testEnv.DB.prepare('UPDATE catalogues SET due_at = ?1, list_at = ?1').bind(clock.now()).run();
        const made = await scene.world.sim('products', {
          times: 3,
          title: 'Old',
          price: '1.00',
          description,
        });
        await readAll(scene);
        const [changed, gone, read] = made.made;
        await scene.world.take();
        await scene.pass(30 * 60 * MINUTE_MS);
        const variants = [{ title: 'A', price: '2.00' }];
        await scene.world.sim(`products/${changed.number}/change`, { title: 'Changed', variants });
        await scene.world.sim(`products/${gone.number}/delete`);
        const late = await scene.world.sim('products', { title: 'New', price: '3.00', description });
        there.push(changed.number, read.number, late.number);
        await scene.world.take();
        await scene.world.sim(`products/${read.number}/change`, { title: 'Read', price: '4.00' });
        await scene.carry();
        return { ...scene, env: scene.world.env };
      },
      async live(scene, env) {
        const world = { ...scene.world, env };
        await readPages({ ...scene, world }, 60);
        await scene.pass(MINUTE_MS);
        await readPages({ ...scene, world }, 60);
      },
      async afterwards(scene) {
        places.add(Number((await catalogueOf(scene)).place));
        await scene.pass(11 * MINUTE_MS);
        await readAll(scene);
        expect(await left(scene)).toEqual([0, 0]);
        ends.add(JSON.stringify(await shown(scene)));
      },
    },
    DENSELY,
  );
  const end = [
    ['Changed', 'active', 4, [200]],
    ['New', 'active', 1, [300]],
    ['Old', 'archived', 3, []],
    ['Read', 'active', 2, [400]],
  ];
  expect([...ends].map((one) => JSON.parse(one))).toEqual([end]);
  expect(contacts.length).toBeGreaterThan(8);
  // Some died between the two pages.
  expect(Math.max(...places)).toBeGreaterThan(0);
}, 60_000);
