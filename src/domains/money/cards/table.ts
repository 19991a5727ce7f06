import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** A brand as the processor's customer. Written before the processor is asked, so that a repeat asks for the same. */
export const processorCustomers = sqliteTable('processor_customers', {
  accountId: text('account_id').primaryKey(),
  /** Names the request to the processor, with `name` as it was then: a repeat must not differ. */
  requestKey: text('request_key').notNull(),
  name: text().notNull(),
  /** The processor's ID; null until it has answered. */
  customer: text(),
  createdAt: integer('created_at').notNull(),
});

/** A page or form on which a card is being given. */
export const cardSetups = sqliteTable('card_setups', {
  /** The processor's ID of the session. */
  session: text().primaryKey(),
  accountId: text('account_id').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** Cards as the processor names them. An account has one on file; what that one replaced is taken off at the processor. */
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
