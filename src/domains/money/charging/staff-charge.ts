// The staff's view of a charge. The brand's view is in the domain charges.
import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import type { ChargeRow } from './interface.ts';

export const StaffCharge = z.object({
  id: id('charge'),
  account: id('account'),
  currency: z.string(),
  day: z.string().describe('UTC.'),
  amount: z.int().describe('Cents.'),
  status: z.enum(['due', 'asked', 'processing', 'succeeded', 'failed', 'canceled', 'review']),
  attempt: z.int(),
  message: z.string().nullable(),
  processorPayment: z.string().nullable(),
  succeededAt: z.string().nullable(),
  createdAt,
  updatedAt: createdAt,
});

export type StaffCharge = z.output<typeof StaffCharge>;

export function presentStaffCharge(row: ChargeRow): StaffCharge {
  const { id, currency, day, amount, status, attempt, message } = row;
  return {
    id,
    account: row.accountId,
    currency,
    day,
    amount,
    status,
    attempt,
    message,
    processorPayment: row.intent,
    succeededAt: isoOrNull(row.succeededAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
