// Products and variants that can be asked for.

import type { Call, Root, Roots } from './call.ts';
import { type FoundVariant, productOf, productsOf, variantOf } from './catalogue.ts';
import { connection, type Listed, matching, type Paging, type Terms } from './lists.ts';
import { productView, variantView } from './product-view.ts';
import type { Fields } from './wire.ts';
import { gid, legacy, type Node, type World } from './world.ts';

export const PRODUCT_TERMS: Terms<Node> = {
  id: (one) => Number(legacy(one.id)),
  title: (one) => one.title,
  handle: (one) => one.handle,
  vendor: (one) => one.vendor,
  tag: (one) => one.tags,
  status: (one) => one.status,
  product_type: (one) => one.productType,
  created_at: (one) => one.createdAt,
  updated_at: (one) => one.updatedAt,
  published_status: (one) => (one.published ? ['any', 'published'] : ['any', 'unpublished']),
};

const PRODUCT_KEYS: Record<string, (one: Node) => string | number> = {
  ID: (one) => Number(legacy(one.id)),
  TITLE: (one) => one.title,
  VENDOR: (one) => one.vendor,
  CREATED_AT: (one) => one.createdAt,
  UPDATED_AT: (one) => one.updatedAt,
};

const VARIANT_TERMS: Terms<FoundVariant> = {
  id: ({ variant }) => variant.number,
  sku: ({ variant }) => variant.sku ?? '',
  title: ({ variant }) => variant.title,
  product_id: ({ product }) => Number(legacy(product.id)),
  product_status: ({ product }) => product.status,
  vendor: ({ product }) => product.vendor,
  inventory_quantity: ({ variant }) => variant.stock,
  updated_at: ({ product }) => product.updatedAt,
};

const VARIANT_KEYS: Record<string, (one: FoundVariant) => string | number> = {
  ID: ({ variant }) => variant.number,
  SKU: ({ variant }) => variant.sku ?? '',
  TITLE: ({ variant }) => variant.title,
  INVENTORY_QUANTITY: ({ variant }) => variant.stock,
};

function* variantsOf(world: World): Generator<FoundVariant> {
  for (const product of productsOf(world)) for (const variant of product.variants) yield { product, variant };
}

export function readProduct(id: unknown, { world }: Call): Fields | null {
  const product = productOf(world, id);
  return product && productView(product, world);
}

export function readVariant(id: unknown, { world }: Call): Fields | null {
  const found = variantOf(world, String(id));
  return found && variantView(found.variant, found.product, world);
}

interface Kind<T> {
  path: string;
  all: (world: World) => Iterable<T>;
  terms: Terms<T>;
  keys: Record<string, (one: T) => string | number>;
  idOf: (one: T) => string;
  read: (id: unknown, call: Call) => Fields | null;
}

/** Only IDs and what they are sorted by are held of a big catalogue, and the things of one page. */
function listOf<T>({ path, all, terms, keys, idOf, read }: Kind<T>): Root {
  return (args, call) => {
    const key = keys[args.sortKey ?? 'ID'];
    if (!key) throw new Error(`The simulator does not sort ${path} by ${args.sortKey}`);
    const matches = matching(args.query, terms, call, path);
    const listed: Listed[] = [];
    for (const one of all(call.world)) if (matches(one)) listed.push({ id: idOf(one), key: key(one) });
    return connection(listed, args as Paging, ({ id }) => read(id, call));
  };
}

function countOf<T>({ path, all, terms }: Kind<T>): Root {
  return (args, call) => {
    const matches = matching(args.query, terms, call, path);
    const most: number = args.limit ?? 10_000;
    let count = 0;
    for (const one of all(call.world)) if (matches(one) && ++count >= most) break;
    return { count, precision: count >= most ? 'AT_LEAST' : 'EXACT' };
  };
}

const PRODUCTS: Kind<Node> = {
  ...{ path: 'products', all: productsOf, terms: PRODUCT_TERMS, keys: PRODUCT_KEYS, read: readProduct },
  idOf: ({ id }) => id,
};

const VARIANTS: Kind<FoundVariant> = {
  ...{ path: 'productVariants', all: variantsOf, terms: VARIANT_TERMS, keys: VARIANT_KEYS },
  ...{ read: readVariant, idOf: ({ variant }) => gid('ProductVariant', variant.number) },
};

export const PRODUCT_ROOTS: Roots = {
  QueryRoot: {
    product: ({ id }, call) => readProduct(id, call),
    productVariant: ({ id }, call) => readVariant(id, call),
    products: listOf(PRODUCTS),
    productsCount: countOf(PRODUCTS),
    productVariants: listOf(VARIANTS),
    productVariantsCount: countOf(VARIANTS),
  },
};
