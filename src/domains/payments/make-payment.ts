import type { SystemCtx } from '../../context.ts';
import type { EarningSource } from '../ledger/posting.ts';
import type { PaymentRow } from './table.ts';

/** What is to be paid, before it is split. */
export interface PaymentDraft {
  /** Unique for ever: what it pays, such as `submission:sub_…`, `retainer:ret_…:3`. */
  cause: string;
  account: string;
  creator: string;
  program: string | null;
  submission: string | null;
  retainer: string | null;
  application: string | null;
  source: EarningSource;
  /** Cents, before the partner's take. */
  amount: number;
  currency: string;
  note: string | null;
  /** Whether the brand still has to approve it. */
  approval: 'automatic' | 'manual';
  /** Days between the charge and the moment when the earning becomes available. */
  holdDays: number;
}

/**
 * Makes a payment in the caller's batch: the record, its events, the ledger's steps, and what the brand is to be charged.
 * The batch fails with a conflict when something was paid for the cause before. Throws a RangeError for an amount that
 * is no whole number of cents above zero.
 */
export async function makePayment(_ctx: SystemCtx, _draft: PaymentDraft): Promise<PaymentRow> {
  throw new Error('not built yet');
}

/** Whether something was paid for the cause. */
export async function causeExists(_ctx: SystemCtx, _cause: string): Promise<boolean> {
  throw new Error('not built yet');
}
