// Reads products and their variants by their numbers.
import * as z from 'zod';
import { cutText } from '../../kit/cut-text.ts';
import { htmlText } from '../../kit/html-text.ts';
import { isCurrency } from '../../kit/iso-4217.ts';
import { withoutInvisible } from '../../kit/one-line.ts';
import { fromDecimal } from '../provider/decimal.ts';
import { MOST_LISTED, readList } from '../provider/read-list.ts';
import type { ShopProduct, ShopSession, ShopVariant, WholeProduct } from '../shops/platform.ts';
import { Moment, NextPage, read } from './client.ts';
import { Gid, gidOf, inOrder, numberOf } from './gid.ts';
import { SHOPIFY } from './outcome.ts';
import { patient } from './patient.ts';

/** So many products with so many variants each cost at most 1,000 points, which is the limit of a query. */
export const PRODUCTS_AT_ONCE = 40;

/** The fields of a product that are read, without its variants. */
export const PRODUCT = `id title descriptionHtml status publishedAt updatedAt onlineStoreUrl
  priceRangeV2 { minVariantPrice { amount currencyCode } }
  featuredMedia { preview { image { url } } }`;
export const VARIANT = `id title price position`;

const PRODUCTS = `query Products($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Product {
      ${PRODUCT}
      variants(first: 10) {
        nodes { ${VARIANT} }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;
const VARIANTS = `query Variants($id: ID!, $after: String!) {
  product(id: $id) {
    updatedAt
    variants(first: 250, after: $after) {
      nodes { ${VARIANT} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const LONGEST_TITLE = 255;
const LONGEST_TEXT = 10_000;
const LONGEST_URL = 2000;
/** Shopify's own limit is 2,048. */
export const MOST_VARIANTS = 2048;

/** A link that can be shown to others. What merchants or apps wrote otherwise is left out. */
const link = z
  .string()
  .max(LONGEST_URL)
  .refine((url) => URL.canParse(url) && isPublic(new URL(url)))
  .nullish()
  .catch(null);
const isPublic = ({ protocol, username, password }: URL) =>
  protocol === 'https:' && username === '' && password === '';

export const Product = z.object({
  id: Gid('Product'),
  title: z.string(),
  descriptionHtml: z.string(),
  status: z.string(),
  publishedAt: z.string().nullable(),
  updatedAt: Moment,
  onlineStoreUrl: link,
  priceRangeV2: z.object({
    minVariantPrice: z.object({
      amount: z.string().max(40),
      currencyCode: z.string().toLowerCase().refine(isCurrency),
    }),
  }),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: link }).nullish() }).nullish() })
    .nullish()
    .catch(null),
});
export const Variant = z.object({
  id: Gid('ProductVariant'),
  title: z.string(),
  price: z.string().max(40),
  position: z.number().int().nonnegative(),
});
const Variants = z.object({ nodes: z.array(Variant), pageInfo: NextPage });
const Whole = Product.extend({ variants: Variants });
type Whole = z.output<typeof Whole>;
const Products = z.object({ nodes: z.array(Whole.nullable()) });
const More = z.object({ product: z.object({ updatedAt: Moment, variants: Variants }).nullable() });

/** A text of one line, as merchants may write anything. */
const line = (text: string) =>
  cutText(
    withoutInvisible(cutText(text, 4 * LONGEST_TITLE))
      .replace(/\s+/g, ' ')
      .trim(),
    LONGEST_TITLE,
  ).trimEnd();

export function productOf(read: z.output<typeof Product>): ShopProduct {
  const { amount, currencyCode: currency } = read.priceRangeV2.minVariantPrice;
  return {
    id: numberOf(read.id),
    title: line(read.title) || numberOf(read.id),
    description: htmlText(read.descriptionHtml, LONGEST_TEXT) || null,
    url: read.onlineStoreUrl ?? null,
    image: read.featuredMedia?.preview?.image?.url ?? null,
    price: fromDecimal(amount, currency),
    currency,
    isActive: read.status === 'ACTIVE' && read.publishedAt !== null,
    updatedAt: read.updatedAt,
  };
}

export const variantOf = (read: z.output<typeof Variant>, currency: string): ShopVariant => ({
  id: numberOf(read.id),
  title: line(read.title) || numberOf(read.id),
  price: fromDecimal(read.price, currency),
  position: read.position,
});

export async function products(session: ShopSession, ids: readonly string[]): Promise<WholeProduct[]> {
  if (ids.length > PRODUCTS_AT_ONCE)
    throw new RangeError(`At most ${PRODUCTS_AT_ONCE} products are read at once.`);
  if (ids.length === 0) return [];
  const gids = ids.map((id) => gidOf('Product', id, 'product'));
  const { nodes } = await read(session, { query: PRODUCTS, variables: { ids: gids } }, Products);
  const found: WholeProduct[] = [];
  for (const node of inOrder(gids, nodes)) {
    const variants = node && (await variantsOf(session, node));
    if (!variants) continue;
    const { currency, ...product } = productOf(node);
    found.push({ ...product, currency, variants: variants.map((one) => variantOf(one, currency)) });
  }
  return found;
}

/** All variants of a product; null if it was deleted meanwhile. Throws transient where it changed meanwhile. */
async function variantsOf(session: ShopSession, { id, updatedAt, variants }: Whole) {
  if (variants.pageInfo === null) return variants.nodes;
  const first = variants.pageInfo;
  let isGone = false;
  const asked = patient();
  const more = await readList(
    SHOPIFY,
    async (after: string | null) => {
      const query = { query: VARIANTS, variables: { id, after: after ?? first } };
      const { product } = await asked(() => read(session, query, More));
      isGone = product === null;
      if (product === null) return { items: [], next: null };
      if (product.updatedAt !== updatedAt) throw SHOPIFY.error('transient');
      return { items: product.variants.nodes, next: product.variants.pageInfo };
    },
    { most: MOST_LISTED },
  );
  return isGone ? null : [...variants.nodes, ...more].slice(0, MOST_VARIANTS);
}
