// Who hears of what happens below it. A domain never imports one above it: it calls what stands here, which is loaded when
// it is needed. Each entry is a static import() so that nothing depends on which modules a Worker happened to evaluate.

import type { Provider } from './domains/accounts/connections/interface.ts';
import type { RelayReaction } from './domains/accounts/webhooks/interface.ts';
import type { PaymentTakenBack } from './domains/money/payments/interface.ts';
import type { DueKind, DueOutcomes } from './domains/money/receivables/interface.ts';
import type { RecordTakenOver } from './domains/work/creators/interface.ts';

/** Loads what reacts. */
export type Lazy<T> = () => Promise<T>;

export interface Reactions {
  /** Who a person can connect to; a provider that is not here is not offered. */
  connections: { readonly [provider: string]: Lazy<Provider> | undefined };
  /** By the type of an event that comes from a shard. */
  relayed: { readonly [type: string]: Lazy<RelayReaction> | undefined };
  /** Who added a due, and hears what becomes of its charge: by the kind that is stored with it. */
  dueOutcomes: Record<DueKind, Lazy<DueOutcomes>>;
  /** All of these hear that a payment's earnings were taken back for good. */
  paymentTakenBack: readonly Lazy<PaymentTakenBack>[];
  /** All of these hear that a person took a creator's record over. */
  recordTakenOver: readonly Lazy<RecordTakenOver>[];
}

export const reactions: Reactions = {
  connections: {
    card: () => import('./domains/money/charges/card-connection.ts').then((m) => m.cardConnection),
    stripe: () =>
      import('./domains/money/payout-accounts/payout-connection.ts').then((m) => m.payoutConnection),
  },
  relayed: {
    'pixel.verified': () =>
      import('./domains/measurement/pixels/verify-pixels.ts').then((m) => m.verifyPixels),
    'pixel.limited': () =>
      import('./domains/measurement/pixels/limit-beacons.ts').then((m) => m.limitBeacons),
  },
  dueOutcomes: {
    payment: () => import('./domains/money/payments/charge-outcome.ts').then((m) => m.paymentOutcomes),
    brand_fee: () => import('./domains/money/earnings/brand-fee-outcome.ts').then((m) => m.brandFeeOutcomes),
  },
  paymentTakenBack: [() => import('./domains/money/earnings/interface.ts').then((m) => m.payTakenBack)],
  recordTakenOver: [
    () =>
      import('./domains/money/payout-accounts/detach-payout-account.ts').then((m) => m.detachPayoutAccount),
  ],
};
