import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    /** SHA-256 of the secret; the secret itself is not stored. */
    secretHash: text('secret_hash').notNull().unique(),
    /** The hash of the secret before the last roll, which works until rolledUntil. */
    rolledHash: text('rolled_hash'),
    rolledUntil: integer('rolled_until'),
    access: text({ enum: ['read', 'write'] }).notNull(),
    /** Group A scopes; null means every scope of the actor that the access level allows. */
    scopes: text({ mode: 'json' }).$type<string[]>(),
    webhookUrl: text('webhook_url'),
    webhookSecret: text('webhook_secret'),
    /** Since when the key has had a URL without a break: earlier events are not sent to it. */
    webhookSince: integer('webhook_since'),
    /** The secret before the last change; both sign deliveries until previousSecretUntil. */
    previousSecret: text('previous_secret'),
    previousSecretUntil: integer('previous_secret_until'),
    /** When the receiver said 410 Gone. Only the owners clear it, by setting a URL. */
    webhookGoneAt: integer('webhook_gone_at'),
    /** Whether the last attempt failed or was slow: deliveries then take the slow queue. */
    webhookSlow: integer('webhook_slow', { mode: 'boolean' }).notNull().default(false),
    /** Since when no attempt has been accepted; null when the last one was. */
    webhookFailingSince: integer('webhook_failing_since'),
    /** Whether people have notice of that. */
    webhookFailingTold: integer('webhook_failing_told', { mode: 'boolean' }).notNull().default(false),
    lastUsedAt: integer('last_used_at'),
    revokedAt: integer('revoked_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('api_keys_account').on(t.accountId, t.id),
    index('api_keys_failing')
      .on(t.webhookFailingSince)
      .where(sql`webhook_failing_told = 0 AND webhook_failing_since IS NOT NULL`),
    uniqueIndex('api_keys_rolled').on(t.rolledHash).where(sql`rolled_hash IS NOT NULL`),
  ],
);

/** Client brands bound to a partner's key for group A. */
export const keyClients = sqliteTable(
  'key_clients',
  { keyId: text('key_id').notNull(), accountId: text('account_id').notNull() },
  (t) => [primaryKey({ columns: [t.keyId, t.accountId] })],
);

/** Web origins whose pages may call the API with this key (CORS, embeds). */
export const keyOrigins = sqliteTable(
  'key_origins',
  { origin: text().notNull(), keyId: text('key_id').notNull() },
  (t) => [primaryKey({ columns: [t.origin, t.keyId] }), index('key_origins_key').on(t.keyId)],
);

/** A key's failed requests: how many, by error code, route and minute. */
export const keyProblems = sqliteTable(
  'key_problems',
  {
    keyId: text('key_id').notNull(),
    /** The start of the minute. */
    minute: integer().notNull(),
    /** The error code. */
    code: text().notNull(),
    /** The declared route, such as `GET /v1/pixels/:id`; * for further routes in the same minute. */
    route: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.minute, t.code, t.route] }),
    index('key_problems_minute').on(t.minute),
  ],
);
