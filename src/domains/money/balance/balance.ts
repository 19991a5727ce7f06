import * as z from 'zod';
import type { Vars } from '../../../env.ts';
import { recordExample } from '../../../resource/example.ts';
import { Cents, currencyCode } from '../../../resource/fields.ts';
import type { Balances } from '../ledger/journal.ts';
import { withdrawalFees } from '../withdrawals/withdrawal-fees.ts';
import type { PayoutTerms } from './payout-terms.ts';

const percent = z.number().describe('Percent: 1.5 means 1.5%.');

export const Balance = z
  .object({
    balances: z
      .array(
        z.object({
          currency: currencyCode,
          available: Cents.describe('Earned, charged and free of holds; the next payout takes it.'),
          pending: Cents.describe('Earned, not yet charged or still in its hold.'),
          held: Cents.describe('In dispute.'),
          paid: Cents.describe('All that was ever paid out, less what was taken back.'),
          withdrawable: Cents.describe('The payout balance: what can go to a bank or card.'),
          owed: Cents.describe('Taken back after it was withdrawn. What is paid out next pays it off first.'),
          payoutProblem: z
            .string()
            .nullable()
            .describe(
              'Why what is available is not paid out, and what to do; null when the next payout takes it.',
            ),
          instantWithdrawable: Cents.describe('What of it can go out at once: nothing below the least fee.'),
          withdrawalFees: z
            .object({
              instant: z
                .object({ percent, minimum: Cents.describe('Cents that it costs at least.') })
                .describe('For an instant withdrawal.'),
              crossBorder: z
                .object({ percent: percent.describe('Percent: 0.25 means 0.25%. 0 in the US.') })
                .describe('For a bank outside the US, on top of the other.'),
            })
            .describe('What a withdrawal costs, taken out of its amount.'),
        }),
      )
      .describe('One for each currency that there ever was something in.'),
  })
  .meta({ id: 'Balance' });
recordExample(Balance, {
  balances: [
    {
      currency: 'usd',
      available: 120_000,
      pending: 50_000,
      held: 0,
      paid: 480_000,
      withdrawable: 150_000,
      owed: 0,
      payoutProblem: null,
      instantWithdrawable: 150_000,
      withdrawalFees: { instant: { percent: 1.5, minimum: 50 }, crossBorder: { percent: 0 } },
    },
  ],
});

export type Balance = z.output<typeof Balance>;

const EARNED_NOTHING = { available: 0, pending: 0, held: 0, paid: 0 };

/**
 * @param earns whether the holder is a creator; an account can only withdraw.
 * @param problems why the available balance in a currency is not paid out.
 */
export function presentBalance(
  balances: Balances,
  earns: boolean,
  vars: Vars,
  terms: PayoutTerms | null,
  problems: Record<string, string | null>,
): Balance {
  const fees = withdrawalFees(vars, terms?.country ?? null);
  const instant = (withdrawable: number): number =>
    !terms?.weekly && withdrawable > fees.instant.minimum ? withdrawable : 0;
  const shown = Object.entries(balances).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    balances: shown.map(([currency, buckets]) => {
      const { available = 0, pending = 0, held = 0, paid = 0, withdrawable = 0, owed = 0 } = buckets;
      return {
        currency,
        ...(earns ? { available, pending, held, paid } : EARNED_NOTHING),
        withdrawable,
        owed,
        payoutProblem: problems[currency] ?? null,
        instantWithdrawable: instant(withdrawable),
        withdrawalFees: fees,
      };
    }),
  };
}
