import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The staff's actions, each written in the batch of its effect. Rows are never changed or deleted. */
export const staffActions = sqliteTable(
  'staff_actions',
  {
    id: text().primaryKey(),
    /** The name of the staff token that was used. */
    staff: text().notNull(),
    /** The operation and its outcome, such as `payment.resolve:refund`. */
    action: text().notNull(),
    /** The ID of the record that it changed. */
    subject: text().notNull(),
    reason: text().notNull(),
    /** The record before and after, as JSON. */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    after: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('staff_actions_subject').on(t.subject, t.id), index('staff_actions_staff').on(t.staff, t.id)],
);
