// Tables of an events shard.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { EventSource } from '../../../pixel/event-body.ts';
import type { Credit } from '../credit-targets/credit.ts';
import { BARRED } from './recorded-conversion.ts';

/** A counted conversion. What it is follows the reports of its event, until it is taken for pay. */
export const recordedConversions = sqliteTable(
  'recorded_conversions',
  {
    conversionId: text('conversion_id').notNull(),
    /** The event it was counted for. */
    eventId: text('event_id').notNull(),
    /** The event that stands for it now: differs after a bridge. */
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
    /** When it became payable: confirmed by server or shop, or at once where browser events pay. */
    payableAt: integer('payable_at'),
    /** A bridge showed that another row already stands for this conversion: never sent or paid again. */
    late: integer({ mode: 'boolean' }).notNull().default(false),
    /** What became of it for pay: 0 nothing yet, 1 taken, 2 in the main database too, 3 never to be paid. */
    harvest: integer().notNull().default(0),
    /** browser, server or shop: whose report says what it is worth; null when none does. */
    valueBy: text('value_by').$type<EventSource>(),
    /** Who confirmed it: server or shop; null while browsers alone say so. */
    confirmedBy: text('confirmed_by').$type<EventSource>(),
    /** Cents that came back before it matured, and after: the former earn nothing, the latter are only shown. */
    returnedCents: integer('returned_cents').notNull().default(0),
    returnedLateCents: integer('returned_late_cents').notNull().default(0),
    /** Why it earns nothing though it counts. */
    barred: text({ enum: BARRED }),
    /** When it is taken for pay, unless it changes before; null while nobody has worked that out. */
    maturesAt: integer('matures_at'),
    /** The money domains know that it waits. */
    announced: integer({ mode: 'boolean' }).notNull().default(false),
    /** It matched once, but does not match by what is known now. */
    dropped: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.conversionId, t.eventId] }),
    index('recorded_harvest').on(t.harvest, t.payableAt).where(sql`payable_at IS NOT NULL AND harvest < 2`),
    uniqueIndex('recorded_once').on(t.conversionId, t.groupId).where(sql`late = 0`),
    index('recorded_mature').on(t.maturesAt).where(sql`matures_at IS NOT NULL AND harvest = 0`),
    index('recorded_unscheduled')
      .on(t.accountId)
      .where(sql`matures_at IS NULL AND harvest = 0 AND (payable_at IS NOT NULL OR announced = 1)`),
    index('recorded_group').on(t.groupId),
    index('recorded_day').on(t.conversionId, t.day),
  ],
);

/** How often each conversion was counted, credited and payable, without its late rows. */
export const conversionTotals = sqliteTable('conversion_totals', {
  conversionId: text('conversion_id').primaryKey(),
  recorded: integer().notNull(),
  credited: integer().notNull(),
  paid: integer().notNull(),
});

/** Drizzle cannot say WITHOUT ROWID: the migration does by hand, and a rule test holds it to this. */
export const withoutRowid = [recordedConversions, conversionTotals];
