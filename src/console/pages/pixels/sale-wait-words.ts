import type { SubmissionConversion } from '../../../domains/money/earnings/submission-conversion.ts';

/** What a sale waits for. */
export const WAITS: Readonly<Record<NonNullable<SubmissionConversion['waitsFor']>, string>> = {
  confirmation: 'For the order to be confirmed',
  maturity: 'For returns',
  code_answer: 'For an answer about its flagged code',
  shop_reading: 'For the store to be read once more',
  approval: 'For the submission to be approved',
  counting: 'Its pay is calculated within a few minutes',
};
