// The pay of a submission as its record shows it. The area money calculates it.
import * as z from 'zod';
import { currencyCode, id } from '../../../resource/fields.ts';

const Cut = z.object({
  by: z.enum(['cap', 'budget']).describe('The limit that took it off.'),
  amount: z.int().describe('Cents that it took off.'),
  message: z.string().describe('Why, in words for both sides.'),
});

export const ApprovalPay = z.object({
  status: z
    .enum(['expected', 'due', 'paid', 'nothing'])
    .describe(
      'expected: what an approval now would pay. due: it waits to be paid. Both as the limits stand now; who is paid before may leave less.',
    ),
  amount: z.int().describe("Cents, before a partner's share."),
  currency: currencyCode,
  cuts: z.array(Cut).describe('What the limits take off it, in cents.'),
});
export type ApprovalPay = z.output<typeof ApprovalPay>;

export const EarnedPay = z.object({
  source: z
    .enum(['submission', 'organic', 'paid_ads', 'program'])
    .describe('As of the payments that the rules make.'),
  campaign: id('campaign').nullable().describe("The campaign whose terms pay; null for the program's rules."),
  amount: z.int().describe('Cents that the rules came to so far: the sum of all that follows.'),
  due: z.int().describe('Cents that are in no payment yet; the limits may still cut them.'),
  paid: z.int().describe("Cents in payments, before a partner's share."),
  takenBack: z.int().describe('Cents in payments that came to nothing, or were given back.'),
  cuts: z.array(Cut).describe('What the limits took off, in cents.'),
  currency: currencyCode,
  waiting: z
    .object({
      sales: z.int().describe('How many.'),
      values: z
        .array(z.object({ currency: currencyCode, amount: z.int().describe('Cents, summed up.') }))
        .describe('What they are worth as they are now, by currency.'),
      nextAt: z.string().describe('When the next of them is counted. RFC 3339, UTC.'),
      until: z.string().describe('When the last of them is.'),
    })
    .nullable()
    .describe(
      'Sales that are counted once they have matured, holdDays after the day of each: what comes back until then earns nothing. Null for none.',
    ),
  selfPurchases: z
    .object({
      sales: z.int().describe('How many.'),
      values: z
        .array(z.object({ currency: currencyCode, amount: z.int().describe('Cents, summed up.') }))
        .describe('What they are worth, by currency.'),
    })
    .nullable()
    .describe(
      "Sales that are credited to the creator and that the creator bought, by the customer's email address or phone number. They earn nothing. Null for none.",
    ),
});
export type EarnedPay = z.output<typeof EarnedPay>;
