// Gives the sign-in library the tables in the form that it expects.
import { relations } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import type { SystemCtx } from '../../../context.ts';
import { credentials, people, sessions, verifications } from './table.ts';

export const LIBRARY_TABLES = {
  user: people,
  session: sessions,
  account: credentials,
  verification: verifications,
  // With this relation the library reads a person and the password in one statement, so known and unknown addresses
  // cost the same.
  userRelations: relations(people, ({ many }) => ({ accounts: many(credentials) })),
  accountRelations: relations(credentials, ({ one }) => ({
    user: one(people, { fields: [credentials.userId], references: [people.id] }),
  })),
};

/** A separate database client that knows the relations between the tables. */
export function libraryDb(ctx: SystemCtx): DrizzleD1Database<typeof LIBRARY_TABLES> {
  return drizzle(ctx.env.DB, { schema: LIBRARY_TABLES });
}
