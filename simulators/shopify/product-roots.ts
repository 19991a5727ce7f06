// Products that can be asked for.
import { productOf, productsOf, variantOf } from './catalogue.ts';
import type { Call } from './graphql.ts';
import { connection, type Paging, search, type Terms } from './lists.ts';
import { productView, variantView } from './product-view.ts';
import type { Roots } from './roots.ts';
import type { Fields } from './wire.ts';
import { legacy, type Node } from './world.ts';

const TERMS: Terms<Node> = {
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

const KEYS: Record<string, (one: Node) => string | number> = {
  ID: (one) => Number(legacy(one.id)),
  TITLE: (one) => one.title,
  VENDOR: (one) => one.vendor,
  CREATED_AT: (one) => one.createdAt,
  UPDATED_AT: (one) => one.updatedAt,
};

export function readProduct(id: unknown, { world }: Call): Fields | null {
  const product = productOf(world, id);
  return product && productView(product, world);
}

export function readVariant(id: unknown, { world }: Call): Fields | null {
  const found = variantOf(world, String(id));
  return found && variantView(found.variant, found.product, world);
}

const products = ({ query }: Fields, call: Call) =>
  search([...productsOf(call.world)], query, TERMS, call, 'products');

export const PRODUCT_ROOTS: Roots = {
  QueryRoot: {
    product: ({ id }, call) => readProduct(id, call),
    productVariant: ({ id }, call) => readVariant(id, call),
    products(args, call) {
      const key = KEYS[args.sortKey ?? 'ID'];
      if (!key) throw new Error(`The simulator does not sort products by ${args.sortKey}`);
      const listed = products(args, call).map((one) => ({ id: one.id, key: key(one), one }));
      return connection(listed, args as Paging, ({ one }) => productView(one, call.world));
    },
    productsCount: (args, call) => ({ count: products(args, call).length, precision: 'EXACT' }),
  },
};
