import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { Email, id, Phone, percent, singleLine, text, Version, webUrl } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/list-page.ts';
import { MAX_TAKE_RATE_PERCENT } from '../../accounts/accounts/account.ts';
import { VIDEO_PLATFORMS } from '../creator-consent/creator.ts';

export const CREATIVE_STYLES = [
  'product_demo',
  'testimonial_review',
  'talking_head',
  'voiceover_broll',
  'lifestyle_routine',
  'unboxing',
  'screen_recording',
  'comedy_skit',
] as const;

export const GENDERS = ['woman', 'man', 'nonbinary', 'self_describe', 'undisclosed'] as const;

/** Top-level areas. A sub-area is its area, an underscore and a name of its own, such as fitness_yoga. */
export const INTEREST_AREAS = [
  'fitness',
  'beauty',
  'fashion',
  'food_drink',
  'tech_gaming',
  'travel',
  'home_diy',
  'parenting',
  'finance',
  'wellness',
  'pets',
  'comedy',
  'education',
  'outdoors',
] as const;

/** The top-level area of an interest. */
export function areaOf(interest: string): string {
  return INTEREST_AREAS.find((area) => interest === area || interest.startsWith(`${area}_`)) ?? interest;
}

const Interest = z
  .string()
  .max(60)
  .regex(
    new RegExp(`^(?:${INTEREST_AREAS.join('|')})(?:_[a-z0-9]+)*$`),
    'Not an area such as fitness, or a sub-area of one such as fitness_yoga.',
  )
  .describe(`One of ${INTEREST_AREAS.join(', ')}, or a sub-area joined with an underscore.`);

/** Drops a leading @ and lowers capitals: 1-30 letters, numbers, periods, underscores or hyphens. */
const Handle = z
  .string()
  .max(64)
  .transform((value) => value.trim().replace(/^@/, '').toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9._-]{1,30}$/, '1-30 letters, numbers, periods, underscores or hyphens.'))
  .meta({ override: { type: 'string', pattern: '^@?[A-Za-z0-9._-]{1,30}$' } })
  .describe('Unique among all creators. A leading @ is dropped, and capitals become small.');

/** In lower case, so that each address has one spelling. */
const CreatorEmail = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(Email)
  .meta({ override: { type: 'string', format: 'email', maxLength: 254 } });

const Url = webUrl();
const PlatformHandle = z
  .string()
  .max(64)
  .transform((value) => value.trim().replace(/^@/, ''))
  .pipe(
    z
      .string()
      .regex(
        /^[\p{L}\p{N}._-]{1,60}$/u,
        'Must be letters, numbers, periods, underscores or hyphens, at most 60.',
      ),
  )
  .meta({ override: { type: 'string', maxLength: 64 } })
  .describe('What the creator is called there. A leading @ is dropped.');

const BirthDate = z.iso.date().describe('YYYY-MM-DD.');

const LocationDetailsInput = z.object({
  city: singleLine(160).describe('As people there call it.'),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Must be a country of ISO 3166-1 alpha-2, such as US.')
    .describe('ISO 3166-1 alpha-2.'),
  countryName: singleLine(160).describe('For people, such as Portugal.'),
  displayName: singleLine(320).describe('City, region and country in one line, for people.'),
  geonamesId: z
    .int()
    .min(1)
    .nullable()
    .optional()
    .describe('The place in GeoNames, as GET /v1/cities tells it.'),
  latitude: z.number().min(-90).max(90).nullable().optional().describe('Degrees, north is positive.'),
  longitude: z.number().min(-180).max(180).nullable().optional().describe('Degrees, east is positive.'),
  regionCode: singleLine(20).nullable().optional().describe("GeoNames' code of the first-level region."),
  regionName: singleLine(160).nullable().optional().describe('The state or province.'),
});

const Selection = z.object({
  platform: z.enum(VIDEO_PLATFORMS).describe('Where it comes from; `upload` for a file.'),
  sourceContentId: text(200).describe("The platform's ID of the post, or the uploaded file's."),
  durationLabel: text(20).nullable().optional().describe('How long it is, as people write it, such as 0:31.'),
  mediaAssetId: text(200)
    .nullable()
    .optional()
    .describe('The uploaded file, where the video is one as well.'),
  publishedAt: Timestamp.nullable().optional().describe('RFC 3339.'),
  sourceUrl: Url.nullable().optional().describe('Where it is published.'),
  thumbnailImage: z
    .object({
      fileId: id('file').describe(
        'A ready picture of yours, uploaded with purpose=thumbnail or profile_picture.',
      ),
      url: Url.nullable().optional().describe('Not needed: a link is made from the file.'),
      width: z.int().min(1).nullable().optional().describe('Pixels. Not needed: the file tells.'),
      height: z.int().min(1).nullable().optional().describe('Pixels. Not needed: the file tells.'),
      blurHash: text(100).nullable().optional().describe('Not needed: the file tells.'),
    })
    .nullable()
    .optional()
    .describe('A picture of your own that it is shown by; of an upload its still, unless given.'),
  thumbnailUrl: Url.nullable().optional().describe('A picture that it is shown by, at its platform.'),
  title: text(500).nullable().optional().describe('What it is called.'),
  videoUrl: Url.nullable().optional().describe('Link to the video itself, at its platform.'),
});
export type Selection = z.output<typeof Selection>;

