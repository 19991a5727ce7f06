import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { FAILURES, STATUSES } from './export.ts';
import { LISTS } from './lists.ts';

/** Exports that are written or can be fetched. Times are milliseconds. */
export const exports = sqliteTable(
  'exports',
  {
    id: text().primaryKey(),
    /** The account or creator that its maker acted as. */
    ownerId: text('owner_id').notNull(),
    /** The credential that made it. */
    by: text({ enum: ['key', 'grant', 'person'] }).notNull(),
    callerId: text('caller_id').notNull(),
    list: text({ enum: LISTS }).notNull(),
    filters: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    status: text({ enum: STATUSES }).notNull(),
    failure: text({ enum: FAILURES }),
    rows: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    /** The parts that are written. */
    parts: integer().notNull().default(0),
    /** Where the next part begins; null before the first. */
    cursor: text(),
    truncated: integer({ mode: 'boolean' }).notNull().default(false),
    /** Signs its links, which end with it. */
    urlKey: text('url_key').notNull(),
    /** How often the part that is due has failed. */
    tries: integer().notNull().default(0),
    /** When its next part is written, or when it is deleted. */
    dueAt: integer('due_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('exports_running').on(t.ownerId).where(sql`${t.status} = 'running'`),
    index('exports_due').on(t.status, t.dueAt),
  ],
);
