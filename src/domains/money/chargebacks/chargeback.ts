// The staff's view of a chargeback; nobody else sees it.
import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import type { ChargebackRow } from './interface.ts';

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
    id,
    charge: row.chargeId,
    account: row.accountId,
    currency,
    amount,
    status,
    taken,
    fee,
    message,
    processorPayment: row.intent,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
