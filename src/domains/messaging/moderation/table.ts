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

/** Erasures of what a side wrote, with how far they are. Times are milliseconds. */
export const messageErasures = sqliteTable('message_erasures', {
  side: text().primaryKey(),
  /** The staff member who began it. */
  staff: text().notNull(),
  phase: text({ enum: ['messages', 'told', 'files', 'search', 'reports', 'done'] }).notNull(),
  /** The last thread that this phase is through with; empty at its beginning. */
  thread: text().notNull(),
  /** How far the next thread is emptied: the number of a message. */
  after: integer().notNull(),
  /** Threads that were emptied. */
  threads: integer().notNull(),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
});

/** Walks through all threads that tell again what their objects hold, one of each kind. Times are milliseconds. */
export const threadWalks = sqliteTable('thread_walks', {
  /** `search` makes the search anew, `database` what the main database knows of threads. */
  kind: text({ enum: ['search', 'database'] }).primaryKey(),
  /** The staff member who asked for it. */
  staff: text().notNull(),
  status: text({ enum: ['asked', 'under_way', 'done'] }).notNull(),
  /** The moment from which a `database` walk tells changes; 0 in a `search` walk. */
  since: integer().notNull(),
  /** How far a `database` walk is; empty at the beginning. */
  place: text().notNull(),
  askedAt: integer('asked_at').notNull(),
  finishedAt: integer('finished_at'),
});
