import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** An app that may ask people for access to their accounts. */
export const oauthApps = sqliteTable(
  'oauth_apps',
  {
    id: text().primaryKey(),
    /** The account that owns it under developer settings; null for an app that registered itself. */
    accountId: text('account_id'),
    clientId: text('client_id').notNull().unique(),
    /** SHA-256 of the secret. The secret itself is not stored anywhere. */
    secretHash: text('secret_hash').notNull(),
    name: text().notNull(),
    redirectUris: text('redirect_uris', { mode: 'json' }).$type<string[]>().notNull(),
    /** The widest access that it may ask for. */
    access: text({ enum: ['read', 'write'] }).notNull(),
    /** The network that it registered from. Cleared once it no longer counts towards a limit. */
    registeredFrom: text('registered_from'),
    /** When a consent page first showed this app, if it registered itself; null until then. */
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

/** A consent request: stored while its consent page waits for the person's answer. */
export const oauthRequests = sqliteTable(
  'oauth_requests',
  {
    /** SHA-256 of the value in the page's form. */
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

/** An authorization code. A redeemed code is kept as long as its grant, so that a replay is detected. */
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

/** The access that a person granted an app in an account. */
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
    /** The access of an access token, which can be narrower than the grant. A refresh token opens nothing by itself. */
    access: text({ enum: ['read', 'write'] }).notNull(),
    /** When this refresh token was exchanged; null until then, and for access tokens. */
    usedAt: integer('used_at'),
    revokedAt: integer('revoked_at'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('oauth_tokens_grant').on(t.grantId, t.kind), index('oauth_tokens_expires').on(t.expiresAt)],
);
