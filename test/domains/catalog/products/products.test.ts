import { describe, expect, it } from 'vitest';
import { pruneCodeReadings } from '../../../../src/domains/catalog/products/prune-code-readings.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { holdsOf, mintCreator, mintFile } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const create = (owner: Minted, body: object, as?: string) =>
  call('POST', '/v1/products', { key: owner.key, body, ...(as && { as }) });
const patch = (owner: Minted, id: string, body: object) =>
  call('PATCH', `/v1/products/${id}`, { key: owner.key, body });
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map((one) => one.id);

/** Everything that the main database holds of products, and of answers that it may repeat. */
async function stored(): Promise<string> {
  const tables = ['products', 'product_code_readings', 'idempotency_keys', 'events', 'audit_entries'];
  const rows = await Promise.all(tables.map((table) => testEnv.DB.prepare(`SELECT * FROM ${table}`).all()));
  return JSON.stringify(rows.map(({ results }) => results));
}

describe('/v1/products', () => {
  it('keeps every field and shows defaults', async () => {
    const brand = await mintAccount();
    const plain = await create(brand, { title: 'Shoe' });
    expect(plain.status).toBe(201);
    expect(plain.body.data).toMatchObject({
      account: brand.id,
      source: 'manual',
      title: 'Shoe',
      description: null,
      url: null,
      image: null,
      price: null,
      currency: null,
      variants: [],
      status: 'active',
      sampleable: false,
      version: 1,
    });
    const full = {
      title: 'Trail shoe',
      description: 'Light.\nFor wet ground.',
      url: 'https://shop.example/trail',
      price: 12_900,
      variants: [
        { id: 'eu-41', title: 'EU 41', price: null },
        { id: 'eu-42', title: 'EU 42', price: 13_900 },
      ],
      sampleable: true,
    };
    const made = await create(brand, { ...full, currency: 'EUR' });
    expect(made.body.data).toMatchObject({ ...full, currency: 'eur' });
    const read = await call('GET', `/v1/products/${made.body.data.id}`, { key: brand.key });
    expect(read.body.data).toEqual(made.body.data);
  });

  it.each([
    ['/title', {}],
    ['/title', { title: 'a\nb' }],
    ['/url', { url: 'javascript:alert(1)' }],
    ['/url', { url: 'https://me:secret@shop.example/a' }],
    ['/url', { url: 'https://me@shop.example/a' }],
    ['/url', { url: 'https://:secret@shop.example/a' }],
    ['/url', { url: 'https://@shop.example/a' }],
    ['/url', { url: 'https:me:secret@shop.example' }],
    ['/url', { url: 'https:/\t/me:secret@shop.example' }],
    ['/price', { price: -1, currency: 'usd' }],
    ['/price', { price: 1.5, currency: 'usd' }],
    ['/currency', { price: 100 }],
    ['/currency', { variants: [{ id: 'a', title: 'A', price: 100 }] }],
    ['/currency', { price: 100, currency: 'xxy' }],
    ['/variants/0/id', { variants: [{ id: 'a b', title: 'A' }] }],
    [
      '/variants/1/id',
      {
        variants: [
          { id: 'a', title: 'A' },
          { id: 'a', title: 'B' },
        ],
      },
    ],
    ['/variants', { variants: Array.from({ length: 101 }, (_, i) => ({ id: `v${i}`, title: 'V' })) }],
    ['/accessCode', { accessCode: '' }],
    ['/image', { image: 'https://a.example/x.png' }],
  ])('refuses a bad %s', async (path, body) => {
    const brand = await mintAccount();
    const answer = await create(brand, path === '/title' ? body : { title: 'Shoe', ...body });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed']);
    expect(answer.body.error.details).toMatchObject([{ path }]);
  });

  it('changes at the version that was read, and leaves what is not sent', async () => {
    const brand = await mintAccount();
    const body = { title: 'Shoe', price: 100, currency: 'usd', variants: [{ id: 'a', title: 'A' }] };
    const { id } = (await create(brand, body)).body.data;
    const changed = (await patch(brand, id, { price: 90, version: 1 })).body.data;
    expect(changed).toMatchObject({ price: 90, currency: 'usd', variants: [{ id: 'a' }], version: 2 });
    expect((await patch(brand, id, { price: 80, version: 1 })).body.error.code).toBe('version_conflict');
    // Nothing changes, so neither does the version.
    const same = { price: 90, variants: [{ id: 'a', title: 'A' }], version: 2 };
    expect((await patch(brand, id, same)).body.data.version).toBe(2);
    const half = await patch(brand, id, { currency: null });
    expect(half.body.error.details).toMatchObject([{ path: '/currency' }]);
    expect((await patch(brand, id, { currency: null, price: null })).body.data.currency).toBeNull();
  });

  it('lets one of two changes of the same version win', async () => {
    const brand = await mintAccount();
    const { id } = (await create(brand, { title: 'Shoe' })).body.data;
    const both = await Promise.all(['A', 'B'].map((title) => patch(brand, id, { title, version: 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are found by how their title begins, with the other filters', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const of = async (title: string, by = brand, more = {}): Promise<string> =>
      (await create(by, { title, ...more })).body.data.id;
    const mug = await of('Mug, blue');
    const [green] = [await of('mug, green', brand, { sampleable: true }), await of('Blue mug')];
    await of('Mug', other);
    const program = await mintProgram(brand.key, { products: [mug] });
    const list = (query: string) => call('GET', `/v1/products?${query}`, { key: brand.key });
    const first = await list('q=MUG&limit=1');
    expect(idsOf(first)).toEqual([green]);
    expect(idsOf(await list(`q=MUG&limit=1&cursor=${first.body.nextCursor}`))).toEqual([mug]);
    expect(idsOf(await list('q=mug&sampleable=true'))).toEqual([green]);
    expect(idsOf(await list(`q=mug&program=${program.id}`))).toEqual([mug]);
    expect(idsOf(await list('q=mug&sort=createdAt'))).toEqual([mug, green]);
    await patch(brand, mug, { status: 'archived' });
    expect(idsOf(await list('q=mug'))).toEqual([green]);
    const creator = await mintCreator(brand.key);
    const asked = await call('GET', '/v1/products?q=mug', { key: brand.key, as: creator.id });
    expect(asked.status).toBe(400);
  });

  it('leaves archived ones out of lists unless asked, and makes them active again', async () => {
    const brand = await mintAccount();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const made = await create(brand, { title: `P${i}`, sampleable: i % 2 === 0 });
      ids.unshift(made.body.data.id);
    }
    expect((await patch(brand, ids[1]!, { status: 'archived' })).body.data.status).toBe('archived');
    const list = (query: string) => call('GET', `/v1/products?${query}`, { key: brand.key });
    const first = await list('limit=2');
    expect(idsOf(first)).toEqual([ids[0], ids[2]]);
    expect(idsOf(await list(`limit=2&cursor=${first.body.nextCursor}`))).toEqual([ids[3], ids[4]]);
    expect(idsOf(await list('status=archived'))).toEqual([ids[1]]);
    expect(idsOf(await list('status=active,archived'))).toEqual(ids);
    expect(idsOf(await list('sampleable=true'))).toEqual([ids[0], ids[2], ids[4]]);
    expect(idsOf(await list('sampleable=false&status=active,archived'))).toEqual([ids[1], ids[3]]);
    expect((await list('sampleable=perhaps')).status).toBe(400);
    expect((await list(`limit=2&sampleable=true&cursor=${first.body.nextCursor}`)).status).toBe(400);
    await patch(brand, ids[1]!, { status: 'active' });
    expect(idsOf(await list(''))).toEqual(ids);
  });

  it('belongs to its account alone, and to a partner that acts for it', async () => {
    const [partner, stranger] = [await mintAccount('partner'), await mintAccount()];
    const client = await mintAccount('brand', { managedBy: partner.id });
    const { id, account } = (await create(partner, { title: 'Shoe' }, client.id)).body.data;
    expect(account).toBe(client.id);
    const get = (owner: Minted, as?: string) =>
      call('GET', `/v1/products/${id}`, { key: owner.key, ...(as && { as }) });
    expect((await get(client)).status).toBe(200);
    expect((await get(partner, client.id)).status).toBe(200);
    for (const owner of [partner, stranger]) {
      expect((await get(owner)).status).toBe(404);
      expect((await patch(owner, id, { title: 'Mine' })).status).toBe(404);
      expect(idsOf(await call('GET', '/v1/products', { key: owner.key }))).toEqual([]);
    }
  });

  it('holds its image for as long as it shows it', async () => {
    const brand = await mintAccount();
    const image = await mintFile(brand.id, 'product_image', { type: 'image/png' });
    const made = (await create(brand, { title: 'Shoe', image })).body.data;
    expect(made.image.url).toContain(`/files/${image}?`);
    expect(await holdsOf(image)).toBe(1);
    expect((await patch(brand, made.id, { image: null })).body.data.image).toBeNull();
    expect(await holdsOf(image)).toBe(0);
    const foreign = await mintFile((await mintAccount()).id, 'product_image', { type: 'image/png' });
    const refused = await patch(brand, made.id, { image: foreign });
    expect(refused.body.error.details.reason).toBe('file_not_found');
  });
});

describe('the access code of a product', () => {
  const CODE = 'SECRET-4711';
  const withCode = (owner: Minted, id: string) =>
    call('GET', `/v1/products/${id}?expand=accessCode`, { key: owner.readKey });

  it('is shown by expand alone, and stored nowhere in the clear', async () => {
    const brand = await mintAccount();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { title: 'Shoe', accessCode: CODE };
    const made = await call('POST', '/v1/products', { key: brand.key, body, headers });
    const { id } = made.body.data;
    const answers = [
      made,
      await patch(brand, id, { title: 'Boot' }),
      await call('GET', `/v1/products/${id}`, { key: brand.key }),
      await call('GET', '/v1/products', { key: brand.key }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toMatch(/SECRET|accessCode/);
    expect((await withCode(brand, id)).body.data).toMatchObject({ title: 'Boot', accessCode: CODE });
    expect(await stored()).toContain(id);
    expect(await stored()).not.toContain(CODE);
    await patch(brand, id, { accessCode: null });
    expect((await withCode(brand, id)).body.data.accessCode).toBeNull();
    expect((await call('GET', '/v1/products?expand=accessCode', { key: brand.key })).status).toBe(400);
  });

  it('opens only as that of its own product', async () => {
    const brand = await mintAccount();
    const [one, other] = [
      (await create(brand, { title: 'One', accessCode: CODE })).body.data.id,
      (await create(brand, { title: 'Other' })).body.data.id,
    ];
    await testEnv.DB.prepare(
      'UPDATE products SET access_code = (SELECT access_code FROM products WHERE id = ?1) WHERE id = ?2',
    )
      .bind(one, other)
      .run();
    expect((await withCode(brand, other)).status).toBe(503);
  });

  it('keeps who read it and when, for 13 months', async () => {
    const [brand, stranger] = [await mintAccount(), await mintAccount()];
    const { id } = (await create(brand, { title: 'Shoe', accessCode: CODE })).body.data;
    const readings = async () =>
      (
        await testEnv.DB.prepare('SELECT caller_id, times FROM product_code_readings WHERE product_id = ?1')
          .bind(id)
          .all<{ caller_id: string; times: number }>()
      ).results;
    expect((await withCode(stranger, id)).status).toBe(404);
    await call('GET', `/v1/products/${id}`, { key: brand.key });
    expect(await readings()).toEqual([]);
    await call('GET', `/v1/products/${id}?expand=accessCode`, { key: brand.key });
    expect(await readings()).toEqual([{ caller_id: brand.keyId, times: 1 }]);
    await call('GET', `/v1/products/${id}?expand=accessCode`, { key: brand.key });
    await withCode(brand, id);
    expect((await readings()).map(({ times }) => times).sort()).toEqual([1, 2]);
    await pruneCodeReadings(systemCtx(clock.now() + 390 * DAY_MS));
    expect(await readings()).toHaveLength(2);
    await pruneCodeReadings(systemCtx(clock.now() + 400 * DAY_MS));
    expect(await readings()).toEqual([]);
  });
});
