import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { PayoutBank } from '../../../integrations/stripe/connect.ts';

/**
 * A holder's account at the processor, with the identity and bank details that the processor reported. The
 * row is written before the processor is asked to create the account, so that a repeat sends the same
 * request.
 */
export const payoutAccounts = sqliteTable('payout_accounts', {
  /** A creator's or a partner's ID. */
  holder: text().primaryKey(),
  /**
   * The idempotency key of the request, with email and country as they were then: a repeat must be the same
   * request.
   */
  requestKey: text('request_key').notNull(),
  email: text(),
  country: text().notNull(),
  /** The processor's ID; null until it has answered. */
  processorAccount: text('processor_account').unique(),
  currency: text().notNull(),
  /** `recipient`: paid from our own balance at the processor, once a week. The country decides it. */
  kind: text({ enum: ['connected', 'recipient'] })
    .notNull()
    .default('connected'),
  identity: text({ enum: ['required', 'pending', 'verified', 'rejected'] }).notNull(),
  /** Bank accounts and debit cards, one for each currency. */
  banks: text({ mode: 'json' }).$type<PayoutBank[]>().notNull().default([]),
  payoutsEnabled: integer('payouts_enabled', { mode: 'boolean' }).notNull(),
  taxId: text('tax_id', { enum: ['missing', 'provided', 'verified', 'failed'] }).notNull(),
  /**
   * Incremented whenever the account is read at the processor, so that an older state never overwrites a
   * newer one.
   */
  looks: integer().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Accounts that creator records had before their person took them over, with what they held by our books. */
export const detachedPayoutAccounts = sqliteTable('detached_payout_accounts', {
  /** The processor's ID. */
  processorAccount: text('processor_account').primaryKey(),
  /** The creator that the account belonged to. */
  holder: text().notNull(),
  /**
   * Cents by currency. The balance stays the creator's, so this money is ours again and the staff has to
   * fetch it back.
   */
  held: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
  detachedAt: integer('detached_at').notNull(),
});
