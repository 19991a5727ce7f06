// Tables of an events shard.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { EventSource } from '../../../pixel/event-body.ts';
import type { Credit } from '../credit-targets/credit.ts';
import { BARRED } from './recorded-conversion.ts';

/** A counted conversion. It follows the reports of its event until pay is calculated from it. */
export const recordedConversions = sqliteTable(
  'recorded_conversions',
  {
    conversionId: text('conversion_id').notNull(),
    /** The event that was counted. */
    eventId: text('event_id').notNull(),
    /** The event that it belongs to now, which differs after a merge. */
    groupId: text('group_id').notNull(),
    accountId: text('account_id').notNull(),
    pixelId: text('pixel_id').notNull(),
    occurredAt: integer('occurred_at').notNull(),
    recordedAt: integer('recorded_at').notNull(),
    day: text().notNull(),
    valueCents: integer('value_cents'),
    currency: text(),
    rule: text(),
    submissionId: text('submission_id'),
    campaignId: text('campaign_id'),
    creatorId: text('creator_id'),
    source: text().notNull(),
    inAppBrowser: text('in_app_browser'),
    country: text(),
    region: text(),
    credit: text({ mode: 'json' }).$type<Credit>().notNull(),
    /** When it became payable: once a server or shop confirmed it, or at once where browser events are paid. */
    payableAt: integer('payable_at'),
    /** Set when a merge showed that another row already stands for this conversion. It is never sent or paid again. */
    late: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * How far the calculation of pay has come: 0 not started, 1 taken, 2 copied to the main database, 3 never to be
     * paid.
     */
    harvest: integer().notNull().default(0),
    /** The source whose report decides the value: browser, server or shop; null when no report has one. */
    valueBy: text('value_by').$type<EventSource>(),
    /** The source that confirmed it: server or shop; null while only browsers have reported it. */
    confirmedBy: text('confirmed_by').$type<EventSource>(),
    /** Cents that were refunded before it matured, which earn nothing, and afterwards, which are only shown. */
    returnedCents: integer('returned_cents').notNull().default(0),
    returnedLateCents: integer('returned_late_cents').notNull().default(0),
    /** Why it earns nothing although it is counted. */
    barred: text({ enum: BARRED }),
    /** When pay is calculated from it, unless it changes before; null until that date is set. */
    maturesAt: integer('matures_at'),
    /** When the shop's order was last read; null for a sale that no shop reported. */
    readAt: integer('read_at'),
    /** When the shop's order has to be read once more before it matures; null once it was. */
    lookAt: integer('look_at'),
    /** Whether the money domains were told that it is waiting to mature. */
    announced: integer({ mode: 'boolean' }).notNull().default(false),
    /** The code that credits it, in lower case. */
    code: text(),
    /** Set when it matched once but does not match by what is known now. */
    dropped: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.conversionId, t.eventId] }),
    index('recorded_harvest').on(t.harvest, t.payableAt).where(sql`payable_at IS NOT NULL AND harvest < 2`),
    uniqueIndex('recorded_once').on(t.conversionId, t.groupId).where(sql`late = 0`),
    index('recorded_mature').on(t.maturesAt).where(sql`matures_at IS NOT NULL AND harvest = 0`),
    index('recorded_unscheduled')
      .on(t.accountId)
      .where(
        sql`matures_at IS NULL AND harvest = 0 AND (payable_at IS NOT NULL OR announced = 1 OR barred = 'self_purchase')`,
      ),
    index('recorded_look').on(t.accountId, t.lookAt).where(sql`look_at IS NOT NULL AND harvest = 0`),
    index('recorded_group').on(t.groupId),
    index('recorded_code').on(t.accountId, t.code, t.occurredAt).where(sql`code IS NOT NULL AND harvest = 0`),
    index('recorded_credited').on(t.creatorId, t.submissionId, t.eventId).where(sql`creator_id IS NOT NULL`),
    index('recorded_campaign').on(t.campaignId, t.occurredAt).where(sql`campaign_id IS NOT NULL`),
    index('recorded_day').on(t.conversionId, t.day),
  ],
);

/**
 * When the sales that a code credits wait, or earn nothing: those that happened from `since` on. Its account's answers are in
 * the main database.
 */
export const codeHolds = sqliteTable(
  'code_holds',
  {
    accountId: text('account_id').notNull(),
    code: text().notNull(),
    since: integer().notNull(),
    state: text({ enum: ['waiting', 'kept', 'stopped'] }).notNull(),
    /** Waiting: until when at the longest. Stopped: sales of that moment and later earn again; null while it is stopped. */
    until: integer(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.code, t.since] })],
);

/** How often each conversion was counted, credited and payable, not counting late rows. */
export const conversionTotals = sqliteTable('conversion_totals', {
  conversionId: text('conversion_id').primaryKey(),
  recorded: integer().notNull(),
  credited: integer().notNull(),
  paid: integer().notNull(),
});

/**
 * Drizzle does not support WITHOUT ROWID, so the migration was written by hand. A rule test checks that it matches this
 * list.
 */
export const withoutRowid = [recordedConversions, conversionTotals, codeHolds];
