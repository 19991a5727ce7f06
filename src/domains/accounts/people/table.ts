import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { beginning, lastWord } from '../../../db/name-search.ts';

// What the sign-in library works on: it names the columns by the keys here and sends Dates, hence the mode.
const time = (name: string) => integer(name, { mode: 'timestamp_ms' });

/** Everybody here has proved the address: who has not is a verification, and no person yet. */
export const people = sqliteTable(
  'people',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull().unique(),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull(),
    image: text(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('people_name').on(beginning(t.name)), index('people_last_word').on(lastWord(t.name))],
);

/** A row is a session that is open: ending one deletes it. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text('person_id').notNull(),
    /** SHA-256 of what the cookie holds. */
    token: text('token_hash').notNull().unique(),
    expiresAt: time('expires_at').notNull(),
    ipAddress: text('network'),
    userAgent: text('user_agent'),
    /** When the person last proved a second factor in it: see operations/second-factors. */
    secondFactorAt: time('second_factor_at'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('sessions_person').on(t.userId, t.id), index('sessions_expires').on(t.expiresAt)],
);

export const credentials = sqliteTable(
  'credentials',
  {
    id: text().primaryKey(),
    userId: text('person_id').notNull(),
    /** The library's word for the person at the provider: here the person again. */
    accountId: text('subject').notNull(),
    providerId: text('provider').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: time('access_token_expires_at'),
    refreshTokenExpiresAt: time('refresh_token_expires_at'),
    scope: text(),
    /** scrypt. */
    password: text(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [uniqueIndex('credentials_person').on(t.userId, t.providerId)],
);

/** Links that were sent and not used yet, a sign-up with what it asks for. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text().primaryKey(),
    /** A hash of the link's token. */
    identifier: text().notNull().unique(),
    value: text().notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('verifications_expires').on(t.expiresAt)],
);
