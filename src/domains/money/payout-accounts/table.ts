import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { PayoutBank } from '../../../integrations/stripe/connect.ts';

/**
 * A holder's account at the processor: what the processor says of identity and bank. The row is written before the
 * processor is asked for the account, so that a repeat asks for the same one.
 */
export const payoutAccounts = sqliteTable('payout_accounts', {
  /** A creator's or a partner's ID. */
  holder: text().primaryKey(),
  /** Names the request to the processor; with email and country as they were then, a repeat is the same request. */
  requestKey: text('request_key').notNull(),
  email: text(),
  country: text().notNull(),
  /** The processor's ID; null until it has answered. */
  processorAccount: text('processor_account').unique(),
  currency: text().notNull(),
  /** `recipient`: paid from our own balance at the processor, once a week. Follows from the country. */
  kind: text({ enum: ['connected', 'recipient'] })
    .notNull()
    .default('connected'),
  identity: text({ enum: ['required', 'pending', 'verified', 'rejected'] }).notNull(),
  /** Bank accounts and debit cards, the one for each currency. */
  banks: text({ mode: 'json' }).$type<PayoutBank[]>().notNull().default([]),
  payoutsEnabled: integer('payouts_enabled', { mode: 'boolean' }).notNull(),
  taxId: text('tax_id', { enum: ['missing', 'provided', 'verified', 'failed'] }).notNull(),
  /** Moves with every look at the processor, so that an older look never overwrites a newer one. */
  looks: integer().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Accounts at the processor that a creator's record had before its person took it over, with what they held by our books. */
export const detachedPayoutAccounts = sqliteTable('detached_payout_accounts', {
  /** The processor's ID. */
  processorAccount: text('processor_account').primaryKey(),
  /** The creator whose it was. */
  holder: text().notNull(),
  /** Cents by currency: ours again, to be fetched back by the staff, as the balance stays the creator's. */
  held: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
  detachedAt: integer('detached_at').notNull(),
});
