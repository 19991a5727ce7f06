import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { PROBLEMS } from './problem.ts';

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
    /** When the address is erased at the latest, or an offer ends; null while there is none. */
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

/** How the order of a sample is made in the shop of its product. Times are milliseconds. */
export const sampleOrders = sqliteTable(
  'sample_orders',
  {
    sampleId: text('sample_id').primaryKey(),
    /** The catalogue of the shop, which stays when the shop is connected again. */
    catalogue: integer().notNull(),
    /** The shop's number of the variant. */
    variant: text().notNull(),
    /**
     * `completing`: the shop may have made the order already. `withdrawn`: nothing may be made any more, and drafts are
     * still to be deleted. `left`: the shop had made it when a person decided otherwise.
     */
    state: text({ enum: ['due', 'completing', 'made', 'withdrawn', 'left', 'over'] }).notNull(),
    /** The draft that was stored at the shop: it alone is completed. */
    draftId: text('draft_id'),
    /** The version of the sample that the draft has the address of. */
    draftVersion: integer('draft_version'),
    /** When the shop was last asked for a draft, and how often. */
    askedAt: integer('asked_at'),
    asks: integer().notNull().default(0),
    /** When the shop was first asked for the order of this draft. */
    completingAt: integer('completing_at'),
    orderId: text('order_id'),
    orderName: text('order_name'),
    /** Why the order is not made, or not sent. */
    problem: text({ enum: PROBLEMS }),
    /** When it is looked at next; null when nothing is left to do. */
    dueAt: integer('due_at'),
    /** Until when a run has it. */
    leaseUntil: integer('lease_until').notNull().default(0),
    /** How many runs have failed in a row. */
    tries: integer().notNull().default(0),
  },
  (t) => [
    index('sample_orders_due').on(t.dueAt).where(sql`${t.dueAt} IS NOT NULL`),
    index('sample_orders_order').on(t.catalogue, t.orderId),
  ],
);
