import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import {
  Cents,
  Currency,
  createdAt,
  currencyCode,
  id,
  ownId,
  singleLine,
  text,
  Version,
  webUrl,
} from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';

export const PRODUCT_STATUSES = ['active', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** Also the most of a shop's product that a list shows. */
export const MOST_VARIANTS = 100;

export const Product = z
  .object({
    id: ownId('product'),
    account: id('account').describe('Who sells it.'),
    source: z
      .enum(['manual', 'shopify'])
      .describe('manual: the account keeps it here itself. shopify: it follows the connected shop.'),
    title: z.string().describe('What people know it by.'),
    description: z.string().nullable().describe('Plain text.'),
    url: z.string().nullable().describe('Its page in the shop.'),
    image: Image.nullable().describe('A picture of it; null without one.'),
    price: z.int().nullable().describe('Cents of `currency`; null when it is not told.'),
    currency: currencyCode.nullable().describe('ISO 4217, in lower case. Of all its prices.'),
    variants: z
      .array(
        z.object({
          id: z
            .string()
            .describe(
              "The name that the account gave it, or the shop's number: no other variant of the product has it.",
            ),
          title: z.string().describe('What distinguishes it, such as its size.'),
          price: z.int().nullable().describe('Cents of `currency`; null for the price of the product.'),
        }),
      )
      .describe(
        "In the order of the account or shop. A manual product with only one kind has none. A list shows the first 100 of a shop's product, GET by ID all of them.",
      ),
    variantCount: z.int().describe('How many variants there are.'),
    status: z
      .enum(PRODUCT_STATUSES)
      .describe(
        "Creators see active ones only. A shop's product is active while everybody can buy it there.",
      ),
    archivedBy: z
      .enum(['account', 'shop'])
      .nullable()
      .describe(
        'Who archived it; null while it is active. `shop`: the shop does not sell it, so only the shop can make it active.',
      ),
    sampleable: z.boolean().describe('Whether creators may ask for a sample of it.'),
    accessCode: z
      .string()
      .nullable()
      .optional()
      .describe('Only with expand=accessCode; null where none is set. What a creator needs to use a sample.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Product' });
recordExample(Product, {
  id: 'prod_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  source: 'manual',
  title: 'Trail shoe',
  description: 'Light, and made for wet ground.',
  url: 'https://shop.example/trail-shoe',
  image: null,
  price: 12_900,
  currency: 'usd',
  variants: [
    { id: 'eu-41', title: 'EU 41', price: null },
    { id: 'eu-42', title: 'EU 42', price: null },
  ],
  variantCount: 2,
  status: 'active',
  archivedBy: null,
  sampleable: true,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Product = z.output<typeof Product>;
export type Variant = Product['variants'][number];

const VariantInput = z.object({
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
      'Must be 1 to 64 letters, digits, dots, hyphens or underscores.',
    )
    .describe('A name of your own for it, such as its SKU. Keep it: samples name it.'),
  title: singleLine(255).describe('What distinguishes it, such as its size.'),
  price: Cents.nullable().optional().describe('Cents of `currency`; the price of the product unless given.'),
});

const Variants = z
  .array(VariantInput)
  .max(MOST_VARIANTS)
  .superRefine((variants, context) => {
    const seen = new Set<string>();
    for (const [i, { id }] of variants.entries()) {
      if (seen.has(id))
        context.addIssue({
          code: 'custom',
          path: [i, 'id'],
          message: 'Another variant of this product has the same ID.',
          input: id,
        });
      seen.add(id);
    }
  });

const fields = {
  description: text(10_000).nullable().optional().describe('Plain text. Null for none.'),
  url: webUrl().nullable().optional().describe('Its page in the shop. Null for none.'),
  image: id('file').nullable().optional().describe('A ready image uploaded with purpose=product_image.'),
  price: Cents.nullable().optional().describe('Cents. Needs a currency. Null when it is not told.'),
  currency: Currency.nullable().optional().describe('ISO 4217, in either case. Of all its prices.'),
  variants: Variants.optional().describe(
    'The kinds that there are. They take the place of all that were there.',
  ),
  sampleable: z
    .boolean()
    .optional()
    .describe('Whether creators may ask for a sample of it: false unless given.'),
  accessCode: singleLine(200)
    .nullable()
    .optional()
    .describe('What a creator needs to use a sample. Kept encrypted. Null for none.'),
};

export const ProductCreate = z.object({
  title: singleLine(255).describe('What people know it by.'),
  ...fields,
});
bodyExample(ProductCreate, 'ProductCreate', {
  title: 'Trail shoe',
  price: 12_900,
  currency: 'usd',
  variants: [{ id: 'eu-42', title: 'EU 42' }],
  sampleable: true,
});

export const ProductUpdate = z.object({
  title: singleLine(255).optional().describe('What people know it by.'),
  ...fields,
  status: z
    .enum(PRODUCT_STATUSES)
    .optional()
    .describe('Creators no longer see an archived one. It can be made active again.'),
  version: Version.optional(),
});
bodyExample(ProductUpdate, 'ProductUpdate', { price: 9_900 });

export type ProductInput = z.output<typeof ProductUpdate>;

export interface ProductRow {
  id: string;
  accountId: string;
  title: string;
  description: string | null;
  url: string | null;
  image: string | null;
  price: number | null;
  currency: string | null;
  variants: Variant[];
  status: ProductStatus;
  sampleable: boolean;
  /** Encrypted. */
  accessCode: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
  source: Product['source'];
  catalogue: number | null;
  externalId: string | null;
  imageUrl: string | null;
  shopActive: boolean;
  archivedHere: boolean;
  shopUpdatedAt: number | null;
  readAt: number | null;
}

/** A product without its access code. @param kinds its variants, as far as they are shown. */
export function presentProduct(
  row: Omit<ProductRow, 'accessCode'>,
  image: Product['image'],
  kinds: { shown: Variant[]; count: number },
): Product {
  return {
    id: row.id,
    account: row.accountId,
    source: row.source,
    title: row.title,
    description: row.description,
    url: row.url,
    image,
    price: row.price,
    currency: row.currency,
    variants: kinds.shown,
    variantCount: kinds.count,
    status: row.status,
    archivedBy: row.status === 'active' ? null : row.shopActive ? 'account' : 'shop',
    sampleable: row.sampleable,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
