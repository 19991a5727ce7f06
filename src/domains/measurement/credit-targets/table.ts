import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { TARGET_KINDS } from './credit.ts';

/** The targets that an account's events may be credited to. */
export const creditTargets = sqliteTable(
  'credit_targets',
  {
    accountId: text('account_id').notNull(),
    kind: text({ enum: TARGET_KINDS }).notNull(),
    /** The ID of a submission or campaign, or a code in lower case. */
    key: text().notNull(),
    /** The creator who is credited; null for a campaign. */
    creatorId: text('creator_id'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.key] })],
);

/**
 * The SHA-256 of the email addresses and phone numbers of creators, in their canonical forms. They are only compared with
 * those of customers, to recognize what a creator bought with their own link or code.
 */
export const creatorContacts = sqliteTable(
  'creator_contacts',
  { hash: text().notNull(), creatorId: text('creator_id').notNull() },
  (t) => [primaryKey({ columns: [t.hash, t.creatorId] }), index('creator_contacts_creator').on(t.creatorId)],
);

/**
 * Drizzle does not support WITHOUT ROWID, so the migration was written by hand. A rule test checks that it matches this
 * list.
 */
export const withoutRowid = [creditTargets];
