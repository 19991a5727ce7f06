import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { EmbedComponent, EmbedFeature } from '../auth/frame.ts';

/** Frames on customers' pages: each row is one showing. Read with each request of a frame. */
export const embedSessions = sqliteTable(
  'embed_sessions',
  {
    id: text().primaryKey(),
    /** The acting account that made it, by a key of its own or of its partner. */
    accountId: text('account_id').notNull(),
    keyId: text('key_id').notNull(),
    /** Whom the frame acts as. */
    creatorId: text('creator_id').notNull(),
    component: text().$type<EmbedComponent>().notNull(),
    features: text({ mode: 'json' }).$type<EmbedFeature[]>().notNull(),
    /** The one origin whose pages may show the frame. */
    origin: text().notNull(),
    /** A language tag; null for the browser's own. */
    locale: text(),
    /** SHA-256 of the secret, which is exchanged once before this moment. */
    secretHash: text('secret_hash').notNull(),
    secretUntil: integer('secret_until').notNull(),
    /** SHA-256 of the frame's token, and when it ends; null until the secret is exchanged. */
    tokenHash: text('token_hash'),
    tokenUntil: integer('token_until'),
    openedAt: integer('opened_at'),
    /** The browser that exchanged the secret, as it names itself. */
    openedWith: text('opened_with'),
    endedAt: integer('ended_at'),
    /**
     * When the record had been taken over as the session began, or as its person let the frame go on; null
     * before anybody did. Any other take-over ends the session.
     */
    claimedAt: integer('claimed_at'),
    /** The person who let the frame act as the creator, in which sign-in, and when. */
    personId: text('person_id'),
    personSessionId: text('person_session_id'),
    yesAt: integer('yes_at'),
    /** SHA-256 of what the frame brings for the person's token, and until when; null once it has it. */
    yesHash: text('yes_hash'),
    yesUntil: integer('yes_until'),
    /** SHA-256 of the token with which the frame acts as the person, and when it ends. */
    personTokenHash: text('person_token_hash'),
    personTokenUntil: integer('person_token_until'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('embed_sessions_secret').on(t.secretHash),
    uniqueIndex('embed_sessions_token').on(t.tokenHash),
    uniqueIndex('embed_sessions_person_token').on(t.personTokenHash),
    index('embed_sessions_account').on(t.accountId, t.id),
    index('embed_sessions_creator').on(t.accountId, t.creatorId, t.id),
  ],
);
