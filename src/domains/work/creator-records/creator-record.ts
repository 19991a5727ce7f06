import * as z from 'zod';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id, Version } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';
import { Payouts } from '../../accounts/accounts/account.ts';
import {
  CREATOR_STATUSES,
  LocationDetails,
  RELATIONSHIPS,
  ReferenceVideo,
  VISIBILITIES,
} from '../creators/creator.ts';
import { OpenRetainer } from '../retainers/retainer.ts';
import { CREATIVE_STYLES, GENDERS } from './creator-input.ts';

const SUBMISSION_STATUSES = ['approved', 'live', 'rejected', 'review', 'revision'] as const;
const TIERS = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const;

export const Creator = z
  .object({
    id: id('creator'),
    name: z.string(),
    handle: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    profilePicture: id('file').nullable(),
    image: Image.nullable(),
    bio: z.string().nullable(),
    location: z.string().nullable(),
    platformHandles: z.record(z.string(), z.string()).describe('Handles by platform.'),
    tags: z.array(z.string()),
    notes: z.string().nullable(),
    status: z
      .enum(CREATOR_STATUSES)
      .nullable()
      .describe(
        'On your roster; null for one who is not on it. It follows from what both sides said: see relationships.',
      ),
    relationship: z.enum(RELATIONSHIPS).nullable(),
    managedBy: id('account').nullable(),
    visibility: z.enum(VISIBILITIES),
    chatAvailable: z.boolean(),
    programs: z.array(id('program')).describe('Programs of yours that the creator is in.'),
    brands: z.array(id('account')).describe('Brands that the creator works with, as far as you may know.'),
    retainer: OpenRetainer.nullable().describe('The newest one with you that is open.'),
    payouts: Payouts.nullable(),
    stats: z.object({
      approvedVideos: z.int(),
      pendingVideos: z.int(),
      approvalRate: z.number().describe('Percent of the reviewed videos that were approved.'),
      installs: z.int(),
    }),
    tier: z.enum(TIERS),
    performance: z
      .object({
        currency: z.string(),
        days: z.array(
          z.object({
            date: z.string(),
            spend: z.int(),
            revenue: z.int(),
            clicks: z.int(),
            impressions: z.int(),
            purchases: z.int(),
            approvedSubmissions: z.int(),
          }),
        ),
      })
      .nullable()
      .describe("Ad results of the last 30 days in the account's ads; null while there are none."),
    referenceVideos: z.array(ReferenceVideo),
    takeRate: z
      .object({ percent: z.number(), custom: z.boolean().describe("Other than the partner's default.") })
      .nullable()
      .describe("The reading partner's share of the creator's pay."),
    claim: z.object({ status: z.enum(['invited', 'claimed']) }).nullable(),
    listing: z
      .object({
        headline: z.string().nullable(),
        specialty: z.string().nullable(),
        age: z.int().nullable(),
        gender: z.string().nullable(),
        categories: z.array(z.string()),
        creativeStyles: z.array(z.string()),
        interests: z.array(z.string()),
        requestStatus: z.enum(['pending', 'accepted', 'declined']).nullable(),
        audience: z.object({}).loose().nullable(),
        lastActive: z.string().nullable(),
        responseTime: z
          .number()
          .nullable()
          .describe('Hours between an invitation and its answer, on average.'),
      })
      .nullable()
      .describe('What the marketplace shows; null for a private creator.'),
    submissions: z
      .array(
        z.object({
          id: id('submission'),
          programName: z.string(),
          platform: z.string().nullable(),
          status: z.enum(SUBMISSION_STATUSES),
          submittedAt: z.string(),
          duration: z.number().nullable(),
          format: z.string().nullable(),
          thumbnailUrl: z.string().nullable(),
          videoUrl: z.string().nullable(),
          thumbnailImage: Image.nullable(),
        }),
      )
      .describe('The newest ones that you may see.'),
    profile: z
      .object({
        birthDate: z.string().nullable(),
        gender: z.enum(GENDERS).nullable(),
        interests: z.array(z.string()),
        creativeStyles: z.array(z.enum(CREATIVE_STYLES)),
        locationDetails: LocationDetails.nullable(),
        onboardingCompletedAt: z.string().nullable(),
      })
      .nullable()
      .describe('Only when a creator reads itself.'),
    hiddenFrom: z
      .array(id('account'))
      .describe('Accounts that the marketplace does not show the creator to; only its own side sees them.'),
    partnerFee: z
      .object({ partner: id('account'), percent: z.number() })
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
