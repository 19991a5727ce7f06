// The tables as the sign-in library wants them.
import { relations } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import type { SystemCtx } from '../../../context.ts';
import { credentials, people, sessions, verifications } from './table.ts';

export const LIBRARY_TABLES = {
  user: people,
  session: sessions,
  account: credentials,
  verification: verifications,
  // So that it finds a person and the password in one statement, whether there is such a person or not.
  userRelations: relations(people, ({ many }) => ({ accounts: many(credentials) })),
  accountRelations: relations(credentials, ({ one }) => ({
    user: one(people, { fields: [credentials.userId], references: [people.id] }),
  })),
};

/** A client of its own, which knows how the tables belong together. */
export function libraryDb(ctx: SystemCtx): DrizzleD1Database<typeof LIBRARY_TABLES> {
  return drizzle(ctx.env.DB, { schema: LIBRARY_TABLES });
}
