import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Selection } from '../../../integrations/ads/platform.ts';
import { CONNECTED_PROVIDERS, CONNECTION_STATUSES, PROVIDERS, type SyncProblem } from './connection.ts';

/** One visit of a person to a page of a provider, and where they go when they come back. */
export const connectionVisits = sqliteTable(
  'connection_visits',
  {
    /** Random: the person who knows it is the one that was sent. */
    id: text().primaryKey(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** The account or creator whose visit it is. */
    holder: text().notNull(),
    /** Null: they end on a page of ours. */
    returnUrl: text('return_url'),
    /** The processor's ID of what they were sent to do: a card's session, a payout account. `consent` at a platform. */
    subject: text().notNull(),
    /** The browser that continued with the consent, by the SHA-256 of its cookie. */
    browserHash: text('browser_hash'),
    /** The SHA-256 of the state that the platform's answer must bear, until it has come, and how long it is good. */
    stateHash: text('state_hash'),
    stateUntil: integer('state_until'),
    /** What the visit has brought; null while it is open. */
    outcome: text({ enum: ['connected'] }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('connection_visits_expires').on(t.expiresAt),
    index('connection_visits_state').on(t.stateHash),
  ],
);

/** An account or creator at a platform, by the consent of one person there. */
export const connections = sqliteTable(
  'connections',
  {
    id: text().primaryKey(),
    /** The brand or creator whose connection it is. */
    holder: text().notNull(),
    provider: text({ enum: CONNECTED_PROVIDERS }).notNull(),
    status: text({ enum: CONNECTION_STATUSES }).notNull(),
    /** The platform's ID of the person: whoever connects again renews the same connection. */
    platformUser: text('platform_user').notNull(),
    personName: text('person_name'),
    name: text(),
    handle: text(),
    avatarUrl: text('avatar_url'),
    /** The platform's IDs of what was picked. */
    selection: text({ mode: 'json' }).$type<Selection>().notNull(),
    /** The selected ad account's currency (ISO 4217, lower case) and time zone. */
    currency: text(),
    timezone: text(),
    /** Sealed (tokens.ts); null once it is disconnected. */
    token: text(),
    refreshToken: text('refresh_token'),
    /** Null for a token that lives until it is refused. */
    tokenExpiresAt: integer('token_expires_at'),
    /** Until when somebody has the right to renew the token, and when that last succeeded: see renew-token.ts. */
    renewalUntil: integer('renewal_until'),
    renewedAt: integer('renewed_at'),
    /** When its owners were told that the token ends soon. */
    warnedAt: integer('warned_at'),
    lastSyncedAt: integer('last_synced_at'),
    /** What kept the last reading of its ad account from its end; null when that was read whole. */
    syncProblem: text('sync_problem', { mode: 'json' }).$type<SyncProblem>(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('connections_holder').on(t.holder, t.id),
    uniqueIndex('connections_person').on(t.holder, t.provider, t.platformUser),
    index('connections_platform_user').on(t.provider, t.platformUser),
    // What can be renewed ends all the time, and nobody looks for it.
    index('connections_expiry').on(t.status, t.tokenExpiresAt).where(sql`${t.refreshToken} IS NULL`),
  ],
);
