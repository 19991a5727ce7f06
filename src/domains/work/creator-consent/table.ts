import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { beginning, lastWord } from '../../../db/name-search.ts';
import type { End, Yes } from './consent.ts';
import type { LocationDetails, ReferenceVideo, SearchWords } from './creator.ts';

/** Who a creator is, for everyone. What an account knows and decides about them is the relationship. */
export const creators = sqliteTable(
  'creators',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    handle: text().unique(),
    /** Lower case. While nobody verified it, it means something to the account that added it and to no other. */
    email: text(),
    phone: text(),
    /** The partner or brand that added the creator. */
    managedBy: text('managed_by'),
    /** Set when the person was asked to take the profile over. */
    claimInvitedAt: integer('claim_invited_at'),
    /** Set when a person has taken the profile over; nobody else then acts as this creator. */
    claimedAt: integer('claimed_at'),
    /** The person, who may have several records: the one claimed first is primary. */
    personId: text('person_id'),
    /** Set when the person of its address refused the record: nobody speaks for it any more. */
    refusedAt: integer('refused_at'),
    profilePicture: text('profile_picture'),
    bio: text(),
    location: text(),
    platformHandles: text('platform_handles', { mode: 'json' })
      .$type<Record<string, string>>()
      .notNull()
      .default({}),
    /** Whether the marketplace shows the creator: what its manager or the creator itself decided. */
    visibility: text({ enum: ['private', 'network'] })
      .notNull()
      .default('private'),
    birthDate: text('birth_date'),
    gender: text(),
    interests: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    creativeStyles: text('creative_styles', { mode: 'json' }).$type<string[]>().notNull().default([]),
    locationDetails: text('location_details', { mode: 'json' }).$type<LocationDetails>(),
    referenceVideos: text('reference_videos', { mode: 'json' })
      .$type<ReferenceVideo[]>()
      .notNull()
      .default([]),
    identityStatus: text('identity_status', { enum: ['required', 'pending', 'verified'] })
      .notNull()
      .default('required'),
    bankAccountStatus: text('bank_account_status', { enum: ['missing', 'added'] }),
    onboardingCompletedAt: integer('onboarding_completed_at'),
    /** When something was last done as this creator. */
    lastActiveAt: integer('last_active_at'),
    /** What a search finds the creator by; creator_words is made of it. */
    searchWords: text('search_words', { mode: 'json' })
      .$type<SearchWords>()
      .notNull()
      .default({ name: [], contact: [] }),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('creators_managed_by').on(t.managedBy, t.id),
    index('creators_visibility').on(t.visibility, t.id),
    index('creators_email').on(t.email, t.id),
    index('creators_person').on(t.personId, t.claimedAt, t.id),
    index('creators_name').on(beginning(t.name)),
    index('creators_last_word').on(lastWord(t.name)),
    uniqueIndex('creators_email_unverified').on(t.managedBy, t.email).where(sql`claimed_at IS NULL`),
  ],
);

/** Which person an address belongs to: the one claim on it over all accounts. */
export const verifiedEmails = sqliteTable(
  'verified_emails',
  {
    /** Lower case. */
    email: text().primaryKey(),
    personId: text('person_id').notNull(),
    verifiedAt: integer('verified_at').notNull(),
  },
  (t) => [index('verified_emails_person').on(t.personId)],
);

