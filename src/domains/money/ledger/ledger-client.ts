// How the rest of the service reaches a holder's ledger object.
import type { Env } from '../../../env.ts';
import { holderKind } from './chart.ts';
import type { Balances } from './journal.ts';
import type { EarningDetail, EarningQuery, EarningRecord, LineQuery, LineRecord } from './journal-lists.ts';
import type { Moved, PaidInYear } from './journal-sums.ts';
import type { BegunPayout, EndedPayout, PayoutBegin, PayoutEnd } from './payout-entries.ts';
import type { Entry, Head, Outcome, Posted, Posting } from './posting.ts';
import type { DestinationState, Transfer, TransferOutcome } from './transfer.ts';
import type { Checkpoint, Verdict } from './verify-journal.ts';

/** What a ledger object answers. Refusals are values: an error is a fault, and worth trying again. */
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
  /** What was written under these keys; null for those that nothing was. */
  entries(keys: string[]): Promise<(Entry | null)[]>;
  verify(from: Checkpoint | null): Promise<Verdict>;
  /** @param known the highest head that D1 knows of it. @param movedBefore milliseconds, the start of a UTC day. */
  state(known: Head | null, movedBefore: number): Promise<LedgerState>;
  /** The platform's names for the present and for the moment `at` (milliseconds), or why it has none. */
  bookmarks(at: number): Promise<{ present: string; past: string } | { problem: string }>;
  /** Takes all that is stored here to another moment. @returns the bookmark that undoes it. */
  restoreTo(bookmark: string): Promise<string>;
}

/** What the reconciliation asks of a ledger. */
export interface LedgerState {
  head: Head;
  /** False when it is not, and does not go on from, the one that D1 knows: it was rolled back. */
  goesOn: boolean;
  balances: Balances;
  moved: Moved[];
  /** What its object stores. */
  bytes: number;
}

/** The ledger of a holder: an account's or creator's ID, or one of the service's own. Throws for any other name. */
export function ledgerOf(env: Env, holder: string): LedgerApi {
  if (holderKind(holder) === null) throw new Error(`${holder} holds no ledger`);
  return env.LEDGER.get(env.LEDGER.idFromName(holder)) as unknown as LedgerApi;
}
