import type { z as Z } from 'zod';
import * as z from 'zod';
import { toPercent } from '../../../kit/money.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';

/** The specification caps a partner's take rate (Limits). */
export const MAX_TAKE_RATE_PERCENT = 20;

export const FeeOf = z
  .enum(['ad_spend', 'gmv'])
  .describe(
    'What the percent is taken of: what the brand spends on ads, or the value of its confirmed sales that were credited to creators (gmv).',
  );
const OutPercent = z.number().describe('1.5 means 1.5%.');
const BrandFee = z.object({ of: FeeOf, percent: OutPercent });

export const Payouts = z.object({
  identity: z
    .object({
      status: z
        .enum(['required', 'pending', 'verified'])
        .describe(
          'As the payment processor says: `required` until the holder has acted, `pending` while it checks.',
        ),
    })
    .describe("The check of the holder's identity. Without it nothing is paid out."),
  bankAccount: z
    .object({ status: z.enum(['missing', 'added']).describe('Whether there is one to withdraw to.') })
    .nullable()
    .describe('Null until payouts were set up for the first time.'),
});

export const Account = z
  .object({
    id: ownId('account'),
    type: z
      .enum(['brand', 'partner'])
      .describe('A brand advertises; a partner manages client brands and a roster of creators.'),
    name: z.string().describe('Shown to creators and on invitations.'),
    slug: z
      .string()
      .describe('What `client` in the business API calls it. Made from its first name, and stays.'),
    status: z.enum(['active', 'ended']).describe('An ended brand reads but no longer changes.'),
    managedBy: id('account')
      .nullable()
      .describe('The partner that manages this brand; null for a partner and for a brand of its own.'),
    brandFee: BrandFee.nullable().describe(
      "The managing partner's own fee on this brand; null means the partner's default applies.",
    ),
    partner: z
      .object({
        creatorTakeRate: z
          .object({ percent: OutPercent })
          .nullable()
          .describe(
            "The partner's share of its creators' pay, unless a creator has a rate of its own; null takes none.",
          ),
        brandFee: BrandFee.nullable().describe(
          'The fee on client brands that have none of their own; null takes none.',
        ),
      })
      .nullable()
      .describe("A partner's rates; null for a brand."),
    email: z.string().nullable().describe('Where the account is reached; null when none was given.'),
    phone: z.string().nullable().describe('Digits in international form; null when none was given.'),
    profilePicture: id('file').nullable().describe('The file that the image is made from; null without one.'),
    image: Image.nullable().describe('The profile picture, ready to show; null without one.'),
    paymentMethod: z
      .object({
        status: z.string().describe('`active` while a card is on file.'),
        brand: z.string().nullable().describe("The card's, such as visa; null when unknown."),
        last4: z
          .string()
          .nullable()
          .describe("The last four digits of the card's number; null when unknown."),
      })
      .nullable()
      .describe('Null while there is none; always null for a partner.'),
    payouts: Payouts.describe(
      "How far a partner's set-up for payouts is; a brand is not paid out and stays at `required`.",
    ),
    brands: z
      .object({ count: z.int().describe('Active ones alone.') })
      .nullable()
      .describe('The client brands of a partner; null on a managed brand.'),
    creators: z
      .object({ count: z.int().describe('Those that this account added.') })
      .nullable()
      .describe('Null on a managed brand.'),
    description: z
      .string()
      .nullable()
      .describe('About the account, in its own words; null when none was given.'),
    recruitment: z
      .object({
        headline: z.string().nullable().describe('One line to win creators with; null when none was given.'),
        description: z
          .string()
          .nullable()
          .describe('What it is like to work with the account; null when none was given.'),
      })
      .describe('How the account presents itself to creators.'),
    listing: z
      .object({
        listed: z.boolean().describe('Whether the marketplace shows it.'),
        headline: z.string().nullable().describe('One line about the agency; null when none was given.'),
        categories: z.array(z.string()).describe('Fields of work, in words that the partner chose.'),
        registeredAt: z
          .string()
          .nullable()
          .describe(
            'When it was listed for the first time, which a later change of `listed` keeps; null if it never was.',
          ),
      })
      .nullable()
      .describe("A partner's marketplace listing; null for a brand."),
    returnSchemes: z
      .array(z.string())
      .describe("Schemes of the account's own apps that a returnUrl may have, beside https."),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Account' });
recordExample(Account, {
  id: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  type: 'brand',
  name: 'Fern and Field',
  slug: 'fern-and-field',
  status: 'active',
  managedBy: null,
  brandFee: null,
  partner: null,
  email: 'hello@fern.example',
  phone: null,
  profilePicture: null,
  image: null,
  paymentMethod: null,
  payouts: { identity: { status: 'required' }, bankAccount: null },
  brands: { count: 0 },
  creators: { count: 12 },
  description: 'Shoes for people who walk.',
  recruitment: { headline: null, description: null },
  listing: null,
  returnSchemes: [],
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Account = Z.output<typeof Account>;

/** An account as stored in its table. */
export interface AccountRow {
  id: string;
  type: 'brand' | 'partner';
  name: string;
  slug: string;
  status: 'active' | 'ended';
  managedBy: string | null;
  brandFeeOf: 'ad_spend' | 'gmv' | null;
  brandFeeBps: number | null;
  partnerTakeRateBps: number | null;
  partnerFeeOf: 'ad_spend' | 'gmv' | null;
  partnerFeeBps: number | null;
  email: string | null;
  phone: string | null;
  profilePicture: string | null;
  cardStatus: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  identityStatus: 'required' | 'pending' | 'verified';
  bankAccountStatus: 'missing' | 'added' | null;
  description: string | null;
  recruitmentHeadline: string | null;
  recruitmentDescription: string | null;
  listed: boolean;
  listingHeadline: string | null;
  listingCategories: string[];
  listingRegisteredAt: number | null;
  returnSchemes: string[];
  eventsShard: number | null;
  creatorCount: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** An account with the number of brands that it manages, which reads compute. */
export interface CountedAccountRow extends AccountRow {
  brandCount: number;
}

function fee(of: 'ad_spend' | 'gmv' | null, bps: number | null) {
  return of === null || bps === null ? null : { of, percent: toPercent(bps) };
}

export function presentAccount(row: CountedAccountRow, image: Account['image']): Account {
  const isPartner = row.type === 'partner';
  const counts = row.managedBy === null;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    slug: row.slug,
    status: row.status,
    managedBy: row.managedBy,
    brandFee: fee(row.brandFeeOf, row.brandFeeBps),
    partner: isPartner
      ? {
          creatorTakeRate:
            row.partnerTakeRateBps === null ? null : { percent: toPercent(row.partnerTakeRateBps) },
          brandFee: fee(row.partnerFeeOf, row.partnerFeeBps),
        }
      : null,
    email: row.email,
    phone: row.phone,
    profilePicture: row.profilePicture,
    image,
    paymentMethod:
      isPartner || row.cardStatus === null
        ? null
        : { status: row.cardStatus, brand: row.cardBrand, last4: row.cardLast4 },
    payouts: {
      identity: { status: row.identityStatus },
      bankAccount: row.bankAccountStatus === null ? null : { status: row.bankAccountStatus },
    },
    brands: counts ? { count: row.brandCount } : null,
    creators: counts ? { count: row.creatorCount } : null,
    description: row.description,
    recruitment: { headline: row.recruitmentHeadline, description: row.recruitmentDescription },
    listing: isPartner
      ? {
          listed: row.listed,
          headline: row.listingHeadline,
          categories: row.listingCategories,
          registeredAt: isoOrNull(row.listingRegisteredAt),
        }
      : null,
    returnSchemes: row.returnSchemes,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