export const creatorRelationships = sqliteTable(
  'creator_relationships',
  {
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    id: text().notNull(),
    /** What both sides have said: see consent.ts. Everything else about the pair follows from it. */
    consent: text({ enum: ['invited', 'requested', 'agreed', 'ended', 'declined'] })
      .notNull()
      .default('invited'),
    /** The consent as rosters show it, `paused` being the account's own: kept, since lists are indexed by it. */
    status: text({ enum: ['invited', 'live', 'paused', 'review', 'removed'] }).notNull(),
    accountYes: text('account_yes', { mode: 'json' }).$type<Yes>(),
    creatorYes: text('creator_yes', { mode: 'json' }).$type<Yes>(),
    /** Who ended or declined it; null once they agreed. See End. */
    ended: text({ mode: 'json' }).$type<End>(),
    /** When both sides last said yes; stays when it ends, since what they did together stays known. */
    agreedAt: integer('agreed_at'),
    /** What the account itself wrote about somebody whom it may know nothing else of. */
    enteredName: text('entered_name'),
    enteredEmail: text('entered_email'),
    enteredPhone: text('entered_phone'),
    /** What those are found by. */
    enteredWords: text('entered_words', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Counts changes of the consent alone: what the other side reads changes with nothing else. */
    consentVersion: integer('consent_version').notNull().default(1),
    consentAt: integer('consent_at').notNull(),
    relationship: text({ enum: ['direct', 'represented'] }).notNull(),
    /** How the creator came onto the roster. */
    source: text({ enum: ['added', 'application', 'brand_link'] })
      .notNull()
      .default('added'),
    notes: text(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** A partner's own rate for this creator in basis points; null means the partner's default. */
    takeRateBps: integer('take_rate_bps'),
    /** Adds to the identity's version: the merged record's version is the sum. */
    version: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.creatorId] }),
    uniqueIndex('creator_relationships_id').on(t.id),
    index('creator_relationships_account_consent').on(t.accountId, t.consent, t.id),
    index('creator_relationships_creator_consent').on(t.creatorId, t.consent, t.id),
    index('creator_relationships_entered')
      .on(t.accountId, t.enteredEmail)
      .where(sql`entered_email IS NOT NULL`),
    index('creator_relationships_creator').on(t.creatorId, t.accountId),
    index('creator_relationships_status').on(t.accountId, t.status, t.creatorId),
    index('creator_relationships_kind').on(t.accountId, t.relationship, t.status, t.creatorId),
  ],
);

/** The client brands that a partner's creator works with, as the partner set them. */
export const creatorBrands = sqliteTable(
  'creator_brands',
  {
    creatorId: text('creator_id').notNull(),
    partnerId: text('partner_id').notNull(),
    brandId: text('brand_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.partnerId, t.brandId] })],
);

/** Accounts that the marketplace does not show a creator to, as the creator's side wants it. */
export const creatorHidden = sqliteTable(
  'creator_hidden',
  {
    creatorId: text('creator_id').notNull(),
    accountId: text('account_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.accountId] })],
);

/**
 * Which programs a roster's creators are in, with their status on that roster: a projection of applications and
 * relationships, so that a list by program and status is one index range. Made anew by refreshRoster.
 */
export const creatorPrograms = sqliteTable(
  'creator_programs',
  {
    accountId: text('account_id').notNull(),
    programId: text('program_id').notNull(),
    status: text().notNull(),
    creatorId: text('creator_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.programId, t.status, t.creatorId] }),
    index('creator_programs_creator').on(t.creatorId, t.accountId),
  ],
);

/** Words a roster (or, for account_id 'network', the marketplace) finds a creator by. Made anew by refreshRoster. */
export const creatorWords = sqliteTable(
  'creator_words',
  {
    accountId: text('account_id').notNull(),
    word: text().notNull(),
    creatorId: text('creator_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.word, t.creatorId] }),
    index('creator_words_creator').on(t.creatorId, t.accountId, t.word),
  ],
);

/** What a creator's ads brought an account in a day. The import of ad reports writes it. Money in cents. */
export const creatorDays = sqliteTable(
  'creator_days',
  {
    creatorId: text('creator_id').notNull(),
    accountId: text('account_id').notNull(),
    day: text().notNull(),
    currency: text().notNull(),
    spend: integer().notNull().default(0),
    revenue: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    impressions: integer().notNull().default(0),
    purchases: integer().notNull().default(0),
    installs: integer().notNull().default(0),
    approvedSubmissions: integer('approved_submissions').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.accountId, t.day, t.currency] })],
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

/**
 * The partner (as `m`, its relationship as `mr`) that takes a part of a creator's pay: the one that manages it, once a person
 * took the record over only while it is represented by it. For a FROM.
 */
export function feePartnerOf(creatorId: SQLWrapper): SQL {
  return sql`creators f JOIN accounts m ON m.id = f.managed_by AND m.type = 'partner'
    LEFT JOIN creator_relationships mr ON mr.account_id = m.id AND mr.creator_id = f.id
    WHERE f.id = ${creatorId} AND (f.claimed_at IS NULL OR (mr.consent = 'agreed' AND mr.relationship = 'represented'))`;
}
