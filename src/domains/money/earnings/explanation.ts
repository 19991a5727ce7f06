import * as z from 'zod';

export const STEPS = ['event', 'attribution', 'rule', 'limit', 'payment', 'hold', 'payout'] as const;

export const ExplanationStep = z
  .object({
    step: z.enum(STEPS),
    text: z.string().describe('What happened, in words for a creator.'),
    records: z.array(z.string()).describe('IDs of the records that it rests on.'),
    amount: z.int().nullable().describe('Cents.'),
    currency: z.string().nullable(),
    at: z.string().nullable().describe('RFC 3339, UTC.'),
  })
  .meta({ id: 'EarningExplanationStep' });

export type ExplanationStep = z.output<typeof ExplanationStep>;

/** An amount in the currency's smallest unit, as people read it. */
export function inWords(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const size = String(Math.abs(cents)).padStart(digits + 1, '0');
  const whole = size.slice(0, size.length - digits);
  const rest = digits === 0 ? '' : `.${size.slice(-digits)}`;
  return `${cents < 0 ? '-' : ''}${whole}${rest} ${currency.toUpperCase()}`;
}
