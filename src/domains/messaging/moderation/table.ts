import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the staff decided to happen in a thread. A row goes once the thread's object has done it. */
export const threadInstructions = sqliteTable(
  'thread_instructions',
  {
    /** `remove:msg_…` or `answer:…`: the object does each once, however often it is told. */
    id: text().primaryKey(),
    threadId: text('thread_id').notNull(),
    /** The message to remove, or the text to send. */
    change: text({ mode: 'json' })
      .$type<{ kind: 'remove'; message: string } | { kind: 'answer'; body: string }>()
      .notNull(),
    /** The staff member who decided it. */
    staff: text().notNull(),
    /** Milliseconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('thread_instructions_thread').on(t.threadId)],
);
