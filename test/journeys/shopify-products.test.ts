// Products of the simulated shop: lists, webhooks, and bulk operations with their files.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { type Any, shopAt } from './support/shopify.ts';

const simulators = { url: inject('simulators') };

const DAY = 86_400_000;
/** `PRODUCTS=100000 npx vitest run --project journeys shopify-products` reads as many as a large shop has. */
const PRODUCTS = Number(process.env.PRODUCTS ?? 5_000);
const STORED = 8;
const STORED_VARIANTS = 10;

const ALL = `{ products { edges { node { id title status onlineStoreUrl updatedAt
  variants { edges { node { id sku price inventoryQuantity selectedOptions { name value } } } } } } } }`;

async function shop(scopes = ['read_products', 'read_orders']) {
  const app = shopAt(simulators.url, scopes);
  const token = await app.install();
  const client = app.api(token);
  const ask = async (query: string, variables = {}): Promise<Any> => {
    const { data, errors } = await client.request<Any>(query, { variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const run = async (query: string, more = ''): Promise<Any> =>
    (
      await ask(
        `mutation($query: String!) { bulkOperationRunQuery(query: $query ${more}) { bulkOperation { id status } userErrors { field message code } } }`,
        { query },
      )
    ).bulkOperationRunQuery;
  const operation = async (id: string): Promise<Any> =>
    (
      await ask(
        `query($id: ID!) { bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount fileSize url partialDataUrl type completedAt } }`,
        { id },
      )
    ).bulkOperation;
  /** Runs a query to its end. */
  const finished = async (query: string, more = ''): Promise<Any> => {
    const { bulkOperation, userErrors } = await run(query, more);
    expect(userErrors).toEqual([]);
    await app.sim('clock', { advance: 2000 });
    return await operation(bulkOperation.id);
  };
  return { ...app, token, ask, run, operation, finished };
}

const linesOf = (text: string): Any[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('products', () => {
  it('are listed, changed, taken off the shop and deleted, and webhooks say so', async () => {
    const { ask, sim } = await shop();
    await sim('settings', { deliveries: 'held' });
    for (const topic of ['PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE'])
      await ask(
        `mutation { webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: "https://service.example/w" }) { userErrors { message } } }`,
      );
    await sim('clock', { advance: 1000 });
    const made = await sim('products', {
      title: 'New Roast',
      variants: [{ title: 'S', price: '7.50', stock: 3 }, { title: 'L' }],
    });
    const { id, number, updatedAt } = made;
    const fields =
      'title status onlineStoreUrl publishedAt totalInventory priceRangeV2 { minVariantPrice { amount } }';
    const read = async () =>
      (await ask(`query($id: ID!) { product(id: $id) { ${fields} } }`, { id })).product;
    expect(await read()).toMatchObject({ title: 'New Roast', status: 'ACTIVE', totalInventory: 103 });
    const since = async () =>
      (await ask(
        `query($q: String) { products(first: 10, query: $q, sortKey: UPDATED_AT) { nodes { id } } productsCount(query: $q) { count } }`,
        {
          q: `updated_at:>='${updatedAt}'`,
        },
      )) as Any;
    expect((await since()).products.nodes).toEqual([{ id }]);
    await sim(`products/${number}/change`, { price: '9.00', published: false });
    expect(await read()).toMatchObject({
      ...{ onlineStoreUrl: null, publishedAt: null },
      priceRangeV2: { minVariantPrice: { amount: '9.0' } },
    });
    const variants = await ask(
      `{ productVariants(first: 5, query: "product_id:${number}") { nodes { id price product { title } } } productVariantsCount { count } }`,
    );
    expect(variants.productVariants.nodes.map(({ price }: Any) => price)).toEqual(['9.00', '10.00']);
    expect(variants.productVariantsCount.count).toBe(STORED_VARIANTS + 2);
    await sim(`products/${number}/delete`);
    expect(await read()).toBeNull();
    expect(await since()).toMatchObject({ products: { nodes: [] }, productsCount: { count: 0 } });
    const told = (await sim('take')).deliveries.map(({ topic, body }: Any) => [topic, JSON.parse(body)]);
    expect(told).toMatchObject([
      [
        'products/create',
        { admin_graphql_api_id: id, published_at: updatedAt, variants: [{ price: '7.50' }, {}] },
      ],
      ['products/update', { admin_graphql_api_id: id, published_at: null, status: 'active' }],
      ['products/delete', { id: Number(number) }],
    ]);
    expect(told[2][1]).toEqual({ id: Number(number) });
  });

  it('of a big catalogue come page by page, and one that is changed once', async () => {
    const { ask, sim } = await shop();
    await sim('catalogue', { products: 600, variants: 2 });
    await sim('clock', { advance: 1000 });
    await sim('products/10000005/change', { title: 'Changed Roast' });
    await sim('products/10000006/delete');
    const titles: string[] = [];
    for (let after: string | null = null; ; ) {
      const { products }: Any = await ask(
        `query($after: String) { products(first: 250, after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      titles.push(...products.nodes.map(({ title }: Any) => title));
      if (!products.pageInfo.hasNextPage) break;
      after = products.pageInfo.endCursor;
    }
    expect(titles).toHaveLength(600 + STORED - 1);
    expect(titles.filter((title) => title === 'Changed Roast')).toHaveLength(1);
    expect(titles).not.toContain('Roast 5');
    expect(titles).not.toContain('Roast 6');
    const { productVariant } = await ask(
      `{ productVariant(id: "gid://shopify/ProductVariant/100001002") { title product { title } } }`,
    );
    expect(productVariant).toEqual({ title: 'M', product: { title: 'Roast 100' } });
  });
});

describe('a bulk operation', () => {
  it('leaves a file with children far from their parents, and is told of when it ends', async () => {
    const { run, operation, ask, sim, client } = await shop();
    await sim('settings', { deliveries: 'held', bulkTakes: 60_000 });
    await ask(
      `mutation { webhookSubscriptionCreate(topic: BULK_OPERATIONS_FINISH, webhookSubscription: { uri: "https://service.example/w" }) { userErrors { message } } }`,
    );
    const { bulkOperation } = await run(ALL);
    expect(bulkOperation).toMatchObject({ status: 'CREATED' });
    const { id } = bulkOperation;
    await sim('clock', { advance: 30_000 });
    const half = await operation(id);
    expect(half).toMatchObject({ status: 'RUNNING', url: null, fileSize: null, completedAt: null });
    expect(Number(half.objectCount)).toBeGreaterThan(0);
    expect(Number(half.objectCount)).toBeLessThan(STORED + STORED_VARIANTS);
    expect((await sim('take')).deliveries).toEqual([]);
    await sim('clock', { advance: 31_000 });
    const [told] = (await sim('take')).deliveries;
    expect([told.topic, JSON.parse(told.body)]).toMatchObject([
      'bulk_operations/finish',
      { admin_graphql_api_id: id, status: 'completed', error_code: null, type: 'query' },
    ]);
    const done = await operation(id);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      objectCount: String(STORED + STORED_VARIANTS),
      rootObjectCount: String(STORED),
    });
    const file = await fetch(done.url);
    const text = await file.text();
    expect([file.status, String(text.length)]).toEqual([200, done.fileSize]);
    const lines = linesOf(text);
    expect(lines.map((line) => '__parentId' in line)).toEqual([
      ...Array(STORED).fill(false),
      ...Array(STORED_VARIANTS).fill(true),
    ]);
    expect(lines[0]).toEqual({
      ...{ id: 'gid://shopify/Product/7001', title: 'Morning Roast', status: 'ACTIVE' },
      ...{ onlineStoreUrl: expect.any(String), updatedAt: expect.any(String) },
    });
    const parents = new Set(lines.slice(0, STORED).map((line) => line.id));
    expect(lines.slice(STORED).every(({ __parentId }) => parents.has(__parentId))).toBe(true);
    const { currentBulkOperation, bulkOperations, node } = await ask(
      `query($id: ID!) { currentBulkOperation { id } bulkOperations(first: 5, query: "status:completed") { nodes { id } } node(id: $id) { ... on BulkOperation { status } } }`,
      { id },
    );
    expect([currentBulkOperation, bulkOperations.nodes, node]).toEqual([
      { id },
      [{ id }],
      { status: 'COMPLETED' },
    ]);
    expect(client).toHaveLength(32);
  });

  it('groups, or puts children first, where that is asked for', async () => {
    const { finished, sim } = await shop();
    const kinds = async (more = '') => {
      const { url } = await finished(ALL, more);
      return linesOf(await (await fetch(url)).text())
        .map((line) => ('__parentId' in line ? 'v' : 'P'))
        .join('');
    };
    expect(await kinds(', groupObjects: true')).toBe('PvvvPvPvPvPvPvPvPv');
    await sim('settings', { bulkLayout: 'early' });
    expect(await kinds()).toBe('vvvvvvvvvvPPPPPPPP');
  });

  it('is refused for queries that the platform does not run', async () => {
    const { run } = await shop();
    const wrong: [string, RegExp][] = [
      ['{ products { edges { node { colour } } } }', /Invalid bulk query/],
      ['{ products {', /Invalid bulk query/],
      ['mutation { appUninstall { userErrors { message } } }', /exactly one query/],
      ['query($q: String) { products(query: $q) { edges { node { id } } } }', /variables/],
      ['{ products { edges { node { id } } } orders { edges { node { id } } } }', /single top-level/],
      ['{ node(id: "gid://shopify/Product/7001") { id } }', /top-level field node/],
      ['{ shop { name } }', /at least one connection/],
      ['{ products { nodes { id } } }', /edges/],
      [
        '{ products { edges { node { title variants { edges { node { id } } } } } } }',
        /must select the 'id'/,
      ],
      [
        '{ products { edges { node { id variants { edges { node { id media { edges { node { id } } } } } } } } } }',
        /depth greater than 2/,
      ],
    ];
    for (const [query, message] of wrong) {
      const { bulkOperation, userErrors } = await run(query);
      expect(bulkOperation, query).toBeNull();
      expect(userErrors, query).toEqual([
        { field: ['query'], message: expect.stringMatching(message), code: 'INVALID' },
      ]);
    }
    const deep = `{ orders { edges { node { id refunds { id refundLineItems { edges { node { quantity } } } } } } } }`;
    expect((await run(deep)).userErrors[0].message).toMatch(/within a list field/);
  });

  it('runs beside four others at most, and can be canceled', async () => {
    const { run, sim, ask, operation } = await shop();
    await sim('settings', { bulkTakes: 60_000 });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await run(ALL)).bulkOperation.id);
    expect((await run(ALL)).userErrors).toMatchObject([{ code: 'LIMIT_REACHED' }]);
    const cancel = async (id: string) =>
      (
        await ask(
          `mutation($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { message } } }`,
          { id },
        )
      ).bulkOperationCancel;
    expect(await cancel(ids[0]!)).toEqual({ bulkOperation: { status: 'CANCELING' }, userErrors: [] });
    expect((await run(ALL)).userErrors).toMatchObject([{ code: 'LIMIT_REACHED' }]);
    await sim('clock', { advance: 1000 });
    expect(await operation(ids[0]!)).toMatchObject({ status: 'CANCELED', url: null });
    expect((await cancel(ids[0]!)).userErrors).toHaveLength(1);
    expect((await run(ALL)).userErrors).toEqual([]);
    await sim('settings', { bulkAtOnce: 1 });
    expect((await run(ALL)).userErrors).toMatchObject([{ code: 'OPERATION_IN_PROGRESS' }]);
  });

  it('fails halfway with what it had, and wholly without the scope', async () => {
    const { finished, sim } = await shop();
    await sim('catalogue', { products: 1200, variants: 2 });
    await sim('settings', { bulkFails: { times: 1, code: 'TIMEOUT', at: 0.5 } });
    const failed = await finished(ALL);
    expect(failed).toMatchObject({ status: 'FAILED', errorCode: 'TIMEOUT', url: null, fileSize: null });
    const part = await (await fetch(failed.partialDataUrl)).text();
    const whole = await (await fetch((await finished(ALL)).url)).text();
    expect(whole.startsWith(part)).toBe(true);
    expect(part.endsWith('\n')).toBe(true);
    expect(part.length / whole.length).toBeGreaterThan(0.49);
    expect(part.length / whole.length).toBeLessThan(0.5001);
    const blind = await shop(['read_orders']);
    expect(await blind.finished(ALL)).toMatchObject({
      status: 'FAILED',
      errorCode: 'ACCESS_DENIED',
      partialDataUrl: null,
    });
  });

  it('has a file that can be read from any byte on, after a connection that was cut, until its address ends', async () => {
    const { finished, sim, install, raw } = await shop();
    await sim('catalogue', { products: 1700, variants: 2 });
    const { id, url, fileSize } = await finished(ALL);
    const whole = await (await fetch(url)).text();
    expect(linesOf(whole)).toHaveLength(1700 * 3 + STORED + STORED_VARIANTS);
    const range = (value: string, more = {}) => fetch(url, { headers: { Range: value, ...more } });
    for (const from of [0, 1, 200_000, Number(fileSize) - 1]) {
      const rest = await range(`bytes=${from}-`);
      expect(rest.headers.get('content-range')).toBe(`bytes ${from}-${Number(fileSize) - 1}/${fileSize}`);
      expect([rest.status, (await rest.text()) === whole.slice(from)]).toEqual([206, true]);
    }
    expect(await (await range('bytes=1000-1099')).text()).toBe(whole.slice(1000, 1100));
    expect((await range(`bytes=${fileSize}-`)).status).toBe(416);
    expect((await range('bytes=5-', { 'If-Range': '"another"' })).status).toBe(200);
    // What is changed meanwhile changes no file.
    await sim('products/10000005/change', { title: 'Changed Roast' });
    await sim('products/7001/delete');
    await sim('faults', { kind: 'cut', path: 'GET bulk/', bytes: 300_000 });
    const cut = await fetch(url);
    let got = '';
    const reading = (async () => {
      for await (const piece of cut.body!) got += Buffer.from(piece).toString();
    })();
    await expect(reading).rejects.toThrow();
    expect(got.length).toBeLessThanOrEqual(300_000);
    const rest = await (await range(`bytes=${got.length}-`)).text();
    expect(got + rest === whole).toBe(true);
    expect((await fetch(url.replace(/Signature=./, 'Signature=x'))).status).toBe(403);
    await sim('clock', { advance: 7 * DAY });
    expect((await fetch(url)).status).toBe(400);
    const { data } = await raw(await install(), `{ bulkOperation(id: "${id}") { status url } }`);
    expect(data.bulkOperation).toEqual({ status: 'EXPIRED', url: null });
  });

  it('holds a big catalogue', async () => {
    const { finished, sim } = await shop();
    await sim('catalogue', { products: PRODUCTS, variants: 3 });
    const { url, objectCount } = await finished(ALL);
    const { body } = await fetch(url);
    let parents = 0;
    let children = 0;
    for await (const line of createInterface({ input: Readable.fromWeb(body as Any) }))
      if (line.includes('"__parentId"')) children++;
      else parents++;
    expect([parents, children]).toEqual([PRODUCTS + STORED, 3 * PRODUCTS + STORED_VARIANTS]);
    expect(objectCount).toBe(String(parents + children));
  }, 120_000);
});
