// The file of all products: cut anywhere, broken anywhere, from another address. What cannot be read stops no other.
import { afterEach, expect, it, vi } from 'vitest';
import { shopifyAdapter as shopify } from '../../src/integrations/shopify/adapter.ts';
import type { ListedPage } from '../../src/integrations/shops/platform.ts';
import { shopErrorOf } from '../harness/shops/shopify.ts';

afterEach(() => vi.unstubAllGlobals());

const FILE = 'https://storage.example/list.jsonl?Signature=x';
const session = { site: { at: { api: 'https://one.myshopify.com' } } } as never;
const bytes = (text: string) => new TextEncoder().encode(text);

const productLine = (n: number, more: object = {}) => ({
  ...{ id: `gid://shopify/Product/${n}`, title: `Shoe ${n} 👟`, descriptionHtml: '<p>Light &amp; wet</p>' },
  ...{ status: 'ACTIVE', publishedAt: '2026-08-01T00:00:00Z', updatedAt: '2026-08-02T00:00:00Z' },
  onlineStoreUrl: `https://shop.example/products/${n}`,
  priceRangeV2: { minVariantPrice: { amount: '129.0', currencyCode: 'USD' } },
  featuredMedia: { preview: { image: { url: `https://cdn.shopify.com/${n}.png` } } },
  ...more,
});
const variantLine = (n: number, parent: number, more: object = {}) => ({
  ...{ id: `gid://shopify/ProductVariant/${n}`, title: `EU ${n}`, price: '129.00', position: 1 },
  __parentId: `gid://shopify/Product/${parent}`,
  ...more,
});
const lines = (...all: unknown[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('');

interface Served {
  /** What each piece that arrives is long. */
  piece?: number;
  status?: number;
  headers?: Record<string, string>;
  /** How much of it arrives. */
  until?: number;
}
let asked: { url: string; init: RequestInit }[] = [];
let sent = 0;

/** The file as its address gives it. */
function serve(
  file: Uint8Array,
  { piece = 65_536, status = 206, headers, until = file.length }: Served = {},
) {
  [asked, sent] = [[], 0];
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    asked.push({ url: String(url), init });
    let at = Number(/^bytes=(\d+)-$/.exec(new Headers(init.headers).get('range') ?? '')![1]);
    const range = `bytes ${at}-${file.length - 1}/${file.length}`;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= until) return controller.close();
        const next = file.slice(at, Math.min(until, at + piece));
        at += next.length;
        sent += next.length;
        controller.enqueue(next);
      },
    });
    return new Response(status === 206 ? body : null, {
      status,
      headers: headers ?? { 'Content-Range': range },
    });
  });
}

async function read(from = 0): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for await (const page of shopify.listPages(session, FILE, { from, currency: 'usd' })) pages.push(page);
  return pages;
}
const readOf = async (text: string) => {
  serve(bytes(text));
  const [page, ...more] = await read();
  expect([page!.isLast, more]).toEqual([true, []]);
  return page!;
};

it('is the same in pages however it arrives, and goes on at the end of each', async () => {
  const wide = { descriptionHtml: `<p>${'läuft '.repeat(400)}</p>` };
  const file = bytes(
    lines(
      ...Array.from({ length: 600 }, (_, n) => [
        productLine(n + 1, wide),
        variantLine(n + 1, 600 - n),
      ]).flat(),
    ),
  );
  const all = (pages: ListedPage[]) => ({
    products: pages.flatMap(({ products }) => products),
    variants: pages.flatMap(({ variants }) => variants),
  });
  serve(file);
  const whole = await read();
  expect(whole.length).toBeGreaterThan(2);
  expect(whole.flatMap(({ listed }) => listed)).toHaveLength(600);
  expect(whole.flatMap(({ kept }) => kept)).toHaveLength(600);
  expect(whole.map(({ isLast }) => isLast)).toEqual([...whole.slice(1).map(() => false), true]);
  for (const piece of [1009, 700_001]) {
    serve(file, { piece });
    expect(all(await read())).toEqual(all(whole));
  }
  serve(file);
  const rest = await read(whole[0]!.next);
  expect(all([whole[0]!, ...rest])).toEqual(all(whole));
  expect(asked[0]!.init.redirect).toBe('manual');
  expect(Object.keys(asked[0]!.init.headers!)).toEqual(['Range']);
  // The last line may have no end.
  serve(file.slice(0, -1));
  expect(all(await read())).toEqual(all(whole));
});

it('that ends too early, or in the middle of a line, has no last page', async () => {
  const file = bytes(lines(productLine(1), productLine(2), variantLine(3, 1)));
  for (let until = 0; until < file.length; until += 37) {
    serve(file, { until });
    expect((await shopErrorOf(read())).kind, `${until}`).toBe('transient');
  }
});

