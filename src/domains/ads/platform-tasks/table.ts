import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CONNECTED_PROVIDERS } from '../../accounts/connections/connection.ts';
import { STEP_KINDS, type StepError, TASK_OWNERS } from './step.ts';

/** A task at a platform for one record, which runs step by step. */
export const platformTasks = sqliteTable(
  'platform_tasks',
  {
    id: text().primaryKey(),
    /** The domain that planned it and is told about its progress. */
    owner: text({ enum: TASK_OWNERS }).notNull(),
    /** The record that it is for. Tasks of one record at one platform run in order. */
    subject: text().notNull(),
    /** The owner's record that it carries out; null where that is the subject. */
    record: text(),
    connectionId: text('connection_id').notNull(),
    platform: text({ enum: CONNECTED_PROVIDERS }).notNull(),
    status: text({ enum: ['open', 'done', 'failed', 'cancelled'] }).notNull(),
    /** Whether it goes before the earlier tasks of its record. */
    urgent: integer({ mode: 'boolean' }).default(false).notNull(),
    /** When it runs next. */
    dueAt: integer('due_at').notNull(),
    /** How often a step of another task woke it. */
    woken: integer().default(0).notNull(),
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

/** One request to a platform. The row exists before the request is sent. */
export const platformSteps = sqliteTable(
  'platform_steps',
  {
    taskId: text('task_id').notNull(),
    n: integer().notNull(),
    /** Unique within its task. */
    key: text().notNull(),
    kind: text({ enum: STEP_KINDS }).notNull(),
    /** The record that stands for the object, such as an ad. */
    about: text().default('').notNull(),
    /** The keys of the steps that have to be completed first. */
    after: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    /** What its owner needs to prepare the request. */
    input: text({ mode: 'json' }).$type<unknown>(),
    /** Part of the created object's name, by which it is found again. */
    intent: text().notNull(),
    status: text({ enum: ['planned', 'done', 'failed', 'skipped', 'cancelled'] }).notNull(),
    /**
     * Set before the request is sent and cleared when the answer is known. While it is set, look for the result before
     * sending again.
     */
    sentAt: integer('sent_at'),
    /** Not sent before this time. */
    dueAt: integer('due_at').notNull(),
    tries: integer().notNull(),
    /** The platform's ID of what was created; for a video the URL of a thumbnail. */
    result: text(),
    error: text({ mode: 'json' }).$type<StepError>(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.n] }),
    uniqueIndex('platform_steps_key').on(t.taskId, t.key),
    uniqueIndex('platform_steps_intent').on(t.intent),
    index('platform_steps_about').on(t.about, t.taskId, t.n),
  ],
);

/** The steps of other tasks that a step waits for. */
export const platformWaits = sqliteTable(
  'platform_waits',
  {
    taskId: text('task_id').notNull(),
    key: text().notNull(),
    onTask: text('on_task').notNull(),
    onKey: text('on_key').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.key, t.onTask, t.onKey] }),
    index('platform_waits_on').on(t.onTask, t.onKey),
  ],
);

/** Connections that are paused for a while because their platform asked for it. */
export const platformPauses = sqliteTable('platform_pauses', {
  connectionId: text('connection_id').primaryKey(),
  until: integer().notNull(),
});

export const withoutRowid = [platformWaits];
