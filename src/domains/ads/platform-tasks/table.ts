import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CONNECTED_PROVIDERS } from '../../accounts/connections/connection.ts';
import { STEP_KINDS, type StepError, TASK_OWNERS } from './step.ts';

/** Task at a platform for one record, step by step. */
export const platformTasks = sqliteTable(
  'platform_tasks',
  {
    id: text().primaryKey(),
    /** Who planned it, and hears what becomes of it. */
    owner: text({ enum: TASK_OWNERS }).notNull(),
    /** The record that it is done for. Tasks of one record at one platform are done in their order. */
    subject: text().notNull(),
    connectionId: text('connection_id').notNull(),
    platform: text({ enum: CONNECTED_PROVIDERS }).notNull(),
    status: text({ enum: ['open', 'done', 'failed', 'cancelled'] }).notNull(),
    /** When it is taken up next. */
    dueAt: integer('due_at').notNull(),
    /** Until then only the holder of the lease may drive it. */
    leaseUntil: integer('lease_until').notNull(),
    lease: text(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('platform_tasks_due').on(t.status, t.dueAt),
    index('platform_tasks_subject').on(t.subject, t.id),
    index('platform_tasks_connection').on(t.connectionId, t.status),
  ],
);

/** One thing that is asked of a platform: the row is there before the platform hears of it. */
export const platformSteps = sqliteTable(
  'platform_steps',
  {
    taskId: text('task_id').notNull(),
    n: integer().notNull(),
    /** Names it within its task. */
    key: text().notNull(),
    kind: text({ enum: STEP_KINDS }).notNull(),
    /** The keys of the steps that must be done before. */
    after: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    /** What its owner needs to say what is asked. */
    input: text({ mode: 'json' }).$type<unknown>(),
    /** Goes into the name of what is made, by which it is found again. */
    intent: text().notNull(),
    status: text({ enum: ['planned', 'done', 'failed', 'skipped', 'cancelled'] }).notNull(),
    /** Set before the platform hears of it, until its answer is known: look there before asking again. */
    sentAt: integer('sent_at'),
    /** Not before. */
    dueAt: integer('due_at').notNull(),
    tries: integer().notNull(),
    /** The platform's ID of what was made; of a video, the address of a still of it. */
    result: text(),
    error: text({ mode: 'json' }).$type<StepError>(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.n] }),
    uniqueIndex('platform_steps_key').on(t.taskId, t.key),
    uniqueIndex('platform_steps_intent').on(t.intent),
  ],
);

/** Connections that their platform asked to leave alone for a while. */
export const platformPauses = sqliteTable('platform_pauses', {
  connectionId: text('connection_id').primaryKey(),
  until: integer().notNull(),
});
