import type { SystemCtx } from '../../../context.ts';
import { insertDue } from './dues-store.ts';

export interface NewDue {
  /** The payment's or brand fee's ID. */
  id: string;
  kind: 'payment' | 'brand_fee';
  account: string;
  currency: string;
  /** Cents, above zero, with the service's fee. */
  amount: number;
  /** The application whose payStatus goes past_due when the charge fails for good. */
  application?: string | null;
}

/**
 * Notes in the caller's batch what a brand owes; the charge of the next UTC day collects it. A repeat changes nothing.
 * Throws a RangeError for what is no amount to charge.
 */
export function addDue(ctx: SystemCtx, due: NewDue): void {
  if (!Number.isSafeInteger(due.amount) || due.amount <= 0) {
    throw new RangeError(`not an amount to charge: ${due.amount}`);
  }
  insertDue(ctx, due);
}
