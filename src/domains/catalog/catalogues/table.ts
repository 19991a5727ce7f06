import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { SHOP_PLATFORMS } from '../../../integrations/shop-platforms.ts';

/** The products of a shop, as one account has them, and how far they were read. Times are in milliseconds. */
export const catalogues = sqliteTable(
  'catalogues',
  {
    /** Small, since each product and variant has it. It stays when the shop is connected again. */
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: text('account_id').notNull(),
    provider: text({ enum: SHOP_PLATFORMS }).notNull(),
    /** The shop's own domain at the platform. */
    shop: text().notNull(),
    /** The connection that it is read by. */
    connectionId: text('connection_id').notNull(),
    /** When it is looked at next; null while its connection is out of use. */
    dueAt: integer('due_at'),
    /** Until when a run has it. */
    leaseUntil: integer('lease_until').notNull().default(0),
    /** How many runs have failed in a row. */
    tries: integer().notNull().default(0),
    /** When the shop lists all products next, and when the list under way began. */
    listAt: integer('list_at').notNull(),
    listBegan: integer('list_began'),
    /** The platform's ID of the list under way, and the byte of its file up to which it was read. */
    list: text(),
    place: integer().notNull().default(0),
    /** The last whole list that a person asked for. */
    askedAt: integer('asked_at'),
    endedAt: integer('ended_at'),
    error: text(),
  },
  (t) => [
    uniqueIndex('catalogues_shop').on(t.accountId, t.provider, t.shop),
    index('catalogues_connection').on(t.connectionId),
    index('catalogues_due').on(t.dueAt).where(sql`${t.dueAt} IS NOT NULL`),
  ],
);

/** What the list under way has so far: a row for each of its pages, so that what is missing in it is found at its end. */
export const listedPages = sqliteTable(
  'listed_pages',
  {
    catalogue: integer().notNull(),
    /** The byte at which the page begins. */
    place: integer().notNull(),
    /** The shop's numbers of products and of variants. */
    products: text({ mode: 'json' }).$type<string[]>().notNull(),
    variants: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.catalogue, t.place] })],
);

/** The products that have to be read from their shop. */
export const dueProducts = sqliteTable(
  'due_products',
  {
    catalogue: integer().notNull(),
    /** The shop's number. */
    product: text().notNull(),
    /** Grows with each piece of news, so that news during a reading is not lost. */
    heard: integer().notNull(),
    dueAt: integer('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.catalogue, t.product] }),
    index('due_products_due').on(t.catalogue, t.dueAt),
  ],
);

export const withoutRowid = [dueProducts];
