import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { NOTICE_KINDS } from '../events/notices.ts';

/**
 * What a person is told in a workspace: which event, and whether they have seen it. What it says is read from the records when
 * it is shown. How many are unseen is read with each page. Times are milliseconds.
 */
export const notices = sqliteTable(
  'notices',
  {
    personId: text('person_id').notNull(),
    /** The account or creator that the person is told it as. */
    place: text().notNull(),
    eventId: text('event_id').notNull(),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    /** Whether owners and admins alone may read it. */
    forAdmins: integer('for_admins', { mode: 'boolean' }).notNull(),
    seenAt: integer('seen_at'),
    /** Whether a mail told it, or none will. */
    mailed: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.place, t.eventId] }),
    index('notices_unseen').on(t.personId, t.place, t.forAdmins).where(sql`seen_at IS NULL`),
    index('notices_unmailed').on(t.personId, t.place, t.kind).where(sql`mailed = 0`),
    index('notices_event').on(t.eventId),
  ],
);

export const withoutRowid = [notices];
