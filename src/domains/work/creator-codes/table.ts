import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Evidence, ShopProblem, Views } from './creator-code.ts';
import { ANSWERS, STATUSES } from './transitions.ts';

/**
 * Codes that credit a creator without a link. Times are milliseconds, money is in minor units of `currency`, shares are in
 * basis points.
 */
export const creatorCodes = sqliteTable(
  'creator_codes',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    programId: text('program_id').notNull(),
    kind: text({ enum: ['creator', 'discount'] }).notNull(),
    /** As the account wrote it, and in lower case: codes are one whatever their case. */
    code: text().notNull(),
    key: text().notNull(),
    percent: integer(),
    amount: integer(),
    currency: text(),
    status: text({ enum: STATUSES }).notNull(),
    /** The orders that were read with it. */
    uses: integer().notNull().default(0),

    /** The connection of the shop that takes it; null for a code of no connected shop. */
    connectionId: text('connection_id'),
    /** Whether one that the shop has already is taken over. */
    existing: integer({ mode: 'boolean' }).notNull().default(false),
    /** The discount's number at the shop, once it is known to be there. */
    discountId: text('discount_id'),
    /** `pending`: to be made. `active`, `paused`, `deleted`: what the shop said last. `failed`: a person has to act. */
    shopStatus: text('shop_status', { enum: ['pending', 'active', 'paused', 'deleted', 'failed'] }),
    shopProblem: text('shop_problem', { mode: 'json' }).$type<ShopProblem>(),
    shopCode: text('shop_code'),
    shopPercent: integer('shop_percent'),
    shopAmount: integer('shop_amount'),
    shopUses: integer('shop_uses'),
    shopReadAt: integer('shop_read_at'),
    /** Whether the status has yet to be carried over to the shop. */
    toCarry: integer('to_carry', { mode: 'boolean' }).notNull().default(false),
    /** When the shop is asked next; null when it is not. */
    dueAt: integer('due_at'),
    /** Until when a run has it. */
    leaseUntil: integer('lease_until').notNull().default(0),
    /** How many runs have failed in a row. */
    tries: integer().notNull().default(0),

    /** The last flag: since when its sales wait, until when at the longest, and what was answered. */
    flaggedAt: integer('flagged_at'),
    answerBy: integer('answer_by'),
    answer: text({ enum: ANSWERS }),
    answeredAt: integer('answered_at'),
    note: text(),
    evidence: text({ mode: 'json' }).$type<Evidence[]>(),
    /** From when on a code that was stopped earns again. */
    resumedAt: integer('resumed_at'),
    /** Whether the flag or its answer has yet to be told to the account's shard. */
    toHold: integer('to_hold', { mode: 'boolean' }).notNull().default(false),
    /** The views of the creator's work for the account: the total on a day, oldest first. */
    views: text({ mode: 'json' }).$type<Views[]>(),

    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('creator_codes_key').on(t.accountId, t.key),
    index('creator_codes_account').on(t.accountId, t.status, t.id),
    index('creator_codes_creator').on(t.creatorId, t.status, t.id),
    index('creator_codes_program').on(t.programId, t.status, t.id),
    index('creator_codes_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
    index('creator_codes_shop').on(t.connectionId, t.dueAt).where(sql`connection_id IS NOT NULL`),
    index('creator_codes_to_hold').on(t.toHold).where(sql`to_hold = 1`),
    index('creator_codes_unanswered').on(t.answerBy).where(sql`status = 'flagged'`),
  ],
);
