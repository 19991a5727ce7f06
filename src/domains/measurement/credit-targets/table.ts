import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { TARGET_KINDS } from './credit.ts';

/** What an account's events may be credited to. */
export const creditTargets = sqliteTable(
  'credit_targets',
  {
    accountId: text('account_id').notNull(),
    kind: text({ enum: TARGET_KINDS }).notNull(),
    /** The ID of a submission or campaign, or a code in lower case. */
    key: text().notNull(),
    /** Who is credited with it; null for a campaign. */
    creatorId: text('creator_id'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.key] })],
);

/** Drizzle cannot say WITHOUT ROWID: the migration does by hand, and a rule test holds it to this. */
export const withoutRowid = [creditTargets];
