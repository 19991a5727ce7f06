import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * A brand as a customer at the processor. Written before the request, so that a repeat sends the same
 * request.
 */
export const processorCustomers = sqliteTable('processor_customers', {
  accountId: text('account_id').primaryKey(),
  /** The idempotency key of the request, with `name` as it was then: a repeat must send the same name. */
  requestKey: text('request_key').notNull(),
  name: text().notNull(),
  /** The processor's ID; null until it has answered. */
  customer: text(),
  createdAt: integer('created_at').notNull(),
});

/** A page or form that was opened to add a card. */
export const cardSetups = sqliteTable('card_setups', {
  /** The processor's ID of the session. */
  session: text().primaryKey(),
  accountId: text('account_id').notNull(),
  createdAt: integer('created_at').notNull(),
});

/**
 * Cards by the processor's IDs. An account has one card on file; a replaced one is detached at the processor.
 */
export const cards = sqliteTable(
  'cards',
  {
    /** The processor's ID. */
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    customer: text().notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    status: text({ enum: ['on_file', 'replaced', 'removed'] }).notNull(),
    /** When the person gave it, by the processor's clock. */
    givenAt: integer('given_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('cards_on_file').on(t.accountId).where(sql`status = 'on_file'`),
    index('cards_replaced').on(t.updatedAt).where(sql`status = 'replaced'`),
  ],
);
