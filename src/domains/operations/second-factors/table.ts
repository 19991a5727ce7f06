import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What makes the codes that people of the staff prove themselves with: one for each. */
export const secondFactors = sqliteTable('second_factors', {
  personId: text('person_id').primaryKey(),
  /** Sealed (src/kit/sealed.ts). */
  secret: text().notNull(),
  /** The session that it was begun in: it alone sees the secret, and confirms it. */
  sessionId: text('session_id').notNull(),
  /** Null until a code showed that the person has it. */
  confirmedAt: integer('confirmed_at'),
  /** The step of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: integer('last_step').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
