// What an account and a brand are made and changed with.
import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { Email, id, Phone, percent, singleLine, text, Version } from '../../../resource/fields.ts';
import { FeeOf, MAX_TAKE_RATE_PERCENT } from './account.ts';

const TakeRateInput = z.object({ percent: percent(MAX_TAKE_RATE_PERCENT) });
const BrandFeeInput = z.object({ of: FeeOf, percent: percent(100) });
const Recruitment = z.object({
  headline: singleLine(160).nullable().optional().describe('One line to win creators with; null clears it.'),
  description: text(2000)
    .nullable()
    .optional()
    .describe('What it is like to work with the account; null clears it.'),
});

const profileInput = {
  profilePicture: id('file')
    .nullable()
    .optional()
    .describe(
      'A ready file of the acting account with purpose profile_picture; null takes the picture away.',
    ),
  name: singleLine(160)
    .optional()
    .describe("Shown to creators and on invitations. One that looks like the service's own is refused."),
  description: text(2000)
    .nullable()
    .optional()
    .describe('About the account, in its own words; null clears it.'),
  recruitment: Recruitment.optional().describe(
    'How the account presents itself to creators. What is left out stays.',
  ),
  version: Version.optional(),
};

/**
 * A URL scheme that only the customer's own app handles. It has to contain a dot, as a reversed domain name does (RFC
 * 8252, section 7.1), so that it cannot be a scheme which a browser or an operating system handles itself.
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
    .describe("A partner's share of its creators' pay, at most 20%."),
  brandFee: BrandFeeInput.nullable().optional().describe("A partner's default fee on its brands."),
  type: z
    .enum(['brand', 'partner'])
    .optional()
    .describe(
      'A managed brand keeps its type. A partner becomes a brand only while it manages nobody, and then loses rates and listing.',
    ),
  listing: z
    .object({
      listed: z.boolean().optional().describe('Whether the marketplace shows it.'),
      headline: singleLine(160).nullable().optional().describe('One line about the agency; null clears it.'),
      categories: z
        .array(singleLine(60))
        .max(20)
        .optional()
        .describe('Fields of work, in words of your own. They take the place of all that were there.'),
    })
    .optional()
    .describe("A partner's marketplace listing. What is left out stays."),
  returnSchemes: z
    .array(ReturnScheme)
    .max(10)
    .optional()
    .describe('Schemes of your own apps that a returnUrl may have, such as `com.example.app`.'),
});
bodyExample(AccountUpdate, 'AccountUpdate', { description: 'Shoes for people who walk.' });

export const BrandCreate = z.object({
  name: singleLine(160).describe(
    "Shown to creators and on invitations. One that looks like the service's own is refused.",
  ),
  brandFee: BrandFeeInput.optional().describe('Your fee on this brand; left out, your default applies.'),
  email: Email.optional().describe('Where the brand is reached.'),
  phone: Phone.optional(),
});
bodyExample(BrandCreate, 'BrandCreate', { name: 'Fern and Field', email: 'hello@fern.example' });

export const BrandUpdate = z.object({
  ...profileInput,
  brandFee: BrandFeeInput.nullable().optional().describe("Null returns the brand to the partner's default."),
});
bodyExample(BrandUpdate, 'BrandUpdate', { description: 'Shoes for people who walk.' });
