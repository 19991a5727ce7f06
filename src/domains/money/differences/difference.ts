import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { id } from '../../../resource/fields.ts';
import type { differences } from './table.ts';

/** README.md says what each means. */
const DIFFERENCE_KINDS = [
  'ledger_behind',
  'ledger_full',
  'sent_and_received',
  'in_transit',
  'payment',
  'commission',
  'brand_fee',
  'brand_fee_missing',
  'earning_unknown',
  'payout',
  'withdrawal',
  'charge_unknown',
  'charge_amount',
  'charge_twice',
  'charge_missing',
  'refund_missing',
  'refund_unknown',
  'transfer_unknown',
  'payout_unknown',
  'account_balance',
  'platform_balance',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export type DifferenceRow = typeof differences.$inferSelect;

/** One difference that a look found. */
export interface Found {
  kind: DifferenceKind;
  subject: string;
  details: Record<string, unknown>;
}

export const Difference = z.object({
  id: id('difference'),
  kind: z.enum(DIFFERENCE_KINDS),
  subject: z.string().describe('What differs: an ID of ours or of the processor’s.'),
  details: z.record(z.string(), z.unknown()).describe('What each side says.'),
  foundAt: z.string(),
  seenAt: z.string().describe('When it was last found.'),
  closedAt: z.string().nullable(),
});

export type Difference = z.output<typeof Difference>;

export function presentDifference(row: DifferenceRow): Difference {
  const { id, subject, foundAt, seenAt, closedAt } = row;
  return {
    id,
    kind: row.kind as DifferenceKind,
    subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
    foundAt: iso(foundAt),
    seenAt: iso(seenAt),
    closedAt: closedAt === null ? null : iso(closedAt),
  };
}
