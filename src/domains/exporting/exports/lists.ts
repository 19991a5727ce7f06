/** The lists that can be exported, by the last part of their path. */
export const LISTS = [
  'agreements',
  'applications',
  'campaigns',
  'charges',
  'creator-codes',
  'creators',
  'earnings',
  'payments',
  'payouts',
  'posts',
  'products',
  'programs',
  'relationships',
  'retainers',
  'samples',
  'submissions',
  'transactions',
  'withdrawals',
] as const;

export type ExportedList = (typeof LISTS)[number];
