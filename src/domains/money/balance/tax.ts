import * as z from 'zod';
import { yearOf } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { Cents } from '../../../resource/fields.ts';
import type { PaidInYear } from '../ledger/journal-sums.ts';
import type { PayoutAccountRow } from '../payout-accounts/payout-account.ts';

export const Tax = z
  .object({
    taxId: z
      .enum(['missing', 'provided', 'verified', 'failed'])
      .describe('What the payment processor says of the tax ID.'),
    required: z
      .boolean()
      .describe('Whether a tax ID is required: a creator in the US reached the threshold of a year.'),
    threshold: Cents.describe("This year's; 0 where nothing is to be reported."),
    currency: z
      .string()
      .describe(
        'The currency of threshold and years: that of the payouts, usd before they are set up. ISO 4217, lower case.',
      ),
    years: z
      .array(
        z.object({
          year: z.int().describe('Calendar year, UTC.'),
          reportable: z.int().describe('Cents: earnings paid less what was taken back.'),
        }),
      )
      .describe('Newest first.'),
  })
  .meta({ id: 'Tax' });
recordExample(Tax, {
  taxId: 'provided',
  required: false,
  threshold: 200_000,
  currency: 'usd',
  years: [{ year: 2026, reportable: 150_000 }],
});

export type Tax = z.output<typeof Tax>;

/** The yearly amount, in US cents, from which a payee has to be reported in the US. */
function usThreshold(year: number): number {
  return year >= 2026 ? 200_000 : 60_000;
}

/**
 * @param payouts where and in what currency the holder is paid out, and the state of the tax ID; null before
 * payouts are set up.
 * @param now milliseconds.
 */
export function presentTax(
  paid: PaidInYear[],
  isCreator: boolean,
  payouts: Pick<PayoutAccountRow, 'kind' | 'country' | 'currency' | 'taxId'> | null,
  now: number,
): Tax {
  const reported = isCreator && payouts?.country === 'US';
  // A recipient's bank may use a currency that the recipient never earns in.
  const currency = payouts === null || payouts.kind === 'recipient' ? 'usd' : payouts.currency;
  const years = paid
    .filter((each) => each.currency === currency)
    .map(({ year, cents }) => ({ year, reportable: cents }));
  return {
    taxId: payouts?.taxId ?? 'missing',
    required: reported && years.some(({ year, reportable }) => reportable >= usThreshold(year)),
    threshold: reported ? usThreshold(yearOf(now)) : 0,
    currency,
    years,
  };
}
