import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PROVIDERS } from './connection.ts';

/** One visit of a person to a page of a provider, and where they go when they come back. */
export const connectionVisits = sqliteTable(
  'connection_visits',
  {
    /** Random: whoever knows it is the person that was sent. */
    id: text().primaryKey(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** The account or creator whose visit it is. */
    holder: text().notNull(),
    /** Null: they end on a page of ours. */
    returnUrl: text('return_url'),
    /** The processor's ID of what they were sent to do: a card's session, a payout account. */
    subject: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('connection_visits_expires').on(t.expiresAt)],
);
