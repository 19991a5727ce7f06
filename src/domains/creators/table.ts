import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who a creator is, for everyone. What an account knows and decides about them is the relationship. */
export const creators = sqliteTable(
  'creators',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    handle: text().unique(),
    email: text(),
    phone: text(),
    /** The partner or brand that added the creator. */
    managedBy: text('managed_by'),
    /** Set when a person has taken the profile over; nobody else then acts as this creator. */
    claimedAt: integer('claimed_at'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('creators_managed_by').on(t.managedBy, t.id)],
);

export const creatorRelationships = sqliteTable(
  'creator_relationships',
  {
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    status: text({ enum: ['invited', 'live', 'paused', 'review', 'removed'] }).notNull(),
    relationship: text({ enum: ['direct', 'represented'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.creatorId] }),
    index('creator_relationships_creator').on(t.creatorId, t.accountId),
  ],
);

/** Codes that credit a creator without a link: what visitors type or say at the till. */
export const creatorCodes = sqliteTable(
  'creator_codes',
  {
    accountId: text('account_id').notNull(),
    kind: text({ enum: ['creator', 'discount'] }).notNull(),
    /** Trimmed and in lower case. */
    code: text().notNull(),
    creatorId: text('creator_id').notNull(),
    programId: text('program_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kind, t.code] })],
);
