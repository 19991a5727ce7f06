// A creator's identity, and what one account knows and decides about it. Callers of the API read the Creator
// of the domain creators.
import * as z from 'zod';
import type { Consent, End, Yes } from './consent.ts';

export const CREATOR_STATUSES = ['invited', 'live', 'paused', 'review', 'removed'] as const;
export type CreatorStatus = (typeof CREATOR_STATUSES)[number];
export const RELATIONSHIPS = ['direct', 'represented'] as const;
export const VIDEO_PLATFORMS = ['instagram', 'tiktok', 'upload'] as const;
export const VISIBILITIES = ['private', 'network'] as const;

export const LocationDetails = z.object({
  city: z.string().describe('As people there call it.'),
  countryCode: z.string().describe('ISO 3166-1 alpha-2.'),
  countryName: z.string().describe('As it was given, such as Portugal.'),
  displayName: z.string().describe('City, region and country in one line, for people.'),
  geonamesId: z.int().nullable().describe('The place in GeoNames; null when unknown.'),
  latitude: z.number().nullable().describe('Degrees, north is positive; null when unknown.'),
  longitude: z.number().nullable().describe('Degrees, east is positive; null when unknown.'),
  regionCode: z.string().nullable().describe("GeoNames' code of the first-level region; null when unknown."),
  regionName: z.string().nullable().describe('The state or province; null when unknown.'),
});
export type LocationDetails = z.output<typeof LocationDetails>;

const ThumbnailImage = z.object({
  fileId: z.string().describe('The picture, among the uploads.'),
  url: z.string().nullable().describe('Short-lived link to it; null until it is ready.'),
  width: z.int().nullable().describe('Pixels; null when unknown.'),
  height: z.int().nullable().describe('Pixels; null when unknown.'),
  blurHash: z.string().nullable().describe('BlurHash to show while it loads; null without one.'),
});

export const ReferenceVideo = z.object({
  platform: z.enum(VIDEO_PLATFORMS).describe('Where it comes from; `upload` for a file.'),
  post: z.string().nullable().describe("The platform's ID of the post; null for an upload."),
  file: z.string().nullable().describe('The uploaded file; null where the video is on a platform alone.'),
  url: z.string().nullable().describe('Where it is published; null when unknown.'),
  title: z.string().nullable().describe('What it is called; null when unknown.'),
  publishedAt: z.string().nullable().describe('RFC 3339, UTC; null when unknown.'),
  durationLabel: z
    .string()
    .nullable()
    .describe('How long it is, as people write it, such as 0:31; null when unknown.'),
  thumbnailUrl: z.string().nullable().describe('Link to a picture that it is shown by; null without one.'),
  thumbnailImage: ThumbnailImage.nullable().describe(
    'An uploaded picture that it is shown by; null without one.',
  ),
  videoUrl: z
    .string()
    .nullable()
    .describe('Link to the video itself, short-lived for an upload; null without one.'),
});
export type ReferenceVideo = z.output<typeof ReferenceVideo>;

/** A reference video as it is stored. */
export interface StoredVideo extends ReferenceVideo {
  /** Whether its creator selected it from an account that it connected, which then tells all but its address. */
  isOwn?: true;
}

/**
 * The words that a search finds a creator by. `contact` is for rosters only: the marketplace does not reveal
 * addresses.
 */
export interface SearchWords {
  name: string[];
  contact: string[];
}

/** The identity, which is the same for every reader. Times in milliseconds. */
export interface CreatorRow {
  id: string;
  name: string;
  handle: string | null;
  email: string | null;
  phone: string | null;
  managedBy: string | null;
  claimInvitedAt: number | null;
  claimedAt: number | null;
  personId: string | null;
  refusedAt: number | null;
  profilePicture: string | null;
  bio: string | null;
  location: string | null;
  platformHandles: Record<string, string>;
  visibility: (typeof VISIBILITIES)[number];
  birthDate: string | null;
  gender: string | null;
  interests: string[];
  creativeStyles: string[];
  locationDetails: LocationDetails | null;
  referenceVideos: StoredVideo[];
  identityStatus: 'required' | 'pending' | 'verified';
  bankAccountStatus: 'missing' | 'added' | null;
  onboardingCompletedAt: number | null;
  lastActiveAt: number | null;
  searchWords: SearchWords;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** What one account knows and decides about a creator. */
export interface RelationshipRow {
  id: string;
  accountId: string;
  creatorId: string;
  consent: Consent;
  accountYes: Yes | null;
  creatorYes: Yes | null;
  ended: End | null;
  agreedAt: number | null;
  enteredName: string | null;
  enteredEmail: string | null;
  enteredPhone: string | null;
  enteredWords: string[];
  consentVersion: number;
  consentAt: number;
  status: CreatorStatus;
  relationship: (typeof RELATIONSHIPS)[number];
  source: 'added' | 'application' | 'brand_link';
  notes: string | null;
  tags: string[];
  takeRateBps: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** An identity with the reading account's relationship. */
export interface FoundCreator {
  creator: CreatorRow;
  relationship: RelationshipRow | null;
  /** Whether the creator's side hides it from the reader. */
  hidden: boolean;
  /** Whether a person has verified its address. */
  verified: boolean;
  /** The partner that manages the creator, and its rate in basis points. */
  feePartner: string | null;
  feeBps: number | null;
  /** The reading partner's default rate. */
  ownRateBps: number | null;
}
