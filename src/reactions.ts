// Who hears of what happens below it. A domain never imports one above it: it calls what stands here, which is loaded when
// it is needed. Each entry is a static import() so that nothing depends on which modules a Worker happened to evaluate.

import type { PaymentTakenBack } from './domains/money/payments/interface.ts';

/** Loads what reacts. */
export type Lazy<T> = () => Promise<T>;

export interface Reactions {
  paymentTakenBack: readonly Lazy<PaymentTakenBack>[];
}

export const reactions: Reactions = {
  paymentTakenBack: [() => import('./domains/money/earnings/interface.ts').then((m) => m.payTakenBack)],
};
