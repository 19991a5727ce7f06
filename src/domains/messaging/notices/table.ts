import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { NOTICE_KINDS } from '../../../events/notices.ts';

/** A person's mails of one kind of notices in one workspace. Times are milliseconds. */
export const noticeMails = sqliteTable(
  'notice_mails',
  {
    personId: text('person_id').notNull(),
    place: text().notNull(),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    /** Whether the person wants none. */
    off: integer({ mode: 'boolean' }).notNull().default(false),
    /** When the next one is made; null while there is nothing to tell. */
    dueAt: integer('due_at'),
    /** When the last one was made. */
    madeAt: integer('made_at').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.place, t.kind] }),
    index('notice_mails_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);

export const withoutRowid = [noticeMails];
