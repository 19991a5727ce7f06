// What the staff sees of a charge, a refund and a chargeback; nobody else sees them.
import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import type { ChargebackRow } from './chargeback-store.ts';
import type { RefundRow } from './refund-store.ts';
import type { ChargeRow } from './store.ts';

export const Charge = z.object({
  id: id('charge'),
  account: id('account'),
  currency: z.string(),
  day: z.string().describe('UTC.'),
  amount: z.int().describe('Cents.'),
  status: z.enum(['due', 'asked', 'processing', 'succeeded', 'failed', 'review']),
  attempt: z.int(),
  message: z.string().nullable(),
  processorPayment: z.string().nullable(),
  succeededAt: z.string().nullable(),
  createdAt,
  updatedAt: createdAt,
});

export type Charge = z.output<typeof Charge>;

export function presentCharge(row: ChargeRow): Charge {
  const { id, currency, day, amount, status, attempt, message } = row;
  return {
    ...{ id, account: row.accountId, currency, day, amount, status, attempt, message },
    processorPayment: row.intent,
    succeededAt: isoOrNull(row.succeededAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

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
    ...{ id, payment: row.paymentId, charge: row.chargeId, account: row.accountId },
    ...{ currency, amount, status, attempt, message, processorRefund },
    decidedAt: isoOrNull(row.decidedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

export const Chargeback = z.object({
  id: z.string().describe("The processor's, of the dispute."),
  charge: id('charge'),
  account: id('account'),
  currency: z.string(),
  amount: z.int().describe('Disputed, in cents.'),
  status: z.enum(['open', 'won', 'lost', 'settled']),
  taken: z.int().describe('What the bank has of it now, in cents.'),
  fee: z.int().describe('What the dispute costs the service, in cents.'),
  message: z.string().nullable(),
  processorPayment: z.string(),
  createdAt,
  updatedAt: createdAt,
});

export type Chargeback = z.output<typeof Chargeback>;

export function presentChargeback(row: ChargebackRow): Chargeback {
  const { id, currency, amount, status, taken, fee, message } = row;
  return {
    ...{ id, charge: row.chargeId, account: row.accountId, currency, amount, status, taken, fee, message },
    processorPayment: row.intent,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
