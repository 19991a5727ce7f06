import type { SystemCtx } from '../../../context.ts';
import { takeOffPaid } from './store.ts';

/**
 * Adds to the batch that takes a payment's earnings back for good that it no longer fills the creator's cap. What it paid
 * stays paid: no accrual opens again. Nothing happens for a payment that no rule made.
 */
export function payTakenBack(ctx: SystemCtx, paymentId: string): void {
  takeOffPaid(ctx, paymentId);
}
