import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
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
 * Drizzle does not support WITHOUT ROWID, so the migration was written by hand. A rule test checks that it matches this
 * list.
 */
export const withoutRowid = [creditTargets];