it('of any odd line is read to its end, and that line counts as listed', async () => {
  const odd = [null, 0, -1, 1.5, '', 'x', '👟\u0000\ud800', 'x'.repeat(3000), true, [], [[]], {}, { a: {} }];
  for (const [line, where] of [
    [productLine(1), 'listed'],
    [variantLine(1, 2), 'kept'],
  ] as const)
    for (const field of Object.keys(line).filter((name) => !['id', '__parentId'].includes(name)))
      for (const value of [...odd, undefined]) {
        const page = await readOf(lines(productLine(8), { ...line, [field]: value }, variantLine(9, 8)));
        expect(page[where], field).toContain('1');
        expect([page.products[0]?.id, page.variants.at(-1)?.id], field).toEqual(['8', '9']);
        for (const { title, description, price, url, image } of page.products) {
          expect(title).toMatch(/^[^\p{C}]{1,255}$/u);
          expect((description ?? '').length).toBeLessThanOrEqual(10_000);
          expect(price === null || (Number.isInteger(price) && price >= 0)).toBe(true);
          for (const link of [url, image]) expect(link ?? 'https://').toMatch(/^https:\/\//);
        }
      }
  const nested = { preview: { image: { url: 'http://insecure.example/a.png' } } };
  expect((await readOf(lines(productLine(1, { featuredMedia: nested })))).products[0]).toMatchObject({
    id: '1',
    image: null,
  });
});

it('keeps whole what people see as one character, in titles and descriptions, also where they are cut', async () => {
  const [astronaut, family, flag] = ['👩🏽‍🚀', '👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'];
  const seen = `${astronaut} ${family} ${flag} می‌خواهم`;
  const html = `<p>${seen}</p><p>a\u200bb\u0007c</p>`;
  const [one] = (
    await readOf(lines(productLine(1, { title: `${seen}\u200d\u202e!`, descriptionHtml: html })))
  ).products;
  expect(one).toMatchObject({ title: `${seen} !`, description: `${seen}\na b c` });
  // An emoji of 11 units ends one behind the longest title, and its parts would be other emoji.
  const title = `${'x'.repeat(245)}${family}`;
  const [cut] = (await readOf(lines(productLine(1, { title })))).products;
  expect(cut!.title).toBe('x'.repeat(245));
  const whole = `${'x'.repeat(244)}${family}`;
  const [kept] = (await readOf(lines(productLine(1, { title: `${whole}x` })))).products;
  expect(kept!.title).toBe(whole);
  // A letter under more accents than a title may be long is no reason for an empty one.
  const odd = (await readOf(lines(productLine(1, { title: `a${'\u0301'.repeat(900)}` })))).products[0]!;
  expect([...odd.title].length).toBe(255);
});

it('with a line that is no product and no variant is not read, since nobody knows what it lacks', async () => {
  const strange: unknown[] = [null, 1, 'x', [], {}, { id: 1 }, { id: 'gid://shopify/Product/0' }];
  strange.push({ id: 'gid://shopify/Order/1' }, { id: `gid://shopify/Product/${'9'.repeat(20)}` });
  strange.push({ ...variantLine(1, 1), __parentId: undefined }, { ...variantLine(1, 1), __parentId: 'x' });
  for (const one of strange) {
    serve(bytes(lines(productLine(1), one)));
    expect((await shopErrorOf(read())).kind, JSON.stringify(one)).toBe('unreadable');
  }
  for (const text of ['{', '<html>', `${lines(productLine(1))}{"id":`, '\u0000']) {
    serve(bytes(text));
    expect((await shopErrorOf(read())).kind, text).toBe('unreadable');
  }
});

it('with a line that has no end is given up soon', async () => {
  serve(bytes('x'.repeat(20_000_000)));
  expect((await shopErrorOf(read())).kind).toBe('unreadable');
  expect(sent).toBeLessThan(6_000_000);
});

it('is taken from no other place than the one that was asked for', async () => {
  const file = bytes(lines(productLine(1)));
  const total = file.length;
  for (const [served, kind] of [
    [{ status: 302, headers: { Location: 'http://127.0.0.1/' } }, 'unreadable'],
    [{ status: 200 }, 'unreadable'],
    [{ headers: {} }, 'unreadable'],
    [{ headers: { 'Content-Range': `bytes 1-${total - 1}/${total}` } }, 'unreadable'],
    [{ headers: { 'Content-Range': `bytes 0-${total - 1}/*` } }, 'unreadable'],
    [{ status: 403 }, 'transient'],
    [{ status: 416 }, 'transient'],
    [{ status: 503 }, 'transient'],
  ] as const) {
    serve(file, served);
    expect((await shopErrorOf(read())).kind, JSON.stringify(served)).toBe(kind);
  }
  for (const address of ['http://storage.example/a', 'file:///etc/passwd', 'data:,x', '//x', '']) {
    serve(file);
    const pages = shopify.listPages(session, address, { from: 0, currency: 'usd' });
    expect((await shopErrorOf(pages.next())).kind, address).toBe('unreadable');
    expect(asked).toEqual([]);
  }
});
