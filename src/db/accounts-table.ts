import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import { beginning, lastWord } from './name-search.ts';

// Rates are whole basis points (1.5 % is 150); times are milliseconds.
export const accounts = sqliteTable(
  'accounts',
  {
    id: text().primaryKey(),
    type: text({ enum: ['brand', 'partner'] }).notNull(),
    name: text().notNull(),
    /** The account's name in group A's `client` parameter. */
    slug: text().notNull().unique(),
    status: text({ enum: ['active', 'ended'] }).notNull(),
    managedBy: text('managed_by'),
    brandFeeOf: text('brand_fee_of', { enum: ['ad_spend', 'gmv'] }),
    brandFeeBps: integer('brand_fee_bps'),
    partnerTakeRateBps: integer('partner_take_rate_bps'),
    partnerFeeOf: text('partner_fee_of', { enum: ['ad_spend', 'gmv'] }),
    partnerFeeBps: integer('partner_fee_bps'),
    email: text(),
    phone: text(),
    profilePicture: text('profile_picture'),
    cardStatus: text('card_status'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    identityStatus: text('identity_status', { enum: ['required', 'pending', 'verified'] })
      .notNull()
      .default('required'),
    bankAccountStatus: text('bank_account_status', { enum: ['missing', 'added'] }),
    description: text(),
    recruitmentHeadline: text('recruitment_headline'),
    recruitmentDescription: text('recruitment_description'),
    listed: integer({ mode: 'boolean' }).notNull().default(false),
    listingHeadline: text('listing_headline'),
    listingCategories: text('listing_categories', { mode: 'json' }).$type<string[]>().notNull().default([]),
    listingRegisteredAt: integer('listing_registered_at'),
    /** URL schemes of the account's own apps, to which people may be redirected. */
    returnSchemes: text('return_schemes', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /**
     * The number of the EVENTS_<n> database with this account's events; set with its first pixel, never
     * changed.
     */
    eventsShard: integer('events_shard'),
    /** How many creators it manages, incremented when one is created: management never changes hands. */
    creatorCount: integer('creator_count').notNull().default(0),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('accounts_managed_by').on(t.managedBy, t.id),
    index('accounts_managed_by_status').on(t.managedBy, t.status, t.id),
    index('accounts_name').on(beginning(t.name)),
    index('accounts_last_word').on(lastWord(t.name)),
    index('accounts_email').on(beginning(t.email)),
  ],
);
