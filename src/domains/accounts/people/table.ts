import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { beginning, lastWord } from '../../../db/name-search.ts';

// The tables that the sign-in library works on. It names columns by the keys here and passes Dates, hence the timestamp
// mode.
const time = (name: string) => integer(name, { mode: 'timestamp_ms' });

/** Every person here has verified the address. Before that there is only a verification. */
export const people = sqliteTable(
  'people',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull().unique(),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull(),
    image: text(),
    /** Whether single keys act on the pages. */
    shortcuts: integer({ mode: 'boolean' }).notNull().default(true),
    /** IANA name of the time zone; null while it is not known. */
    zone: text(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('people_name').on(beginning(t.name)), index('people_last_word').on(lastWord(t.name))],
);

/** Each row is an open session. Ending a session deletes its row. */
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
    /** When the person last gave a code of the second factor in it. */
    secondFactorAt: time('second_factor_at'),
    /** When the person last proved in it, after signing in, that it is them: by a code, or else by the password. */
    provedAt: time('proved_at'),
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
    /** The library's name for the person's ID at the provider. Here it is the person's own ID. */
    accountId: text('subject').notNull(),
    providerId: text('provider').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: time('access_token_expires_at'),
    refreshTokenExpiresAt: time('refresh_token_expires_at'),
    scope: text(),
    /** An scrypt hash. */
    password: text(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [uniqueIndex('credentials_person').on(t.userId, t.providerId)],
);

/** Links that were sent and not used yet. For a sign-up the row also holds what was filled in. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text().primaryKey(),
    /** A hash of the token in the link. */
    identifier: text().notNull().unique(),
    value: text().notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('verifications_expires').on(t.expiresAt)],
);

/** The secrets of second factors, one for each person. */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    personId: text('person_id').primaryKey(),
    /** Encrypted (src/kit/sealed.ts). */
    secret: text().notNull(),
    /** The session that began it: only that session sees the secret and can confirm it. */
    sessionId: text('session_id').notNull(),
    /** Null until a first code was accepted. */
    confirmedAt: integer('confirmed_at'),
    /** The time step of the last accepted code: neither it nor an earlier one is accepted again. */
    lastStep: integer('last_step').notNull(),
    /** When it is removed, as the staff was asked to; null while nobody asked, and once a code was right since. */
    removedAt: integer('removed_at'),
    /** When its person was told that it has been removed. */
    removalToldAt: integer('removal_told_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('second_factors_untold')
      .on(t.removedAt)
      .where(sql`removed_at IS NOT NULL AND removal_told_at IS NULL`),
  ],
);

/** What stands in for a lost authenticator app. A row is deleted when its code is used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    personId: text('person_id').notNull(),
    /** SHA-256 of the person's ID and the code. */
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.codeHash] })],
);

export const withoutRowid = [recoveryCodes];
