import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { beginning } from '../../../db/name-search.ts';
import type { Variant } from './product.ts';

/** What accounts sell. Money is in cents, times are milliseconds. */
export const products = sqliteTable(
  'products',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    title: text().notNull(),
    description: text(),
    url: text(),
    /** A file that the product holds. */
    image: text(),
    price: integer(),
    currency: text(),
    variants: text({ mode: 'json' }).$type<Variant[]>().notNull().default([]),
    status: text({ enum: ['active', 'archived'] }).notNull(),
    sampleable: integer({ mode: 'boolean' }).notNull(),
    /** Encrypted (src/kit/sealed.ts). */
    accessCode: text('access_code'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    source: text({ enum: ['manual', 'shopify'] })
      .notNull()
      .default('manual'),
    /** The catalogue of its shop, and the shop's number; null for a product that the account keeps here itself. */
    catalogue: integer(),
    externalId: text('external_id'),
    /** A picture at the shop's platform. */
    imageUrl: text('image_url'),
    /** Whether everybody can buy it in its shop. `status` is worked out from this and `archived_here`. */
    shopActive: integer('shop_active', { mode: 'boolean' }).notNull().default(true),
    /** Whether the account archived it here. */
    archivedHere: integer('archived_here', { mode: 'boolean' }).notNull().default(false),
    /** The shop's time of the newest version that changed it here. */
    shopUpdatedAt: integer('shop_updated_at'),
    /** When it was last read by its number, which is newer than a list that began earlier. */
    readAt: integer('read_at'),
  },
  (t) => [
    uniqueIndex('products_external').on(t.catalogue, t.externalId).where(sql`${t.externalId} IS NOT NULL`),
    index('products_account').on(t.accountId, t.status, t.id),
    index('products_title').on(t.accountId, beginning(t.title)),
    index('products_sampleable').on(t.accountId, t.sampleable, t.status, t.id),
  ],
);

/** Variants of shops' products, which may be listed far from them and before them. */
export const shopVariants = sqliteTable(
  'shop_variants',
  {
    catalogue: integer().notNull(),
    /** The shop's number of the product. */
    product: text().notNull(),
    /** The shop's number of the variant. */
    id: text().notNull(),
    title: text().notNull(),
    /** In cents of the product's currency. */
    price: integer(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.catalogue, t.product, t.id] })],
);

/** Who read a product's access code on which day: a row for each, however often it was. */
export const productCodeReadings = sqliteTable(
  'product_code_readings',
  {
    /** The first moment of the day (UTC). */
    day: integer().notNull(),
    productId: text('product_id').notNull(),
    /** The key, grant or person that asked. */
    callerId: text('caller_id').notNull(),
    times: integer().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.productId, t.callerId] }),
    index('product_code_readings_product').on(t.productId, t.day),
  ],
);

export const withoutRowid = [shopVariants];
