// The chart of accounts: the buckets of a holder's ledger, the side of each, and what may change it. Amounts
// are always written with the sign of the bucket's own side, so every bucket except a receivable is zero or
// more.

import { holderKind as ownerKind } from '../../../kit/holder.ts';

export type Bucket =
  | 'pending'
  | 'held'
  | 'available'
  | 'paid'
  | 'withdrawable'
  | 'owed'
  | 'in_transit'
  | 'receivable'
  | 'charging'
  | 'cash_in'
  | 'cash_out'
  | 'fees'
  | 'processor_fees'
  | 'losses'
  | 'reserved'
  | 'sent'
  | 'received';

/** An account is a brand or a partner. It may change from one to the other and keeps its ledger. */
export type HolderKind = 'account' | 'creator' | 'service';

/**
 * What may write a bucket: a posting's lines, changes of earnings, the ledger's own rules, or stages of a
 * transfer.
 */
type WrittenBy = 'lines' | 'earnings' | 'rules' | 'transfers';

export interface BucketRule {
  /**
   * 1: a claim on the service (credit). -1: what the service has or is owed (debit). 0: a figure outside the
   * books.
   */
  side: 1 | -1 | 0;
  by: WrittenBy;
  holders: readonly HolderKind[];
  mayGoBelowZero?: true;
}

const ALL_HOLDERS = ['account', 'creator', 'service'] as const;
const EARNERS = ['account', 'creator'] as const;

export const CHART: Readonly<Record<Bucket, BucketRule>> = {
  pending: { side: 1, by: 'earnings', holders: EARNERS },
  held: { side: 1, by: 'earnings', holders: EARNERS },
  available: { side: 1, by: 'earnings', holders: EARNERS },
  paid: { side: 0, by: 'earnings', holders: EARNERS },
  withdrawable: { side: 1, by: 'lines', holders: EARNERS },
  owed: { side: -1, by: 'rules', holders: EARNERS },
  in_transit: { side: 1, by: 'lines', holders: EARNERS },
  receivable: { side: -1, by: 'lines', holders: ['account'], mayGoBelowZero: true },
  charging: { side: -1, by: 'lines', holders: ['account'] },
  cash_in: { side: -1, by: 'lines', holders: ['service'] },
  cash_out: { side: 1, by: 'lines', holders: ['service'] },
  fees: { side: 1, by: 'lines', holders: ['service'] },
  processor_fees: { side: -1, by: 'lines', holders: ['service'] },
  losses: { side: -1, by: 'lines', holders: ['service'] },
  reserved: { side: 1, by: 'transfers', holders: ALL_HOLDERS },
  sent: { side: 1, by: 'transfers', holders: ALL_HOLDERS },
  received: { side: -1, by: 'transfers', holders: ALL_HOLDERS },
};

export function isBucket(name: string): name is Bucket {
  return Object.hasOwn(CHART, name);
}

const SERVICE = /^service:([a-z]{3}):[0-9]+$/;

/** The kind of holder that a name has; null for a name that can have no ledger. */
export function holderKind(holder: string): HolderKind | null {
  return ownerKind(holder) ?? (SERVICE.test(holder) ? 'service' : null);
}

const HOLDER = /^((acct|crtr)_[0-9a-z]{26}|service:[a-z]{3}:[0-9]{1,13})$/;

/** Whether a name that a person enters can be a holder's. */
export const isHolder = (name: string): boolean => HOLDER.test(name);

/** The one currency of a service ledger; null for other holders, whose ledgers hold any currency. */
export function onlyCurrency(holder: string): string | null {
  return SERVICE.exec(holder)?.[1] ?? null;
}

/**
 * The number of ledgers that the service's own books of one currency are spread over. Changing it is safe,
 * but a fee has to be given back by the ledger that took it, so payments store the name of theirs.
 */
export const SERVICE_LEDGERS = 8;

/** The service ledger for `counterparty` in `currency`. */
export function serviceHolder(currency: string, counterparty: string): string {
  let hash = 0;
  for (let i = 0; i < counterparty.length; i++) hash = (Math.imul(hash, 31) + counterparty.charCodeAt(i)) | 0;
  return `service:${currency}:${(hash >>> 0) % SERVICE_LEDGERS}`;
}
