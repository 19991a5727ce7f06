// A product and its variants as GraphQL shows them.
import { inOrder, type Paging } from './lists.ts';
import { decimal, money } from './money.ts';
import type { Fields } from './wire.ts';
import { gid, legacy, type Node, type World } from './world.ts';

const imageView = (url: string, altText: string) => ({
  id: gid('ImageSource', 1),
  url,
  altText,
  width: 800,
  height: 800,
});

const mediaView = (product: Node) => ({
  __typename: 'MediaImage',
  id: gid('MediaImage', legacy(product.id)),
  alt: product.title,
  mediaContentType: 'IMAGE',
  mimeType: 'image/png',
  status: 'READY',
  createdAt: product.createdAt,
  updatedAt: product.updatedAt,
  image: imageView(product.image, product.title),
  preview: { status: 'READY', image: imageView(product.image, product.title) },
});

export const isListed = (product: Node) =>
  product.published && (product.status === 'ACTIVE' || product.status === 'UNLISTED');

export function variantView(variant: Fields, product: Node, world: World): Fields {
  const { currency } = world.owner();
  const price = (amount: number | null) => (amount === null ? null : money(amount, currency));
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.number),
    legacyResourceId: String(variant.number),
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    barcode: null,
    position: product.variants.indexOf(variant) + 1,
    price: price(variant.price),
    compareAtPrice: price(variant.compareAt),
    taxable: !product.giftCard,
    inventoryQuantity: variant.stock,
    inventoryPolicy: variant.policy,
    availableForSale: isListed(product) && (variant.stock > 0 || variant.policy === 'CONTINUE'),
    selectedOptions: [{ name: 'Title', value: variant.title }],
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    image: variant.image ? imageView(variant.image, variant.title) : null,
    media: (paging: Paging) => inOrder([], paging, () => null),
    product: () => productView(product, world),
  };
}

export function productView(product: Node, world: World): Fields {
  const { currency, domain } = world.owner();
  const variants: Fields[] = product.variants;
  const prices = variants.map(({ price }) => price as number);
  const amount = (of: number) => ({ amount: decimal(of, currency), currencyCode: currency });
  return {
    __typename: 'Product',
    id: product.id,
    legacyResourceId: legacy(product.id),
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    description: ({ truncateAt }: Fields) =>
      String(product.descriptionHtml)
        .replace(/<[^>]+>/g, '')
        .slice(0, truncateAt ?? undefined),
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    status: product.status,
    isGiftCard: product.giftCard,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    publishedAt: product.published ? product.createdAt : null,
    onlineStoreUrl: isListed(product) ? `https://${domain}/products/${product.handle}` : null,
    totalInventory: variants.reduce((sum, { stock }) => sum + stock, 0),
    tracksInventory: true,
    hasOnlyDefaultVariant: variants.length === 1 && variants[0]!.title === 'Default Title',
    options: ({ first }: Paging) =>
      [
        {
          id: gid('ProductOption', legacy(product.id)),
          name: 'Title',
          position: 1,
          values: variants.map(({ title }) => title),
        },
      ].slice(0, first ?? undefined),
    priceRangeV2: {
      minVariantPrice: amount(Math.min(...prices)),
      maxVariantPrice: amount(Math.max(...prices)),
    },
    featuredMedia: () => (product.image ? mediaView(product) : null),
    mediaCount: { count: product.image ? 1 : 0, precision: 'EXACT' },
    media: (paging: Paging) => inOrder(product.image ? [product] : [], paging, mediaView),
    variantsCount: { count: variants.length, precision: 'EXACT' },
    variants: (paging: Paging) => inOrder(variants, paging, (one) => variantView(one, product, world)),
  };
}
