// The staff's view of a refund; nobody else sees it.
import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import type { RefundRow } from './store.ts';

export const Refund = z.object({
  id: id('refund'),
  payment: id('payment').nullable().describe('Null for one that was made at the processor.'),
  charge: id('charge').nullable(),
  account: id('account'),
  currency: z.string(),
  amount: z.int().describe('Cents.'),
  status: z.enum(['due', 'asked', 'succeeded', 'review', 'outside', 'returned']),
  attempt: z.int(),
  message: z.string().nullable(),
  processorRefund: z.string().nullable(),
  decidedAt: z.string().nullable(),
  createdAt,
  updatedAt: createdAt,
});

export type Refund = z.output<typeof Refund>;

export function presentRefund(row: RefundRow): Refund {
  const { id, currency, amount, status, attempt, message, processorRefund } = row;
  return {
    id,
    payment: row.paymentId,
    charge: row.chargeId,
    account: row.accountId,
    currency,
    amount,
    status,
    attempt,
    message,
    processorRefund,
    decidedAt: isoOrNull(row.decidedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
