import * as z from 'zod';

const STEPS = [
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
    step: z.enum(STEPS).describe('Which stage of the way from what happened to the payout this is.'),
    text: z.string().describe('What happened, in words for a creator.'),
    records: z.array(z.string()).describe('IDs of the records that it rests on.'),
    amount: z
      .int()
      .nullable()
      .describe('Cents that the step adds, or takes below zero; null where it moves none.'),
    currency: z.string().nullable().describe('ISO 4217, in lower case; null where no amount is told.'),
    at: z.string().nullable().describe('When it happened; null where it has no moment of its own.'),
  })
  .meta({ id: 'EarningExplanationStep' });

export type ExplanationStep = z.output<typeof ExplanationStep>;
