// The requests that a ledger takes and its answers, as plain data: they travel between objects and are stored
// in D1.
import type { Bucket } from './chart.ts';

export const EARNING_SOURCES = [
  'paid_ads',
  'organic',
  'submission',
  'program',
  'bonus',
  'retainer',
  'referral',
  'adjustment',
  'partner_commission',
] as const;
/** The description of a source in the API. */
export const SOURCE_ABOUT =
  'What it pays: `submission` approved work, `organic` views of a post, `paid_ads` what ads brought, `program` sales and leads that the creator brought, `retainer` a period of one, `bonus` what the brand gave by itself.';
export type EarningSource = (typeof EARNING_SOURCES)[number];

/** The statuses that the API shows. */
export const EARNING_STATUSES = ['pending', 'held', 'available', 'paid'] as const;
export type EarningStatus = (typeof EARNING_STATUSES)[number];
/**
 * `reversed`: the payment was never charged, so the earning is kept but shown nowhere. `paying`: a payout is
 * about to pay it; the API shows it as available, and only the end of the payout can change it.
 */
export type StoredEarningStatus = EarningStatus | 'paying' | 'reversed';

/** Stored by their position in this list, so only append. */
export const LINE_TYPES = [
  'creator_earning',
  'partner_commission',
  'brand_fee',
  'platform_fee',
  'charge',
  'refund',
  'adjustment',
  'payout',
  'withdrawal',
  'withdrawal_failed',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

export type LineStatus = 'pending' | 'completed' | 'failed';

/** One change of a bucket, in cents with the sign of the bucket's own side. */
export interface PostingLine {
  currency: string;
  bucket: Bucket;
  amount: number;
  /** Set for a clawback: if too little is withdrawable, the rest becomes owed. Only for `withdrawable`. */
  mayOwe?: boolean;
}

export interface NewEarning {
  id: string;
  status: EarningStatus;
  source: EarningSource;
  currency: string;
  /** Before the fee, in cents; below zero only for an adjustment. */
  amount: number;
  fee: number;
  /** The paying brand. */
  account: string;
  program: string | null;
  submission: string | null;
  retainer: string | null;
  payment: string | null;
  holdUntilAt: number | null;
}

export type EarningChange =
  | { do: 'create'; earning: NewEarning }
  | { do: 'move'; id: string; to: EarningStatus | 'paying'; holdUntilAt?: number | null }
  /** Takes back an earning that was not paid out; a paid earning can only be taken back by an adjustment. */
  | { do: 'reverse'; id: string }
  /** Undoes a reversal when its transfer was returned. */
  | { do: 'restore'; id: string; to: EarningStatus };

export interface Counterparty {
  type: 'partner' | 'payment_method' | 'creator' | 'platform' | 'account';
  id: string | null;
  name: string | null;
}

/** A line of the holder's statement. */
export interface NewLine {
  type: LineType;
  status: LineStatus;
  currency: string;
  /** Signed, in cents. */
  amount: number;
  fee: number;
  /** The bucket whose balance the line shows; null for no balance. */
  balanceOf: Bucket | null;
  description: string | null;
  memo: string | null;
  /** The ID of the record behind it: a payment, payout, withdrawal or retainer. */
  source: string | null;
  counterparty: Counterparty;
  campaign: string | null;
  program: string | null;
}

/** The head of a journal: the number of its entries, and the hash of the last one. */
export interface Head {
  seq: number;
  hash: string;
}

/** The highest known heads, by holder. */
export type Heads = Record<string, Head>;

export interface Posting {
  /**
   * Written once in the ledger's life. Repeating it with the same content returns the first result; with
   * other content it is refused.
   */
  key: string;
  /** The date of the posting, in milliseconds. Equal postings may differ in it. */
  at: number;
  /**
   * The highest head that D1 has for the ledger; a ledger that is behind it refuses to move money. Equal
   * postings may differ in it too.
   */
  head?: Head | null;
  lines?: PostingLine[];
  earnings?: EarningChange[];
  statement?: NewLine[];
  /** New statuses for existing lines of the statement, by line ID. */
  statuses?: { line: string; status: LineStatus }[];
  /** Keys of entries whose lines this posting completes. */
  completes?: string[];
}

/** Currency, bucket, change and balance afterwards. */
export type Leg = [currency: string, bucket: Bucket, amount: number, after: number];

/** An earning as it is after an entry; `was` is null for a new one. */
export interface EarningWrite {
  id: string;
  was: StoredEarningStatus | null;
  status: StoredEarningStatus;
  net: number;
  currency: string;
  holdUntilAt: number | null;
  /** The whole record of a new earning; null when it existed before. */
  created: NewEarning | null;
}

export interface WrittenLine extends NewLine {
  id: string;
  balance: number | null;
}

/**
 * A journal entry: everything that its hash covers, and from which balances and records can be derived again.
 */
export interface Entry {
  key: string;
  /** SHA-256 of the request. */
  request: string;
  at: number;
  legs: Leg[];
  earnings: EarningWrite[];
  lines: WrittenLine[];
  statuses: { line: string; status: LineStatus }[];
  /** Only where a payout begins: withdrawable and in transit less owed, in cents, before it. */
  position?: number;
  /** The posting was refused for good: nothing happened, and nothing ever will under this key. */
  refusal?: Refusal;
}

/** Cents of an entry that paid off what was owed. */
export function owedPaidBy({ legs }: Entry, currency: string): number {
  return legs.reduce((sum, [code, bucket, amount]) => {
    return code === currency && bucket === 'owed' && amount < 0 ? sum - amount : sum;
  }, 0);
}

export interface Refusal {
  reason:
    | 'insufficient_funds'
    | 'unbalanced'
    | 'invalid_posting'
    | 'key_reused'
    | 'earning_state'
    /** A payout has the earning; ask again when it has ended. */
    | 'earning_paying'
    | 'earning_exists'
    | 'no_such_earning'
    | 'no_such_line'
    | 'no_such_payout'
    /** The journal does not contain the head that D1 has: the object was rolled back. */
    | 'ledger_behind';
  message: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export interface Written {
  seq: number;
  entry: Entry;
  head: Head;
  /** True when the key was written before, and so nothing was written now. */
  replayed: boolean;
}

/** The answer for callers. It leaves out the entry, which can be read separately. */
export interface Posted {
  seq: number;
  /** The IDs of its lines on the statement. */
  lines: string[];
  head: Head;
  replayed: boolean;
}

export function refuse(reason: Refusal['reason'], message: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, message } };
}
