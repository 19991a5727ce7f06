import type { z as Z } from 'zod';
import * as z from 'zod';
import { toPercent } from '../../../kit/money.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample } from '../../../resource/example.ts';
import { createdAt, Email, id, Phone, percent, singleLine, text, Version } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';

/** A partner's take rate has this ceiling (specification, Limits). */
export const MAX_TAKE_RATE_PERCENT = 20;

const FeeOf = z.enum(['ad_spend', 'gmv']);
const BrandFee = z.object({ of: FeeOf, percent: z.number() });

export const Payouts = z.object({
  identity: z.object({ status: z.enum(['required', 'pending', 'verified']) }),
  bankAccount: z.object({ status: z.enum(['missing', 'added']) }).nullable(),
});

export const Account = z
  .object({
    id: id('account'),
    type: z.enum(['brand', 'partner']),
    name: z.string(),
    status: z.enum(['active', 'ended']).describe('An ended brand reads but no longer changes.'),
    managedBy: id('account').nullable(),
    brandFee: BrandFee.nullable().describe(
      "The managing partner's own fee on this brand; null means the partner's default applies.",
    ),
    partner: z
      .object({
        creatorTakeRate: z.object({ percent: z.number() }).nullable(),
        brandFee: BrandFee.nullable(),
      })
      .nullable()
      .describe("A partner's rates; null for a brand."),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    profilePicture: id('file').nullable(),
    image: Image.nullable(),
    paymentMethod: z
      .object({ status: z.string(), brand: z.string().nullable(), last4: z.string().nullable() })
      .nullable()
      .describe('Null while there is none; always null for a partner.'),
    payouts: Payouts,
    brands: z.object({ count: z.int() }).nullable().describe('Null on a managed brand.'),
    creators: z.object({ count: z.int() }).nullable().describe('Null on a managed brand.'),
    description: z.string().nullable(),
    recruitment: z.object({ headline: z.string().nullable(), description: z.string().nullable() }),
    listing: z
      .object({
        listed: z.boolean(),
        headline: z.string().nullable(),
        categories: z.array(z.string()),
        registeredAt: z.string().nullable(),
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

export type Account = Z.output<typeof Account>;

const TakeRateInput = z.object({ percent: percent(MAX_TAKE_RATE_PERCENT) });
const BrandFeeInput = z.object({ of: FeeOf, percent: percent(100) });
const Recruitment = z.object({
  headline: singleLine(160).nullable().optional(),
  description: text(2000).nullable().optional(),
});

const profileInput = {
  profilePicture: id('file').nullable().optional(),
  name: singleLine(160).optional(),
  description: text(2000).nullable().optional(),
  recruitment: Recruitment.optional(),
  version: Version.optional(),
};

/**
 * A scheme of an app's own, which is a domain name of its maker's in reverse order (RFC 8252, section 7.1): with a dot in
 * it, it is none that a browser or an operating system opens something else by.
 */
const ReturnScheme = z
  .string()
  .max(100)
  .transform((scheme) => scheme.toLowerCase())
  .pipe(
    z
      .string()
      .regex(
        /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/,
        'A domain name of yours in reverse order, such as com.example.app.',
      ),
  )
  .meta({ override: { type: 'string', maxLength: 100 } });

export const AccountUpdate = z.object({
  ...profileInput,
  creatorTakeRate: TakeRateInput.nullable()
    .optional()
    .describe("A partner's share of its creators' pay, at most 20 %."),
  brandFee: BrandFeeInput.nullable().optional().describe("A partner's default fee on its brands."),
  type: z.enum(['brand', 'partner']).optional(),
  listing: z
    .object({
      listed: z.boolean().optional(),
      headline: singleLine(160).nullable().optional(),
      categories: z.array(singleLine(60)).max(20).optional(),
    })
    .optional(),
  returnSchemes: z
    .array(ReturnScheme)
    .max(10)
    .optional()
    .describe('Schemes of your own apps that a returnUrl may have, such as `com.example.app`.'),
});
bodyExample(AccountUpdate, 'AccountUpdate', { description: 'Shoes for people who walk.' });

export const BrandCreate = z.object({
  name: singleLine(160),
  brandFee: BrandFeeInput.optional(),
  email: Email.optional(),
  phone: Phone.optional(),
});
bodyExample(BrandCreate, 'BrandCreate', { name: 'Fern and Field', email: 'hello@fern.example' });

export const BrandUpdate = z.object({
  ...profileInput,
  brandFee: BrandFeeInput.nullable().optional().describe("Null returns the brand to the partner's default."),
});
bodyExample(BrandUpdate, 'BrandUpdate', { description: 'Shoes for people who walk.' });

/** An account as its table keeps it. */
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

/** With what reads count. */
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
