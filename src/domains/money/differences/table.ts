import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** What the daily comparison of all books found, a row each. Closed by the staff, never deleted. */
export const differences = sqliteTable(
  'differences',
  {
    id: text().primaryKey(),
    /** README.md says what each means. */
    kind: text().notNull(),
    /** The ID of what differs, ours or the processor's. */
    subject: text().notNull(),
    /** What each side says, as JSON: nothing that changes while the difference is the same. */
    details: text().notNull(),
    /** When it was found first, and last. */
    foundAt: integer('found_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** When somebody of the staff was done with it. */
    closedAt: integer('closed_at'),
  },
  (t) => [
    uniqueIndex('differences_subject').on(t.kind, t.subject),
    index('differences_open').on(t.id).where(sql`closed_at IS NULL`),
  ],
);

/** How far the round of the day has come, a row for each part of the comparison. */
export const differenceRounds = sqliteTable(
  'difference_rounds',
  {
    part: text().notNull(),
    /** The UTC day on which the last round began. */
    day: text().notNull(),
    /** The last record that was looked at; null once the round is over. */
    after: text(),
    /** What a part sums up on its way, and since when it looks, as JSON. */
    sums: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.part] })],
);
