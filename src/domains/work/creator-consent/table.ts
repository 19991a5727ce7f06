import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { beginning, lastWord } from '../../../db/name-search.ts';
import type { End, Yes } from './consent.ts';
import type { LocationDetails, SearchWords, StoredVideo } from './creator.ts';

/** A creator's identity, for everyone. What one account knows and decides about it is in the relationship. */
export const creators = sqliteTable(
  'creators',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    handle: text().unique(),
    /** Lower case. Until a person verifies it, it only has a meaning for the account that added it. */
    email: text(),
    phone: text(),
    /** The partner or brand that added the creator. */
    managedBy: text('managed_by'),
    /** Set when the person was asked to take the profile over. */
    claimInvitedAt: integer('claim_invited_at'),
    /** When a person took the profile over. From then on nobody else acts as this creator. */
    claimedAt: integer('claimed_at'),
    /** The person, who may have several records: the one claimed first is primary. */
    personId: text('person_id'),
    /** When the person of its address refused the record. Nobody can act for it any more. */
    refusedAt: integer('refused_at'),
    profilePicture: text('profile_picture'),
    bio: text(),
    location: text(),
    platformHandles: text('platform_handles', { mode: 'json' })
      .$type<Record<string, string>>()
      .notNull()
      .default({}),
    /** Whether the marketplace shows the creator, as its manager or the creator itself decided. */
    visibility: text({ enum: ['private', 'network'] })
      .notNull()
      .default('private'),
    birthDate: text('birth_date'),
    gender: text(),
    interests: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    creativeStyles: text('creative_styles', { mode: 'json' }).$type<string[]>().notNull().default([]),
    locationDetails: text('location_details', { mode: 'json' }).$type<LocationDetails>(),
    referenceVideos: text('reference_videos', { mode: 'json' }).$type<StoredVideo[]>().notNull().default([]),
    identityStatus: text('identity_status', { enum: ['required', 'pending', 'verified'] })
      .notNull()
      .default('required'),
    bankAccountStatus: text('bank_account_status', { enum: ['missing', 'added'] }),
    onboardingCompletedAt: integer('onboarding_completed_at'),
    /** When somebody last acted as this creator. */
    lastActiveAt: integer('last_active_at'),
    /** The words that a search finds the creator by; creator_words is built from them. */
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

/** The person that an address belongs to. Only one person can claim an address. */
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
    /** The consent of both sides: see consent.ts. Everything else about the pair follows from it. */
    consent: text({ enum: ['invited', 'requested', 'agreed', 'ended', 'declined'] })
      .notNull()
      .default('invited'),
    /**
     * The consent as rosters show it, except that the account itself sets `paused`. Stored because lists are
     * indexed by it.
     */
    status: text({ enum: ['invited', 'live', 'paused', 'review', 'removed'] }).notNull(),
    accountYes: text('account_yes', { mode: 'json' }).$type<Yes>(),
    creatorYes: text('creator_yes', { mode: 'json' }).$type<Yes>(),
    /** Who ended or declined it; null once they agreed. See End. */
    ended: text({ mode: 'json' }).$type<End>(),
    /** When both sides last agreed. It stays after the end, because they still know each other. */
    agreedAt: integer('agreed_at'),
    /** What the account itself wrote about a creator that it may not know anything else about. */
    enteredName: text('entered_name'),
    enteredEmail: text('entered_email'),
    enteredPhone: text('entered_phone'),
    /** The search words of the entered fields. */
    enteredWords: text('entered_words', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Grows only with the consent: nothing else in the row changes what the other side reads. */
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
    /** Added to the identity's version: the merged record's version is the sum. */
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

/**
 * Creators at whose address an invitation is mailed soon, because an account added or invited them. Times are milliseconds.
 */
export const invitationMails = sqliteTable(
  'invitation_mails',
  {
    creatorId: text('creator_id').primaryKey(),
    /** The account that keeps the record: its limits are what counts. */
    accountId: text('account_id').notNull(),
    dueAt: integer('due_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the account was charged with it and told that it was sent. Only the limit of its address holds it up then. */
    countedAt: integer('counted_at'),
  },
  (t) => [
    index('invitation_mails_due').on(t.dueAt, t.creatorId),
    index('invitation_mails_account').on(t.accountId, t.dueAt),
  ],
);

/**
 * How often an account sent its creator an invitation, as the account is told: mails that were left out because of what the
 * address's reader did count too. Times are milliseconds.
 */
export const sentInvitations = sqliteTable('sent_invitations', {
  creatorId: text('creator_id').primaryKey(),
  times: integer().notNull(),
  lastAt: integer('last_at').notNull(),
  /** The ones before the last, for the limits. */
  secondAt: integer('second_at'),
  thirdAt: integer('third_at'),
  /** The last mail, which may come back. */
  mailId: text('mail_id'),
});

export const withoutRowid = [invitationMails, sentInvitations];

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

/** Accounts to which the marketplace does not show a creator, as the creator's side decided. */
export const creatorHidden = sqliteTable(
  'creator_hidden',
  {
    creatorId: text('creator_id').notNull(),
    accountId: text('account_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.accountId] })],
);

/**
 * The programs that a roster's creators are in, with their status on that roster. This is a projection of
 * applications and relationships, so that a list by program and status is one index range. refreshRoster
 * rebuilds it.
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

/**
 * The words by which a roster (or the marketplace, for account_id 'network') finds a creator. refreshRoster
 * rebuilds it.
 */
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

/** What a creator's ads brought an account on a day, written with the platforms' reports of those ads. Money in cents. */
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

/**
 * For a FROM: the partner (as `m`, its relationship as `mr`) that takes a share of a creator's pay. It is the
 * partner that manages the creator; after a person took the record over, only while it represents that
 * person.
 */
export function feePartnerOf(creatorId: SQLWrapper): SQL {
  return sql`creators f JOIN accounts m ON m.id = f.managed_by AND m.type = 'partner'
    LEFT JOIN creator_relationships mr ON mr.account_id = m.id AND mr.creator_id = f.id
    WHERE f.id = ${creatorId} AND (f.claimed_at IS NULL OR (mr.consent = 'agreed' AND mr.relationship = 'represented'))`;
}
