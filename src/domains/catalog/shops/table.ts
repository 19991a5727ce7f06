import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SHOP_PLATFORMS } from '../../../integrations/shop-platforms.ts';

/** A test order. Times are in milliseconds. */
export interface TestOrder {
  /** The platform's number. */
  id: string;
  name: string;
  createdAt: number;
  readAt: number;
}

/** A connected shop, and how far it was read. Times are in milliseconds. */
export const shops = sqliteTable(
  'shops',
  {
    /** Its connection. */
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    provider: text({ enum: SHOP_PLATFORMS }).notNull(),
    /** Its own domain at the platform; empty once the shop was erased. */
    shop: text().notNull(),
    /** The pixel that its orders are events of; null until it was set up. */
    pixelId: text('pixel_id'),
    /** The pixels that it had before. */
    oldPixels: text('old_pixels', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Orders from before this moment belong to the pixel before that one, which was archived. */
    pixelSince: integer('pixel_since').notNull().default(0),
    /** Permissions that it has not given, in words; null if none is missing. */
    missing: text({ mode: 'json' }).$type<readonly string[]>(),
    /** When it is read next; null while its connection is out of use. */
    dueAt: integer('due_at'),
    /** Until when a run has it. */
    leaseUntil: integer('lease_until').notNull().default(0),
    /** How many runs have failed in a row. */
    tries: integer().notNull().default(0),
    /** When its changed orders are listed next, from which change on, and when the listing under way began. */
    sweepAt: integer('sweep_at').notNull(),
    sweptTo: integer('swept_to').notNull(),
    sweepBegan: integer('sweep_began'),
    /** The platform's cursor of the next page. */
    sweepNext: text('sweep_next'),
    /** When a webhook last told of it, to the minute. */
    heardAt: integer('heard_at'),
    /** How many orders no webhook had told of, in the last listing that found any, and when that was. */
    missed: integer().notNull().default(0),
    missedAt: integer('missed_at'),
    /** The newest test order that was read. */
    testOrder: text('test_order', { mode: 'json' }).$type<TestOrder>(),
    /** The last sync that a person asked for. */
    syncStartedAt: integer('sync_started_at'),
    syncFinishedAt: integer('sync_finished_at'),
    syncError: text('sync_error'),
  },
  (t) => [
    index('shops_due').on(t.dueAt).where(sql`${t.dueAt} IS NOT NULL`),
    index('shops_shop').on(t.provider, t.shop),
    index('shops_account').on(t.accountId),
  ],
);

/** The orders that have to be read from their shop. */
export const dueOrders = sqliteTable(
  'due_orders',
  {
    shopId: text('shop_id').notNull(),
    /** The platform's number. */
    orderId: text('order_id').notNull(),
    /** Grows with each piece of news, so that news during a reading is not lost. */
    heard: integer().notNull(),
    dueAt: integer('due_at').notNull(),
    /** How often it was read and could not be recorded. */
    tries: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.orderId] }), index('due_orders_due').on(t.shopId, t.dueAt)],
);

/** Requests to forget a customer of a shop, or everything about a shop. */
export const privacyRequests = sqliteTable(
  'privacy_requests',
  {
    /** A digest of what is asked, so that copies of a webhook are one request. */
    id: text().primaryKey(),
    shopId: text('shop_id').notNull(),
    kind: text({ enum: ['customer', 'shop'] })
      .notNull()
      .default('customer'),
    /** Empty once the request was carried out. */
    hashes: text({ mode: 'json' }).$type<{ email?: string; phone?: string }>().notNull(),
    /** The platform's numbers of the customer's orders. */
    orders: text({ mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When it is carried on; null once it was carried out. */
    dueAt: integer('due_at'),
    /** Where the customer is being taken out, and the last event or part that was looked at; empty at first. */
    phase: text({ enum: ['shard', 'archive'] }).notNull(),
    after: text().notNull(),
  },
  (t) => [
    index('privacy_requests_due').on(t.dueAt).where(sql`${t.dueAt} IS NOT NULL`),
    index('privacy_requests_shop').on(t.shopId),
  ],
);

/** Customers who asked a shop for their data: somebody of the account answers them. */
export const dataRequests = sqliteTable(
  'data_requests',
  {
    /** A digest of what is asked, so that copies of a webhook are one request. */
    id: text().primaryKey(),
    shopId: text('shop_id').notNull(),
    accountId: text('account_id').notNull(),
    /** Emptied once it was answered. */
    hashes: text({ mode: 'json' }).$type<{ email?: string; phone?: string }>().notNull(),
    orders: text({ mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When somebody marked it as answered; null while it is open. */
    answeredAt: integer('answered_at'),
  },
  (t) => [index('data_requests_shop').on(t.shopId, t.createdAt)],
);

export const withoutRowid = [dueOrders];
