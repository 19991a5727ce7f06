import { sql } from 'drizzle-orm';
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What people did in an account. An entry's time is encoded in its ID. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    /** The account whose log has the entry. */
    accountId: text('account_id').notNull(),
    personId: text('person_id').notNull(),
    /** The partner whose person acted for this account; null when the person belongs to the account itself. */
    partnerId: text('partner_id'),
    /** The creator on whose behalf the person acted. */
    creatorId: text('creator_id'),
    /** The operation's ID. */
    operation: text().notNull(),
    /** The ID of the record that was changed or created. */
    subject: text(),
    /** The network address, as the platform reports it. */
    address: text(),
    /** The User-Agent header that the browser sent. */
    browser: text(),
  },
  (t) => [
    index('audit_entries_account').on(t.accountId, t.id),
    index('audit_entries_person').on(t.accountId, t.personId, t.id),
    index('audit_entries_operation').on(t.accountId, t.operation, t.id),
    index('audit_entries_partner').on(t.partnerId, t.id).where(sql`partner_id IS NOT NULL`),
    index('audit_entries_partner_person')
      .on(t.partnerId, t.personId, t.id)
      .where(sql`partner_id IS NOT NULL`),
    index('audit_entries_partner_operation')
      .on(t.partnerId, t.operation, t.id)
      .where(sql`partner_id IS NOT NULL`),
  ],
);
