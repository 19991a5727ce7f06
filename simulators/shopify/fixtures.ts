// What every shop begins with: some products, one of each status.
import type { ShopFixture } from './world.ts';

const CREATED = '2026-01-05T09:00:00Z';

interface Piece {
  number: number;
  title: string;
  price: number;
  status?: string;
  variants?: string[];
  giftCard?: boolean;
  stock?: number;
  published?: boolean;
}

/** Money is in the currency's minor unit here and in all that is stored. */
const product = ({ number, title, price, variants = ['Default Title'], ...more }: Piece): ShopFixture => ({
  kind: 'product',
  parent: '',
  node: {
    id: `gid://shopify/Product/${number}`,
    title,
    handle: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    descriptionHtml: `<p>${title}, <strong>roasted</strong> by hand.</p>`,
    vendor: 'Northwind Coffee',
    productType: more.giftCard ? 'Gift Card' : 'Coffee',
    tags: ['coffee'],
    status: more.status ?? 'ACTIVE',
    published: more.published ?? true,
    giftCard: more.giftCard ?? false,
    image: `https://cdn.shop.example/${number}.png`,
    createdAt: CREATED,
    updatedAt: CREATED,
    variants: variants.map((name, at) => ({
      number: number * 10 + at + 1,
      title: name,
      sku: `NW-${number}-${at + 1}`,
      price: price + at * 200,
      compareAt: null,
      stock: more.stock ?? 100,
      policy: 'DENY',
    })),
  },
});

export const FIXTURES: readonly ShopFixture[] = [
  product({ number: 7001, title: 'Morning Roast', price: 1800, variants: ['250 g', '500 g', '1 kg'] }),
  product({ number: 7002, title: 'Night Roast', price: 2000 }),
  product({ number: 7003, title: 'Sold Out Roast', price: 2100, stock: 0 }),
  product({ number: 7004, title: 'Gift Card', price: 5000, giftCard: true }),
  product({ number: 7005, title: 'Draft Roast', price: 900, status: 'DRAFT', published: false }),
  product({ number: 7006, title: 'Old Roast', price: 900, status: 'ARCHIVED' }),
  product({ number: 7007, title: 'Secret Roast', price: 2500, status: 'UNLISTED' }),
  product({ number: 7008, title: 'Wholesale Roast', price: 9000, published: false }),
];