const Visibility = z.enum(['private', 'network']);

export const CreatorCreate = z.object({
  email: CreatorEmail.describe(
    'Where the creator is invited. Other accounts do not learn that you added it.',
  ),
  name: singleLine(160).optional().describe('The part of the address before the @ unless given.'),
  phone: Phone.optional(),
  visibility: Visibility.optional().describe('private unless given.'),
});
bodyExample(CreatorCreate, 'CreatorCreate', { email: 'mia@mail.example', name: 'Mia' });

export const CreatorUpdate = z.object({
  // Fields that the account decides about the creator.
  visibility: Visibility.optional().describe('network shows the creator to every account.'),
  tags: z
    .array(singleLine(60))
    .max(100)
    .optional()
    .describe('Your own labels, which nobody else sees. They take the place of all that were there.'),
  notes: text(10_000)
    .nullable()
    .optional()
    .describe('Your own words, which nobody else sees; null clears them.'),
  status: z
    .enum(['live', 'paused', 'removed'])
    .optional()
    .describe(
      'A paused creator takes no new work; removed ends the relationship and rejects its applications.',
    ),
  brands: z
    .array(id('account'))
    .max(200)
    .optional()
    .describe('A partner: the client brands that the creator works with, exactly these.'),
  takeRate: z
    .object({ percent: percent(MAX_TAKE_RATE_PERCENT).nullable() })
    .nullable()
    .optional()
    .describe("A partner: its share of this creator's pay, at most 20%; null restores the default."),
  hiddenFrom: z
    .array(id('account'))
    .max(100)
    .optional()
    .describe("Accounts that the marketplace does not show the creator to: the creator's side's alone."),
  // Fields of the creator's identity.
  profilePicture: id('file')
    .nullable()
    .optional()
    .describe('A ready file uploaded with purpose profile_picture; null takes the picture away.'),
  bio: text(2000)
    .nullable()
    .optional()
    .describe("In the creator's own words. The marketplace shows how it begins to accounts that agreed."),
  birthDate: BirthDate.nullable().optional().describe('YYYY-MM-DD. Others see the age alone.'),
  creativeStyles: z
    .array(z.enum(CREATIVE_STYLES))
    .max(CREATIVE_STYLES.length)
    .optional()
    .describe('What kinds of videos the creator makes; the first is shown as its specialty.'),
  email: CreatorEmail.optional().describe(
    'Where the creator is reached. Once its person has verified an address, the person alone changes it.',
  ),
  gender: z.enum(GENDERS).nullable().optional().describe('The marketplace shows it; null takes it back.'),
  handle: Handle.nullable().optional(),
  interests: z
    .array(Interest)
    .max(50)
    .optional()
    .describe('Areas such as fitness, and sub-areas such as fitness_yoga.'),
  location: singleLine(320).nullable().optional().describe('Where the creator lives, as people write it.'),
  locationDetails: LocationDetailsInput.nullable()
    .optional()
    .describe('The city, as GET /v1/cities tells it; null clears it.'),
  name: singleLine(160).optional().describe('What the creator is called.'),
  phone: Phone.nullable().optional(),
  platformHandles: z
    .object({ instagram: PlatformHandle.nullable().optional(), tiktok: PlatformHandle.nullable().optional() })
    .optional()
    .describe('What is left out stays; null takes one away.'),
  referenceVideoSelections: z
    .array(Selection)
    .max(20)
    .optional()
    .describe(
      'The reference videos, exactly these and in this order. Of a post of its own connected account a creator needs to give no more than platform and sourceContentId.',
    ),
  referenceVideos: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('Which of the reference videos to keep, in this order: their post or file IDs.'),
  pictureFrom: z
    .enum(['instagram', 'tiktok'])
    .optional()
    .describe(
      'Takes the picture that the connected account has now, as a file: instead of profilePicture. It is shown once it was processed.',
    ),
  version: Version.optional(),
});
bodyExample(CreatorUpdate, 'CreatorUpdate', { tags: ['shoes'], notes: 'Quick to answer.' });

export type CreatorUpdateInput = z.output<typeof CreatorUpdate>;
