import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** An app that may ask people for access to their accounts. */
export const oauthApps = sqliteTable(
  'oauth_apps',
  {
    id: text().primaryKey(),
    /** The account whose developer settings list it; null for one that registered itself. */
    accountId: text('account_id'),
    clientId: text('client_id').notNull().unique(),
    /** SHA-256 of the secret; the secret itself is nowhere. */
    secretHash: text('secret_hash').notNull(),
    name: text().notNull(),
    redirectUris: text('redirect_uris', { mode: 'json' }).$type<string[]>().notNull(),
    /** The most that it may ask for. */
    access: text({ enum: ['read', 'write'] }).notNull(),
    /** The network that it registered itself from, for as long as that counts. */
    registeredFrom: text('registered_from'),
    /** When a page of consent first showed one that registered itself; null until then. */
    shownAt: integer('shown_at'),
    revokedAt: integer('revoked_at'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('oauth_apps_account').on(t.accountId, t.id),
    index('oauth_apps_registered').on(t.registeredFrom, t.createdAt),
    index('oauth_apps_never_shown')
      .on(t.createdAt)
      .where(sql`${t.accountId} IS NULL AND ${t.shownAt} IS NULL`),
  ],
);

/** What a person is asked just now: between the page of consent and its answer. */
export const oauthRequests = sqliteTable(
  'oauth_requests',
  {
    /** SHA-256 of what the form of the page holds. */
    hash: text().primaryKey(),
    sessionId: text('session_id').notNull(),
    appId: text('app_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    scope: text().notNull(),
    state: text(),
    challenge: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('oauth_requests_session').on(t.sessionId, t.createdAt),
    index('oauth_requests_app').on(t.appId),
    index('oauth_requests_expires').on(t.expiresAt),
  ],
);

/** An authorization code. One that was redeemed stays as long as its grant, so that a replay is noticed. */
export const oauthCodes = sqliteTable(
  'oauth_codes',
  {
    hash: text().primaryKey(),
    appId: text('app_id').notNull(),
    accountId: text('account_id').notNull(),
    personId: text('person_id').notNull(),
    scope: text().notNull(),
    redirectUri: text('redirect_uri').notNull(),
    challenge: text().notNull(),
    redeemedAt: integer('redeemed_at'),
    grantId: text('grant_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('oauth_codes_app').on(t.appId),
    index('oauth_codes_person').on(t.accountId, t.personId),
    index('oauth_codes_grant').on(t.grantId),
    index('oauth_codes_expires').on(t.expiresAt),
  ],
);

/** What a person allowed an app in an account. */
export const oauthGrants = sqliteTable(
  'oauth_grants',
  {
    id: text().primaryKey(),
    appId: text('app_id').notNull(),
    accountId: text('account_id').notNull(),
    personId: text('person_id').notNull(),
    scope: text().notNull(),
    lastUsedAt: integer('last_used_at'),
    endedAt: integer('ended_at'),
    endedWhy: text('ended_why', {
      enum: ['disconnected', 'left', 'app_changed', 'secret_rotated', 'app_revoked', 'reused', 'revoked'],
    }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('oauth_grants_app').on(t.appId),
    index('oauth_grants_person').on(t.accountId, t.personId, t.appId),
    index('oauth_grants_expires').on(t.expiresAt),
  ],
);

export const oauthTokens = sqliteTable(
  'oauth_tokens',
  {
    hash: text().primaryKey(),
    grantId: text('grant_id').notNull(),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    /** What an access token opens, which may be less than was granted; a refresh token opens nothing. */
    access: text({ enum: ['read', 'write'] }).notNull(),
    /** When a refresh token was exchanged. */
    usedAt: integer('used_at'),
    revokedAt: integer('revoked_at'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('oauth_tokens_grant').on(t.grantId, t.kind), index('oauth_tokens_expires').on(t.expiresAt)],
);
