// A shop for the bench, in its own process: one list of 100,000 products with 3 variants each, children behind all
// parents. Prints its port.
import { createServer } from 'node:http';

const [PRODUCTS, VARIANTS] = [100_000, 3];
const AT = '2026-11-01T00:00:00Z';

function* lines(): Generator<string> {
  for (let n = 0; n < PRODUCTS; n++)
    yield JSON.stringify({
      id: `gid://shopify/Product/${10_000_000 + n}`,
      title: `Roast ${n}`,
      descriptionHtml: `<p>Roast number ${n} &amp; <em>more</em>.</p>`,
      ...{
        status: 'ACTIVE',
        publishedAt: AT,
        updatedAt: AT,
        onlineStoreUrl: `https://shop.example/products/roast-${n}`,
      },
      priceRangeV2: { minVariantPrice: { amount: '9.00', currencyCode: 'USD' } },
      featuredMedia: { preview: { image: { url: `https://cdn.shop.example/${n}.png` } } },
    });
  for (let n = 0; n < PRODUCTS; n++)
    for (let place = 0; place < VARIANTS; place++)
      yield JSON.stringify({
        id: `gid://shopify/ProductVariant/${(10_000_000 + n) * 10 + place}`,
        ...{ title: `Size ${place}`, price: '9.00', position: place + 1 },
        __parentId: `gid://shopify/Product/${10_000_000 + n}`,
      });
}

const file = Buffer.from(`${[...lines()].join('\n')}\n`);
let begun = '';

function answer(query: string, variables: { query?: string }, url: string): object {
  const id = 'gid://shopify/BulkOperation/1';
  if (query.includes('bulkOperationRunQuery')) {
    begun = variables.query ?? '';
    return { bulkOperationRunQuery: { bulkOperation: { id }, userErrors: [] } };
  }
  if (query.includes('bulkOperations('))
    return {
      bulkOperations: {
        nodes:
          begun === ''
            ? []
            : [{ id, status: 'COMPLETED', query: begun, createdAt: new Date().toISOString() }],
      },
    };
  const counts = { objectCount: String(PRODUCTS * (1 + VARIANTS)), rootObjectCount: String(PRODUCTS) };
  return { bulkOperation: { status: 'COMPLETED', errorCode: null, url, ...counts } };
}

const server = createServer((request, response) => {
  const own = `http://127.0.0.1:${(server.address() as { port: number }).port}/file`;
  if (request.url === '/file') {
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(206, { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` });
    response.end(file.subarray(from));
    return;
  }
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { query, variables } = JSON.parse(body);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: answer(query, variables, own) }));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as { port: number }).port}\n`);
});
