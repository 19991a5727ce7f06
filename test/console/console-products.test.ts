// The pages of products: who sees them, what people may change of a shop's product, and the access code.
import { afterEach, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { ask, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { emptyShop, productsOf, readAll } from '../harness/shops/products.ts';
import { shopScene } from '../harness/shops/shop-scene.ts';
import { call, mintAccount } from '../harness/world.ts';

afterEach(() => clock.release());

it('make, change and archive a product of one’s own, and show its code to who asks, and who did', async () => {
  const brand = await mintAccount();
  const admin = await signedIn(await personOf(brand, 'admin'));
  const to = (path = '') => `/app/${brand.id}/products${path}`;
  expect(wordsOf(await ask(admin, to()))).toContain('No products yet');
  const fields = { title: 'Trail shoe', price: '129.00', currency: 'usd', sampleable: 'on' };
  const made = await send(admin, to('/new'), 'create', fields);
  const there = made.headers.get('location')!;
  expect(wordsOf(await ask(admin, to()))).toMatch(/Trail shoe \$129\.00 Manual Yes Active/);
  await send(admin, there, 'code', { accessCode: 'shoe-secret' });
  expect((await ask(admin, there)).html).not.toContain('shoe-secret');
  expect((await send(admin, there, 'reveal', {})).html).toContain('shoe-secret');
  const page = await ask(admin, there);
  expect(page.html).not.toContain('shoe-secret');
  expect(wordsOf(page)).toMatch(/Read by Times that day Last read \S+ 1 /);
  await send(admin, there, 'edit', { ...fields, title: 'Shoe', price: '99.50' });
  await send(admin, there, 'state', { status: 'archived' });
  const [own] = (await call('GET', '/v1/products?status=archived', { key: brand.key })).body.data;
  expect(own).toMatchObject({ title: 'Shoe', price: 9950, status: 'archived', sampleable: true });
  const member = await signedIn(await personOf(brand, 'member'));
  expect((await ask(member, there)).html).not.toContain('Save product');
  expect((await ask(member, to('/new'))).status).toBe(403);
});

it('let people change only what is theirs of a shop’s product', async () => {
  const scene = await shopScene();
  await emptyShop(scene);
  await scene.world.sim('products', {
    title: 'Shop shoe',
    description: '&lt;img src=x onerror=alert(1)&gt;<svg onload=alert(2)>',
    variants: [{ title: '<b onclick=alert(3)>EU 42', price: '119.00' }],
  });
  await readAll(scene);
  const [{ id }] = await productsOf(scene);
  const { brand } = scene.shop;
  const admin = await signedIn(await personOf(brand, 'admin'));
  const path = `/app/${brand.id}/products/${id}`;
  const page = await ask(admin, path);
  expect(wordsOf(page)).toContain('come from your shop');
  expect(page.html).not.toContain('name="title"');
  // What a shop writes is text, whatever it looks like.
  expect(wordsOf(page)).toContain('onerror=alert(1)');
  expect(page.html).not.toMatch(/<img src=x|<svg onload|<b onclick/);
  expect(page.headers.get('content-security-policy')).toContain('https://cdn.shopify.com');
  // Its picture lies elsewhere than at the platform, so the page does not show it.
  expect(page.html).not.toContain('cdn.shop.example');
  await send(admin, path, 'edit', { sampleable: 'on' });
  expect((await productsOf(scene))[0]).toMatchObject({ title: 'Shop shoe', sampleable: true });
});
