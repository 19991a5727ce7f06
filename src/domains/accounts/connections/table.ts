import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Selection } from '../../../integrations/ads/platform.ts';
import { CONNECTED_PROVIDERS, CONNECTION_STATUSES, PROVIDERS, type SyncProblem } from './connection.ts';

/** A person's visit to a page of a provider, and where the person goes afterwards. */
export const connectionVisits = sqliteTable(
  'connection_visits',
  {
    /** Random. Anybody who knows it counts as the person that was sent there. */
    id: text().primaryKey(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** The account or creator that the visit is for. */
    holder: text().notNull(),
    /** The account that acted as the creator when the visit began; null when its holder acted itself. */
    standIn: text('stand_in'),
    /** Null when the visit ends on a page of ours. */
    returnUrl: text('return_url'),
    /**
     * The processor's ID of the setup: a card's session or a payout account. `consent` for a visit to an ad platform.
     */
    subject: text().notNull(),
    /** The domain of the shop that is to be connected; null for other providers. */
    shop: text(),
    /** SHA-256 of the cookie in the browser that went on to the consent page. */
    browserHash: text('browser_hash'),
    /**
     * SHA-256 of the state that the platform's answer has to carry, cleared once it has arrived, and when that state
     * expires.
     */
    stateHash: text('state_hash'),
    stateUntil: integer('state_until'),
    /** The outcome of the visit; null while it is open. */
    outcome: text({ enum: ['connected'] }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('connection_visits_expires').on(t.expiresAt),
    index('connection_visits_state').on(t.stateHash),
  ],
);

/** An account or creator at a platform, connected by one person's consent there. */
export const connections = sqliteTable(
  'connections',
  {
    id: text().primaryKey(),
    /** The brand or creator whose connection it is. */
    holder: text().notNull(),
    provider: text({ enum: CONNECTED_PROVIDERS }).notNull(),
    status: text({ enum: CONNECTION_STATUSES }).notNull(),
    /** The platform's ID of the person. When the same person connects again, the connection is renewed. */
    platformUser: text('platform_user').notNull(),
    personName: text('person_name'),
    name: text(),
    handle: text(),
    avatarUrl: text('avatar_url'),
    /** The platform's IDs of the selected accounts, pages and identities. */
    selection: text({ mode: 'json' }).$type<Selection>().notNull(),
    /** The selected ad account's currency (ISO 4217, lower case) and time zone. */
    currency: text(),
    timezone: text(),
    /** Encrypted (tokens.ts); null once disconnected. */
    token: text(),
    refreshToken: text('refresh_token'),
    /** Null for a token without an expiry. */
    tokenExpiresAt: integer('token_expires_at'),
    /** When the connection ends unless the tokens are renewed or the person consents again; null for never. */
    endsAt: integer('ends_at'),
    /** When the tokens are renewed even if nobody uses them; null where they need not be. */
    renewAt: integer('renew_at'),
    /** Until when a process holds the right to renew the token, and when it was last renewed: see renew-token.ts. */
    renewalUntil: integer('renewal_until'),
    renewedAt: integer('renewed_at'),
    /** When the owners were told that the token expires soon. */
    warnedAt: integer('warned_at'),
    lastSyncedAt: integer('last_synced_at'),
    /** Why the last reading of its ad account failed; null when it was read to the end. */
    syncProblem: text('sync_problem', { mode: 'json' }).$type<SyncProblem>(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('connections_holder').on(t.holder, t.id),
    uniqueIndex('connections_person').on(t.holder, t.provider, t.platformUser),
    // A shop belongs to one holder, until that one disconnects it.
    uniqueIndex('connections_shop')
      .on(t.provider, t.handle)
      .where(sql`${t.provider} = 'shopify' AND ${t.status} != 'disconnected'`),
    index('connections_platform_user').on(t.provider, t.platformUser),
    index('connections_ends').on(t.status, t.endsAt).where(sql`${t.endsAt} IS NOT NULL`),
    index('connections_renew').on(t.renewAt).where(sql`${t.renewAt} IS NOT NULL`),
  ],
);
