// The shop's products: those that are stored, and as many more as a test asks for, which are made up whenever they are needed.
import { announce } from './deliveries.ts';
import { productPayload } from './product-payload.ts';
import type { Fields } from './wire.ts';
import { gid, legacy, type Node, numberIn, type World } from './world.ts';

/** Products that nobody stored: `products` of them, with so many `variants` each, all of one moment. */
export interface Generated {
  products: number;
  variants: number;
  at: string;
}

const FIRST = 10_000_000;
const SIZES = ['S', 'M', 'L', 'XL'];
const NONE: Generated = { products: 0, variants: 1, at: '' };

export const generatedIn = (world: World): Generated => world.setting('catalogue', NONE);

/** @param n from 0 on. Of a hundred, one is a draft, one is archived and one is not published. */
export function generated(n: number, { variants, at }: Generated): Node {
  const number = FIRST + n;
  const kind = n % 100;
  return {
    id: gid('Product', number),
    title: `Roast ${n}`,
    handle: `roast-${n}`,
    descriptionHtml: `<p>Roast number ${n} &amp; <em>more</em>.</p>`,
    vendor: `Vendor ${n % 50}`,
    productType: 'Coffee',
    tags: ['coffee', `batch-${n % 10}`],
    status: kind === 7 ? 'DRAFT' : kind === 8 ? 'ARCHIVED' : 'ACTIVE',
    published: kind !== 7 && kind !== 9,
    giftCard: false,
    image: `https://cdn.shop.example/${number}.png`,
    createdAt: at,
    updatedAt: at,
    variants: Array.from({ length: variants }, (_, place) => ({
      number: number * 10 + place + 1,
      title: variants === 1 ? 'Default Title' : (SIZES[place] ?? `Size ${place}`),
      sku: `R-${n}-${place + 1}`,
      price: 900 + (n % 90) * 100 + place * 200,
      compareAt: null,
      stock: n % 40,
      policy: 'DENY',
    })),
  };
}

/** Which of the generated products has this number; null where none has. */
function placeOf(number: number | null, { products }: Generated): number | null {
  const place = (number ?? 0) - FIRST;
  return place >= 0 && place < products ? place : null;
}

export function productOf(world: World, id: unknown): Node | null {
  const found = world.get('product', id);
  if (found) return found._deleted ? null : found;
  const made = generatedIn(world);
  const place = placeOf(numberIn('Product', id), made);
  return place === null ? null : generated(place, made);
}

export const storedProducts = (world: World): Node[] =>
  world.all('product').filter((product) => !product._deleted);

/** All products: the stored ones, newest first, then those that are made up and that nobody changed. */
export function* productsOf(world: World): Generator<Node> {
  const stored = world.all('product');
  for (const product of stored) if (!product._deleted) yield product;
  const made = generatedIn(world);
  const ids = new Set(stored.map(({ id }) => id));
  for (let n = 0; n < made.products; n++) {
    const product = generated(n, made);
    if (!ids.has(product.id)) yield product;
  }
}

export interface FoundVariant {
  product: Node;
  variant: Fields;
}

/** By its whole ID or its number. */
export function variantOf(world: World, id: string): FoundVariant | null {
  const number = Number(legacy(id));
  const [row] = world.sql
    .exec<{ data: string }>(
      `SELECT n.data FROM nodes n, json_each(n.data, '$.variants') v
       WHERE n.kind = 'product' AND v.value ->> 'number' = ? LIMIT 1`,
      number,
    )
    .toArray();
  const stored = row && (JSON.parse(row.data) as Node);
  const product = stored ?? productOf(world, gid('Product', Math.floor(number / 10)));
  const variant = product?.variants.find((one: Fields) => one.number === number);
  return product && variant && !product._deleted ? { product, variant } : null;
}

/** Stores a product as it is now, with its new time, and tells who listens. */
export function saveProduct(world: World, product: Node): Node {
  const changed = { ...product, updatedAt: world.at() };
  const stored = world.find(product.id) ? world.save(changed) : world.add('product', '', changed);
  announce(world, 'PRODUCTS_UPDATE', productPayload(world, stored));
  return stored;
}

export function deleteProduct(world: World, product: Node): void {
  saveQuietly(world, { ...product, _deleted: true });
  announce(world, 'PRODUCTS_DELETE', { id: Number(legacy(product.id)) });
}

function saveQuietly(world: World, product: Node): void {
  if (world.find(product.id)) world.save(product);
  else world.add('product', '', product);
}

/** Puts back what came back, or takes `quantity` below nothing out: an update of the product as any other. */
export function moveStock(world: World, variant: string, quantity: number): void {
  const found = variantOf(world, variant);
  if (!found) return;
  found.variant.stock += quantity;
  saveProduct(world, found.product);
}
