// How the rest of the service calls a holder's ledger object.
import type { Env } from '../../../env.ts';
import { holderKind } from './chart.ts';
import type { Balances } from './journal.ts';
import type { EarningDetail, EarningQuery, EarningRecord, LineQuery, LineRecord } from './journal-lists.ts';
import type { Moved, PaidInYear } from './journal-sums.ts';
import type { BegunPayout, EndedPayout, PayoutBegin, PayoutEnd } from './payout-entries.ts';
import type { Entry, Head, Outcome, Posted, Posting } from './posting.ts';
import type { DestinationState, Transfer, TransferOutcome } from './transfer.ts';
import type { Checkpoint, Verdict } from './verify-journal.ts';

/**
 * The interface of a ledger object. Refusals are values: a thrown error is a fault, and the call can be tried
 * again.
 */
export interface LedgerApi {
  post(holder: string, posting: Posting, mayRefuse?: boolean): Promise<Outcome<Posted>>;
  beginPayout(holder: string, ask: PayoutBegin): Promise<Outcome<BegunPayout>>;
  endPayout(holder: string, ask: PayoutEnd): Promise<Outcome<EndedPayout>>;
  start(transfer: Transfer): Promise<Outcome<TransferOutcome>>;
  receive(transfer: Transfer): Promise<Outcome<TransferOutcome<DestinationState>>>;
  transfer(id: string): Promise<TransferOutcome | null>;
  balances(): Promise<Balances>;
  paidByYear(): Promise<PaidInYear[]>;
  lines(query: LineQuery): Promise<LineRecord[]>;
  earnings(query: EarningQuery): Promise<EarningRecord[]>;
  earning(id: string): Promise<EarningDetail | null>;
  /** The entries under these keys; null for a key without one. */
  entries(keys: string[]): Promise<(Entry | null)[]>;
  verify(from: Checkpoint | null): Promise<Verdict>;
  /**
   * @param known the highest head that D1 has for it. @param movedBefore milliseconds, the start of a UTC
   * day.
   */
  state(known: Head | null, movedBefore: number): Promise<LedgerState>;
  /** The platform's bookmarks for now and for the time `at` (milliseconds), or why there are none. */
  bookmarks(at: number): Promise<{ present: string; past: string } | { problem: string }>;
  /** Restores the whole storage to another time. @returns the bookmark that undoes it. */
  restoreTo(bookmark: string): Promise<string>;
}

/** The state of a ledger, for the reconciliation. */
export interface LedgerState {
  head: Head;
  /** False when the journal does not contain the head that D1 has: the object was rolled back. */
  goesOn: boolean;
  balances: Balances;
  moved: Moved[];
  /** The bytes that its object stores. */
  bytes: number;
}

/** The ledger of a holder: an account, a creator, or the service itself. Throws for any other name. */
export function ledgerOf(env: Env, holder: string): LedgerApi {
  if (holderKind(holder) === null) throw new Error(`${holder} holds no ledger`);
  return env.LEDGER.get(env.LEDGER.idFromName(holder)) as unknown as LedgerApi;
}
