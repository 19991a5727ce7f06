// What a ledger is asked to write, and what it answers. Plain data: it travels between objects and lies in D1.
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
/** What the API says of a source. */
export const SOURCE_ABOUT =
  'What it pays: `submission` approved work, `organic` views of a post, `paid_ads` what ads brought, `program` sales and leads that the creator brought, `retainer` a period of one, `bonus` what the brand gave by itself.';
export type EarningSource = (typeof EARNING_SOURCES)[number];

/** What people see. */
export const EARNING_STATUSES = ['pending', 'held', 'available', 'paid'] as const;
export type EarningStatus = (typeof EARNING_STATUSES)[number];
/** An earning whose payment came to nothing is `reversed`: kept, and shown nowhere. One that a payout is about to pay
 * is `paying`, which people see as available, and which nothing but the end of the payout can change. */
export type StoredEarningStatus = EarningStatus | 'paying' | 'reversed';

/** Stored by their place: append only. */
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

/** One movement of a bucket, in cents on the bucket's own side. */
export interface PostingLine {
  currency: string;
  bucket: Bucket;
  amount: number;
  /** A clawback: what is no longer withdrawable becomes owed. Only for `withdrawable`. */
  mayOwe?: boolean;
}

export interface NewEarning {
  id: string;
  status: EarningStatus;
  source: EarningSource;
  currency: string;
  /** Before fee, in cents; below zero only for an adjustment. */
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
  /** Takes an earning back that was never paid out; of the paid ones only an adjustment can be. */
  | { do: 'reverse'; id: string }
  /** Undoes a reversal whose transfer was returned. */
  | { do: 'restore'; id: string; to: EarningStatus };

export interface Counterparty {
  type: 'partner' | 'payment_method' | 'creator' | 'platform' | 'account';
  id: string | null;
  name: string | null;
}

/** A line of the statement that the holder reads. */
export interface NewLine {
  type: LineType;
  status: LineStatus;
  currency: string;
  /** Signed, in cents. */
  amount: number;
  fee: number;
  /** The bucket whose balance the line shows; null shows none. */
  balanceOf: Bucket | null;
  description: string | null;
  memo: string | null;
  /** What it comes from: a payment, payout, withdrawal, retainer. */
  source: string | null;
  counterparty: Counterparty;
  campaign: string | null;
  program: string | null;
}

/** The end of a journal: how many entries it has, and the hash of the last one. */
export interface Head {
  seq: number;
  hash: string;
}

/** The highest heads known, by holder. */
export type Heads = Record<string, Head>;

export interface Posting {
  /** Written once for the ledger's life. Again with the same content: the first result. With other content: refused. */
  key: string;
  /** The moment it is dated to, in milliseconds. Not part of what makes two postings the same. */
  at: number;
  /** The highest head that D1 knows of the ledger, which moves nothing when it is behind it. No part of it either. */
  head?: Head | null;
  lines?: PostingLine[];
  earnings?: EarningChange[];
  statement?: NewLine[];
  /** Lines of the statement that got another status, by their ID. */
  statuses?: { line: string; status: LineStatus }[];
  /** Keys of entries whose lines are completed by it. */
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
  /** All of a new earning; null when it was there before. */
  created: NewEarning | null;
}

export interface WrittenLine extends NewLine {
  id: string;
  balance: number | null;
}

/** A journal entry: what its hash covers and what can be derived again from it. */
export interface Entry {
  key: string;
  /** SHA-256 of what was asked for. */
  request: string;
  at: number;
  legs: Leg[];
  earnings: EarningWrite[];
  lines: WrittenLine[];
  statuses: { line: string; status: LineStatus }[];
  /** Where a payout begins: withdrawable and in transit less owed, in cents, before it. */
  position?: number;
  /** The posting was refused for good: nothing happened, and never will under this key. */
  refusal?: Refusal;
}

/** Cents of what an entry brought that paid off what was owed. */
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
    /** A payout has it: once that has ended, the answer is another. */
    | 'earning_paying'
    | 'earning_exists'
    | 'no_such_earning'
    | 'no_such_line'
    | 'no_such_payout'
    /** The ledger is not, or does not go on from, the one that D1 knows: it was rolled back. */
    | 'ledger_behind';
  message: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export interface Written {
  seq: number;
  entry: Entry;
  head: Head;
  /** True when the key had been written before and nothing was now. */
  replayed: boolean;
}

/** What a caller is answered: the entry itself is read where somebody asks for it. */
export interface Posted {
  seq: number;
  /** IDs of its lines of the statement. */
  lines: string[];
  head: Head;
  replayed: boolean;
}

export function refuse(reason: Refusal['reason'], message: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, message } };
}
