import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the staff did, each in the batch of its effect. Never changed and never forgotten. */
export const staffActions = sqliteTable(
  'staff_actions',
  {
    id: text().primaryKey(),
    /** The name of the token that was used. */
    staff: text().notNull(),
    /** The operation and its outcome, such as `payment.resolve:refund`. */
    action: text().notNull(),
    /** The ID of what it was about. */
    subject: text().notNull(),
    reason: text().notNull(),
    /** The record around it, as JSON. */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    after: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('staff_actions_subject').on(t.subject, t.id), index('staff_actions_staff').on(t.staff, t.id)],
);
