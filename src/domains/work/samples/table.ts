import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Products that brands send to creators. Times are milliseconds. */
export const samples = sqliteTable(
  'samples',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    productId: text('product_id').notNull(),
    /** Null when the product has only one kind. */
    variantId: text('variant_id'),
    programId: text('program_id'),
    status: text({ enum: ['pending', 'approved', 'rejected', 'shipped', 'delivered'] }).notNull(),
    /** Whether the brand offered it. Otherwise the creator asked for it. */
    offered: integer({ mode: 'boolean' }).notNull(),
    /** Encrypted; null until the creator has given it, and after it was erased. */
    address: text(),
    /** When the address is erased at the latest; null while nothing was sent. */
    eraseAt: integer('erase_at'),
    note: text(),
    trackingUrl: text('tracking_url'),
    approvedAt: integer('approved_at'),
    shippedAt: integer('shipped_at'),
    deliveredAt: integer('delivered_at'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('samples_account_status').on(t.accountId, t.status, t.id),
    index('samples_program_status').on(t.programId, t.status, t.id),
    index('samples_creator_status').on(t.creatorId, t.status, t.id),
    uniqueIndex('samples_open').on(t.creatorId, t.productId).where(sql`status IN ('pending', 'approved')`),
    index('samples_erase').on(t.eraseAt).where(sql`erase_at IS NOT NULL`),
  ],
);
