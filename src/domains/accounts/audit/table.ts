import { sql } from 'drizzle-orm';
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CALLERS } from './callers.ts';

/** What was done in an account. An entry's time is encoded in its ID. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    /** The account whose log has the entry. */
    accountId: text('account_id').notNull(),
    by: text({ enum: CALLERS }).notNull().default('person'),
    /** The ID of the person, key or app; `embed` for a frame. */
    callerId: text('caller_id').notNull(),
    /** The app's name at that time; null where it was no app. */
    appName: text('app_name'),
    /** The person who allowed the app to act. */
    appPersonId: text('app_person_id'),
    /** The partner whose person, key or app acted for this account; null for the account's own. */
    partnerId: text('partner_id'),
    /** The creator on whose behalf it was done. */
    creatorId: text('creator_id'),
    /** The operation's ID. */
    operation: text().notNull(),
    /** What the caller decided, such as `approve`; null where there was nothing to decide. */
    choice: text(),
    /** The ID of the record that was changed or created. */
    subject: text(),
    /** The network address, as the platform reports it. */
    address: text(),
    /** The User-Agent header that was sent. */
    browser: text(),
  },
  (t) => [
    index('audit_entries_account').on(t.accountId, t.id),
    index('audit_entries_caller').on(t.accountId, t.callerId, t.id),
    index('audit_entries_operation').on(t.accountId, t.operation, t.id),
    index('audit_entries_partner').on(t.partnerId, t.id).where(sql`partner_id IS NOT NULL`),
    index('audit_entries_partner_caller')
      .on(t.partnerId, t.callerId, t.id)
      .where(sql`partner_id IS NOT NULL`),
    index('audit_entries_partner_operation')
      .on(t.partnerId, t.operation, t.id)
      .where(sql`partner_id IS NOT NULL`),
  ],
);
