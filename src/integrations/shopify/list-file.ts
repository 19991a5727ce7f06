// Reads the file of all products from any byte on, one list page after another. Children come anywhere in it, far from
// their parents or before them, and name the parent.
import * as z from 'zod';
import { MINUTE_MS } from '../../kit/time.ts';
import type { ListedPage, ShopSession } from '../shops/platform.ts';
import { isGid, numberOf } from './gid.ts';
import { SHOPIFY } from './outcome.ts';
import { Product, productOf, Variant, variantOf } from './products.ts';

/** The bytes of a page. */
const PAGE_BYTES = 512 * 1024;
/** More than a product's line can have: Shopify takes descriptions of half a MiB. */
const LONGEST_LINE = 4 * 1024 * 1024;
/** How long the file may send nothing. */
const SILENCE_MS = MINUTE_MS / 2;
const NEWLINE = 10;

interface Place {
  /** The byte to begin at, where a line begins. */
  from: number;
  currency: string;
}

/** Throws transient where the file ends too early, so that what is missing in it is not taken for deleted. */
export async function* listPages(
  { site, onAsk }: Pick<ShopSession, 'site' | 'onAsk'>,
  file: string,
  { from, currency }: Place,
): AsyncGenerator<ListedPage> {
  onAsk?.();
  const deadline = new AbortController();
  const { body, total } = await opened(urlOf(file, site.at.api), from, deadline.signal);
  const chunks = body.values();
  let [at, read] = [from, from];
  let held: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await withinSilence(chunks.next(), deadline);
      if (!done) {
        held.push(value);
        size += value.byteLength;
        read += value.byteLength;
        if (size < PAGE_BYTES) continue;
      }
      if (done && read !== total) throw SHOPIFY.error('transient');
      const bytes = joined(held, size);
      const end = done ? size : bytes.lastIndexOf(NEWLINE) + 1;
      if (end > 0 || done) {
        at += end;
        yield { ...pageOf(bytes.subarray(0, end), currency), next: at, isLast: at === total };
        if (done || at === total) return;
        held = [bytes.slice(end)];
        size -= end;
      } else {
        if (size > LONGEST_LINE) throw SHOPIFY.error('unreadable');
        held = [bytes];
      }
    }
  } finally {
    deadline.abort();
    await chunks.return?.().catch(() => undefined);
  }
}

/** No token is sent along: the address is signed. */
async function opened(
  url: URL,
  from: number,
  signal: AbortSignal,
): Promise<{ body: ReadableStream<Uint8Array>; total: number }> {
  const init = { headers: { Range: `bytes=${from}-` }, redirect: 'manual', signal } as const;
  const response = await fetch(url, init).catch(() => null);
  if (response === null || response.status >= 500) throw SHOPIFY.error('transient');
  const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(response.headers.get('content-range') ?? '');
  if (response.status !== 206 || !response.body || Number(range?.[1]) !== from) {
    await response.body?.cancel();
    // An address that has ended is asked for again.
    throw SHOPIFY.error(response.status >= 400 ? 'transient' : 'unreadable');
  }
  return { body: response.body, total: Number(range![2]) };
}

/** Files lie at the platform's store; only one that is reached without encryption itself names others so. */
function urlOf(file: string, api: string): URL {
  const url = URL.canParse(file) ? new URL(file) : null;
  if (url === null || (url.protocol !== 'https:' && !api.startsWith('http://')))
    throw SHOPIFY.error('unreadable');
  return url;
}

async function withinSilence<T>(reading: Promise<T>, deadline: AbortController): Promise<T> {
  const timer = setTimeout(() => deadline.abort(), SILENCE_MS);
  try {
    return await reading;
  } catch {
    throw SHOPIFY.error('transient');
  } finally {
    clearTimeout(timer);
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

const isProduct = isGid('Product');
const isVariant = isGid('ProductVariant');
const Line = z.looseObject({ id: z.string().max(100), __parentId: z.string().max(100).optional() });

/** A product or variant that cannot be read counts as listed and changes nothing, so that it stops no other. */
function pageOf(bytes: Uint8Array, currency: string): Omit<ListedPage, 'next' | 'isLast'> {
  const page: Omit<ListedPage, 'next' | 'isLast'> = { products: [], variants: [], listed: [], kept: [] };
  for (const text of new TextDecoder().decode(bytes).split('\n')) {
    if (text === '') continue;
    const line = Line.safeParse(parsed(text));
    if (!line.success) throw SHOPIFY.error('unreadable');
    const { id, __parentId: parent } = line.data;
    if (isProduct(id)) {
      page.listed.push(numberOf(id));
      const product = Product.safeParse(line.data);
      if (product.success) page.products.push(productOf(product.data));
    } else if (isVariant(id) && parent !== undefined && isProduct(parent)) {
      page.kept.push(numberOf(id));
      const variant = Variant.safeParse(line.data);
      if (variant.success)
        page.variants.push({ ...variantOf(variant.data, currency), product: numberOf(parent) });
    } else throw SHOPIFY.error('unreadable');
  }
  return page;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
