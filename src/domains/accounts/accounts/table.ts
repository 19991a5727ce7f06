import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Pictures that profiles take from URLs, one an account: from the request until the picture is there. */
export const pictureImports = sqliteTable(
  'picture_imports',
  {
    accountId: text('account_id').primaryKey(),
    url: text().notNull(),
    /** The account whose key asked: the file counts against its quotas. */
    requestedBy: text('requested_by').notNull(),
    /** The file, once its bytes are stored. */
    fileId: text('file_id'),
    /** How often the URL was asked. */
    tries: integer().notNull(),
    /** When the job looks at it next; null once it has failed. */
    dueAt: integer('due_at'),
    /** Why it failed, for people. */
    problem: text(),
  },
  (t) => [index('picture_imports_due').on(t.dueAt).where(sql`due_at IS NOT NULL`)],
);
