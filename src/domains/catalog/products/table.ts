import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
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
  },
  (t) => [
    index('products_account').on(t.accountId, t.status, t.id),
    index('products_sampleable').on(t.accountId, t.sampleable, t.status, t.id),
  ],
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
  (t) => [primaryKey({ columns: [t.day, t.productId, t.callerId] })],
);
