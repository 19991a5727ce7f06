import * as z from 'zod';
import { DAY_MS, iso, isoOrNull } from '../../../kit/time.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import type { corrections } from './table.ts';

export type CorrectionRow = typeof corrections.$inferSelect;

/** After this nobody can approve a proposal any more. */
export const PROPOSED_FOR_MS = 7 * DAY_MS;

export const CORRECTION_KINDS = ['write_off', 'adjustment'] as const;
export const CORRECTED_BALANCES = ['payout_balance', 'receivable'] as const;

export const Correction = z.object({
  id: id('correction'),
  kind: z.enum(CORRECTION_KINDS),
  holder: z.string(),
  balance: z.enum(CORRECTED_BALANCES),
  currency: z.string(),
  amount: z.int().describe('Cents credited to the holder; negative for a debit.'),
  reason: z.string(),
  proposedBy: z.string(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  endsAt: z.string().describe('When it can no longer be approved.'),
  createdAt,
});

export type Correction = z.output<typeof Correction>;

export function presentCorrection(row: CorrectionRow): Correction {
  const { approvedAt, createdAt: at, ...rest } = row;
  return {
    ...rest,
    approvedAt: isoOrNull(approvedAt),
    endsAt: iso(at + PROPOSED_FOR_MS),
    createdAt: iso(at),
  };
}
