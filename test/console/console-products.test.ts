// The pages of products: who sees them, what people may change of a shop's product, and the access code.
import { afterEach, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { media, processAt } from '../harness/files.ts';
import { ask, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { emptyShop, night, productsOf, readAll } from '../harness/shops/products.ts';
import { shopScene } from '../harness/shops/shop-scene.ts';
import { mintFile } from '../harness/work/creators.ts';
import { mintProductToSend, sampleScene } from '../harness/work/samples.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

afterEach(() => clock.release());

it('make, change and archive a product of one’s own, and show its code to who asks, and who did', async () => {
  const brand = await mintAccount();
  const admin = await signedIn(await personOf(brand, 'admin'));
  const to = (path = '') => `/app/${brand.id}/products${path}`;
  expect(wordsOf(await ask(admin, to()))).toContain('No products yet');
  const fields = { title: 'Trail shoe', price: '129.00', currency: 'usd', sampleable: 'on' };
  const made = await send(admin, to('/new'), 'create', fields);
  const there = made.headers.get('location')!;
  expect(wordsOf(await ask(admin, to()))).toMatch(/Trail shoe Active Manual Yes \$129\.00/);
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
  const { number } = await scene.world.sim('products', {
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
  // Only the shop can make active what it does not sell, so nothing is offered that would be refused.
  await scene.world.sim(`products/${number}/change`, { status: 'DRAFT' });
  await night(scene);
  const archived = await ask(await signedIn(await personOf(brand, 'admin')), path);
  expect(wordsOf(archived)).toContain('Your shop does not sell this product');
  expect(archived.html).not.toContain('name="status"');
});

it('say how many variants there are where they show only some', async () => {
  const scene = await shopScene();
  await emptyShop(scene);
  const variants = Array.from({ length: 251 }, (_, n) => ({ title: `Size ${n}`, price: '1.00' }));
  await scene.world.sim('products', { title: 'Screw', variants });
  await readAll(scene);
  const [{ id }] = await productsOf(scene);
  const { brand } = scene.shop;
  const page = await ask(await signedIn(await personOf(brand, 'member')), `/app/${brand.id}/products/${id}`);
  expect(wordsOf(page)).toContain('The first 250 of 251 variants');
});

it('take variants a line each and a picture, and say what is wrong with which line', async () => {
  const brand = await mintAccount();
  const admin = await signedIn(await personOf(brand, 'admin'));
  const to = (path: string) => `/app/${brand.id}/products${path}`;
  const fields = { title: 'Shoe', currency: 'usd', price: '90.00' };
  const bad = await send(admin, to('/new'), 'create', { ...fields, variants: 'a | A\n\na b | B' });
  expect([bad.status, wordsOf(bad)]).toEqual([
    422,
    expect.stringContaining('Line 3: Must be 1 to 64 letters'),
  ]);
  const odd = await send(admin, to('/new'), 'create', { ...fields, variants: 'a | A | much' });
  expect(wordsOf(odd)).toContain('Line 1: Write an amount in USD');
  const lines = 'eu-41 | EU 41\r\neu-42\tEU | 42\t129.00';
  const made = await send(admin, to('/new'), 'create', { ...fields, variants: lines });
  const there = made.headers.get('location')!;
  const read = async () => (await call('GET', '/v1/products', { key: brand.key })).body.data[0];
  const variants = [
    { id: 'eu-41', title: 'EU 41', price: null },
    { id: 'eu-42', title: 'EU | 42', price: 12_900 },
  ];
  expect((await read()).variants).toEqual(variants);
  // What the field shows is what it takes.
  const [shown] = /<textarea[^>]*name="variants"[^>]*>([^<]*)/.exec((await ask(admin, there)).html)!.slice(1);
  await send(admin, there, 'edit', { ...fields, title: 'Boot', variants: shown! });
  expect(await read()).toMatchObject({ title: 'Boot', variants, version: 2 });
  const files = { picture: new Blob([media.png as Uint8Array<ArrayBuffer>]) };
  const env = { ...testEnv, JOBS: { send: ({ id }: { id: string }) => processAt(clock.now(), id) } as never };
  expect((await send(admin, there, 'picture', {}, { files, env })).status).toBe(303);
  expect((await read()).image).toMatchObject({ fileId: expect.any(String), width: expect.any(Number) });
  const stale = await ask(admin, there);
  await send(admin, there, 'removePicture', {});
  expect((await read()).image).toBeNull();
  const late = await sendShown(admin, there, stale, 'picture', {}, { files, env });
  expect([late.status, (await read()).image]).toEqual([409, null]);
  // One that was still being read is offered on the next page.
  const ready = await mintFile(brand.id, 'product_image', { type: 'image/png' });
  await send(admin, `${there}?picture=${ready}`, 'usePicture', {});
  expect((await read()).image.fileId).toBe(ready);
  const wrong = { picture: new Blob(['no picture']) };
  expect((await send(admin, there, 'picture', {}, { files: wrong, env })).status).toBe(422);
});

it('show a creator what it may read, and lead from there to a sample', async () => {
  const scene = await sampleScene({ accessCode: 'shoe-secret' });
  const { brand, creator } = scene;
  const person = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(creator.as, person.callerId)
    .run();
  const browser = await signedIn(person);
  const to = (path = '') => `/app/${creator.as}/products${path}`;
  const stranger = await mintProductToSend((await mintAccount()).key);
  const list = await ask(browser, to());
  expect(list.html).toContain(to(`/${scene.product}`));
  expect(list.html).not.toContain(stranger);
  const page = await ask(browser, to(`/${scene.product}`));
  expect(page.html).toContain(`/app/${creator.as}/samples/new?product=${scene.product}`);
  expect(page.html).not.toMatch(/shoe-secret|name="_action"[^>]*value="(edit|code|reveal|state)"/);
  for (const path of [`/${stranger}`, '/new']) expect((await ask(browser, to(path))).status).toBe(404);
  for (const [action, fields] of [
    ['edit', { title: 'Mine' }],
    ['code', { accessCode: 'x' }],
    ['reveal', {}],
  ] as const) {
    const sent = await sendShown(
      browser,
      to(`/${scene.product}`),
      await ask(browser, `/app/${creator.as}/you`),
      action,
      fields,
    );
    expect([403, 404], action).toContain(sent.status);
  }
  const samples = `/app/${creator.as}/samples/new?product=${scene.product}`;
  const address = { lastName: 'Stone', line1: '1 Main St', city: 'Austin', country: 'US' };
  const asked = Object.fromEntries(
    Object.entries(address).map(([name, value]) => [`address.${name}`, value]),
  );
  const sample = (await send(browser, samples, 'create', asked)).headers.get('location')!;
  // The code is shown only when it is asked for, to the creator once the brand has said yes.
  const own = await signedIn(await personOf(brand, 'owner'));
  const theirs = sample.replace(creator.as, brand.id);
  const { env, count } = countTrips();
  expect((await ask(own, `${theirs}?code=1`, { env })).html).toContain('shoe-secret');
  expect(count()).toBeLessThanOrEqual(3);
  for (const [who, path] of [
    [own, theirs],
    [browser, sample],
  ] as const)
    expect((await ask(who, path)).html).not.toContain('shoe-secret');
  expect((await ask(browser, `${sample}?code=1`)).status).toBe(403);
  // The way leads on to the sample that is still to be sent.
  const after = await ask(browser, to(`/${scene.product}`));
  expect(after.html).toContain(`href="${sample}"`);
  expect(after.html).not.toContain('samples/new?product=');
  await call('PATCH', `/v1/applications/${scene.application}`, {
    key: brand.key,
    body: { status: 'rejected' },
  });
  await call('PATCH', sample.replace(/.*samples/, '/v1/samples'), {
    key: brand.key,
    body: { status: 'rejected' },
  });
  const apart = await ask(browser, to(`/${scene.product}`));
  expect(wordsOf(apart)).toContain('Once the brand has approved your application');
  expect(apart.html).not.toContain('samples/new?product=');
});
