import * as z from 'zod';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';
import { Payouts } from '../../accounts/accounts/account.ts';
import {
  CREATOR_STATUSES,
  LocationDetails,
  RELATIONSHIPS,
  ReferenceVideo,
  VISIBILITIES,
} from '../creator-consent/creator.ts';
import { OpenRetainer } from '../retainers/retainer.ts';
import { CREATIVE_STYLES, GENDERS } from './creator-input.ts';

const SUBMISSION_STATUSES = ['approved', 'live', 'rejected', 'review', 'revision'] as const;
const TIERS = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const;

export const Creator = z
  .object({
    id: ownId('creator'),
    name: z.string().describe('As far as you may know it: else what you entered, or "Private creator".'),
    handle: z
      .string()
      .nullable()
      .describe('Unique among all creators; null without one, and where you may not know it.'),
    email: z
      .string()
      .nullable()
      .describe('Before you have agreed, what you entered; null where you entered none.'),
    phone: z
      .string()
      .nullable()
      .describe('Digits in international form. Before you have agreed, what you entered; null without one.'),
    profilePicture: id('file').nullable().describe('The file that the image is made from; null without one.'),
    image: Image.nullable().describe('The profile picture, ready to show; null without one.'),
    bio: z
      .string()
      .nullable()
      .describe("The creator's own words; null without any, and before you have agreed."),
    location: z
      .string()
      .nullable()
      .describe(
        'Where the creator lives, as people write it; null when unknown, and before you have agreed.',
      ),
    platformHandles: z
      .record(z.string(), z.string())
      .describe('What the creator is called there, keyed by platform; empty before you have agreed.'),
    tags: z.array(z.string()).describe('Your own labels; nobody else sees them.'),
    notes: z.string().nullable().describe('Your own words; nobody else sees them. Null without any.'),
    status: z
      .enum(CREATOR_STATUSES)
      .nullable()
      .describe(
        'On your roster; null for one who is not on it. It follows from what both sides said: see relationships.',
      ),
    relationship: z
      .enum(RELATIONSHIPS)
      .nullable()
      .describe(
        '`represented`: you, or a partner between the two of you, speak for the creator. Null for one who is not on your roster.',
      ),
    managedBy: id('account')
      .nullable()
      .describe(
        'The account that added the record; null where a person made it, and before you have agreed.',
      ),
    visibility: z
      .enum(VISIBILITIES)
      .describe('The marketplace shows creators of the `network` to every account.'),
    chatAvailable: z
      .boolean()
      .describe('Whether you have agreed to work together, and so may write to each other.'),
    agreementsRequired: z
      .boolean()
      .nullable()
      .describe(
        'Whether the creator has yet to accept agreements of yours, as their pending acceptances say. Null for the creator, and before you have agreed.',
      ),
    programs: z.array(id('program')).describe('Programs of yours that the creator is in.'),
    brands: z.array(id('account')).describe('Brands that the creator works with, as far as you may know.'),
    retainer: OpenRetainer.nullable().describe('The newest one with you that is open.'),
    payouts: Payouts.nullable().describe('How far the set-up for payouts is; null before you have agreed.'),
    stats: z
      .object({
        approvedVideos: z.int().describe('Live ones too.'),
        pendingVideos: z.int().describe('In review or in revision.'),
        approvalRate: z.number().describe('Percent of the reviewed videos that were approved.'),
        installs: z.int().describe('App installs that ads with the videos brought.'),
      })
      .describe('Over all accounts; zeros where you may not know them.'),
    tier: z
      .enum(TIERS)
      .describe(
        'By approved videos over all accounts: silver from 10, gold from 25, platinum from 50, diamond from 100.',
      ),
    performance: z
      .object({
        currency: z
          .string()
          .describe('The one with the most spend; days in another count none. ISO 4217, in lower case.'),
        days: z
          .array(
            z.object({
              date: z.string().describe("A day of the ad account's zone."),
              spend: z.int().describe('Cents.'),
              revenue: z.int().describe('Cents, as the platform counts it.'),
              clicks: z.int().describe('On the ads.'),
              impressions: z.int().describe('How often the ads were shown.'),
              purchases: z.int().describe('As the platform counts them.'),
              approvedSubmissions: z.int().describe('On this day.'),
            }),
          )
          .describe('Oldest first; days without anything are left out.'),
      })
      .nullable()
      .describe("Ad results of the last 30 days in the account's ads; null while there are none."),
    referenceVideos: z
      .array(ReferenceVideo)
      .describe('What the creator wants to be judged by; empty before you have agreed.'),
    takeRate: z
      .object({
        percent: z.number().describe('1.5 means 1.5%.'),
        custom: z.boolean().describe("Other than the partner's default."),
      })
      .nullable()
      .describe(
        "The reading partner's share of the creator's pay; null for any other reader, and where the partner takes none.",
      ),
    claim: z
      .object({
        status: z.enum(['invited', 'claimed']).describe('`claimed`: its person answers for it from then on.'),
      })
      .nullable()
      .describe(
        'Whether the person behind a record that an account added has taken it over; null before it was asked to, and before you have agreed.',
      ),
    listing: z
      .object({
        headline: z
          .string()
          .nullable()
          .describe('How the bio begins; null without one, and before you have agreed.'),
        specialty: z.string().nullable().describe('The first of the creative styles; null without any.'),
        age: z.int().nullable().describe('In whole years; null when unknown.'),
        gender: z.string().nullable().describe('As the creator says; null when it says nothing.'),
        categories: z.array(z.string()).describe('The top-level areas of the interests.'),
        creativeStyles: z.array(z.string()).describe('What kinds of videos the creator makes.'),
        interests: z.array(z.string()).describe('What the creator makes videos about.'),
        requestStatus: z
          .enum(['pending', 'accepted', 'declined'])
          .nullable()
          .describe(
            'What became of the invitation or request between the two of you; null where there was none.',
          ),
        audience: z
          .object({})
          .loose()
          .nullable()
          .describe('Who watches the creator; null while no platform tells.'),
        lastActive: z
          .string()
          .nullable()
          .describe('When the creator last did anything here; null when unknown.'),
        responseTime: z
          .number()
          .nullable()
          .describe('Hours between an invitation and its answer, on average; null before the first answer.'),
      })
      .nullable()
      .describe('What the marketplace shows; null for a private creator.'),
    submissions: z
      .array(
        z.object({
          id: id('submission').describe('GET /v1/submissions/:id tells all of it.'),
          programName: z.string().describe('What it was sent in to.'),
          platform: z
            .string()
            .nullable()
            .describe('Where it is, or is to be, published; null where nobody said.'),
          status: z
            .enum(SUBMISSION_STATUSES)
            .describe('`review` waits for the brand, `revision` for the creator.'),
          submittedAt: z.string().describe('RFC 3339, UTC.'),
          duration: z.number().nullable().describe('Seconds; null for work given by URL.'),
          format: z.string().nullable().describe("The video's orientation; null for work given by URL."),
          thumbnailUrl: z.string().nullable().describe('Short-lived link to the still; null without one.'),
          videoUrl: z.string().nullable().describe('Short-lived link; null for work given by URL.'),
          thumbnailImage: Image.nullable().describe('The same still with its size; null without one.'),
        }),
      )
      .describe('The newest ones that you may see.'),
    profile: z
      .object({
        birthDate: z.string().nullable().describe('YYYY-MM-DD. Others see the age alone.'),
        gender: z.enum(GENDERS).nullable().describe('Null while nothing was said.'),
        interests: z.array(z.string()).describe('Areas such as fitness, and sub-areas such as fitness_yoga.'),
        creativeStyles: z
          .array(z.enum(CREATIVE_STYLES))
          .describe('What kinds of videos you make; the first is shown as your specialty.'),
        locationDetails: LocationDetails.nullable().describe(
          'The city, as the search of cities tells it; null without one.',
        ),
        onboardingCompletedAt: z
          .string()
          .nullable()
          .describe('When all was set up for the first time; null before.'),
      })
      .nullable()
      .describe('Only when a creator reads itself.'),
    hiddenFrom: z
      .array(id('account'))
      .describe('Accounts that the marketplace does not show the creator to; only its own side sees them.'),
    partnerFee: z
      .object({
        partner: id('account').describe('Who represents the creator.'),
        percent: z.number().describe('1.5 means 1.5%.'),
      })
      .nullable()
      .describe(
        "What the managing partner takes of the creator's pay; null where it is none of yours to know.",
      ),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Creator' });
recordExample(Creator, {
  id: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  name: 'Mia',
  handle: 'mia.walks',
  email: 'mia@mail.example',
  phone: null,
  profilePicture: null,
  image: null,
  bio: 'I walk a lot.',
  location: 'Lisbon',
  platformHandles: {},
  tags: ['shoes'],
  notes: 'Quick to answer.',
  status: 'live',
  relationship: 'represented',
  managedBy: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  visibility: 'private',
  chatAvailable: true,
  agreementsRequired: false,
  programs: [],
  brands: [],
  retainer: null,
  payouts: { identity: { status: 'required' }, bankAccount: null },
  stats: { approvedVideos: 7, pendingVideos: 1, approvalRate: 87.5, installs: 0 },
  tier: 'bronze',
  performance: null,
  referenceVideos: [],
  takeRate: null,
  claim: { status: 'invited' },
  listing: null,
  submissions: [],
  profile: null,
  hiddenFrom: [],
  partnerFee: null,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Creator = z.output<typeof Creator>;
