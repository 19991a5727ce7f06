// Who hears of what happens below it. A domain never imports one above it: it calls what stands here, which is loaded when
// it is needed. Each entry is a static import() so that nothing depends on which modules a Worker happened to evaluate.
import type { PaymentTakenBack } from './domains/money/payments/interface.ts';
import type { DueKind, DueOutcomes } from './domains/money/receivables/interface.ts';

/** Loads what reacts. */
export type Lazy<T> = () => Promise<T>;

export interface Reactions {
  /** Who added a due, and hears what becomes of its charge: by the kind that is stored with it. */
  dueOutcomes: Record<DueKind, Lazy<DueOutcomes>>;
  /** All of these hear that a payment's earnings were taken back for good. */
  paymentTakenBack: readonly Lazy<PaymentTakenBack>[];
}

export const reactions: Reactions = {
  dueOutcomes: {
    payment: () => import('./domains/money/payments/charge-outcome.ts').then((m) => m.paymentOutcomes),
    brand_fee: () => import('./domains/money/earnings/brand-fee-outcome.ts').then((m) => m.brandFeeOutcomes),
  },
  paymentTakenBack: [() => import('./domains/money/earnings/interface.ts').then((m) => m.payTakenBack)],
};
