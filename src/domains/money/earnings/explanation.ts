import * as z from 'zod';

export const STEPS = [
  'event',
  'attribution',
  'rule',
  'limit',
  'payment',
  'share',
  'taken_back',
  'hold',
  'payout',
] as const;

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
