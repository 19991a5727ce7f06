// Who a creator is, and what one account knows and decides about it. What callers read is creator-records' Creator.
import * as z from 'zod';
import type { Consent, End, Yes } from './consent.ts';

export const CREATOR_STATUSES = ['invited', 'live', 'paused', 'review', 'removed'] as const;
export type CreatorStatus = (typeof CREATOR_STATUSES)[number];
export const RELATIONSHIPS = ['direct', 'represented'] as const;
export const VIDEO_PLATFORMS = ['instagram', 'tiktok', 'upload'] as const;
export const VISIBILITIES = ['private', 'network'] as const;

export const LocationDetails = z.object({
  city: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  displayName: z.string(),
  geonamesId: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  regionCode: z.string().nullable(),
  regionName: z.string().nullable(),
});
export type LocationDetails = z.output<typeof LocationDetails>;

const ThumbnailImage = z.object({
  fileId: z.string(),
  url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  blurHash: z.string().nullable(),
});

export const ReferenceVideo = z.object({
  platform: z.enum(VIDEO_PLATFORMS),
  post: z.string().nullable().describe("The platform's ID of the post."),
  file: z.string().nullable().describe('The uploaded file.'),
  url: z.string().nullable(),
  title: z.string().nullable(),
  publishedAt: z.string().nullable(),
  durationLabel: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  thumbnailImage: ThumbnailImage.nullable(),
  videoUrl: z.string().nullable(),
});
export type ReferenceVideo = z.output<typeof ReferenceVideo>;

/** What a search finds a creator by. `contact` is for rosters only: the marketplace does not tell addresses. */
export interface SearchWords {
  name: string[];
  contact: string[];
}

/** The identity: what is the same for every reader. Times in milliseconds. */
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
  referenceVideos: ReferenceVideo[];
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

/** An identity with the reader's own relationship. */
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
