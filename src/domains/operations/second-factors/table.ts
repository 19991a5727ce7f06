import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The secrets of the staff's second factors, one for each person. */
export const secondFactors = sqliteTable('second_factors', {
  personId: text('person_id').primaryKey(),
  /** Encrypted (src/kit/sealed.ts). */
  secret: text().notNull(),
  /** The session that began it: only that session sees the secret and can confirm it. */
  sessionId: text('session_id').notNull(),
  /** Null until a first code was accepted. */
  confirmedAt: integer('confirmed_at'),
  /** The time step of the last accepted code: neither it nor an earlier one is accepted again. */
  lastStep: integer('last_step').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
