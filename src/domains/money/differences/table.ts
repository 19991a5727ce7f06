import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The differences that the daily comparison of all books found. The staff closes them; no row is ever
 * deleted.
 */
export const differences = sqliteTable(
  'differences',
  {
    id: text().primaryKey(),
    /** README.md says what each means. */
    kind: text().notNull(),
    /** The ID of the record that differs, ours or the processor's. */
    subject: text().notNull(),
    /** Both sides' values as JSON, without anything that changes while the difference stays the same. */
    details: text().notNull(),
    /** When it was first and last found. */
    foundAt: integer('found_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** When a staff member closed it. */
    closedAt: integer('closed_at'),
  },
  (t) => [
    uniqueIndex('differences_subject').on(t.kind, t.subject),
    index('differences_open').on(t.id).where(sql`closed_at IS NULL`),
  ],
);

/** The position of the day's round, in a row for each part of the comparison. */
export const differenceRounds = sqliteTable(
  'difference_rounds',
  {
    part: text().notNull(),
    /** The UTC day on which the last round began. */
    day: text().notNull(),
    /** The last record that was looked at; null when the round has ended. */
    after: text(),
    /** A part's running sums, and the time from which it looks, as JSON. */
    sums: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.part] })],
);
