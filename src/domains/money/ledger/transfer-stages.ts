// The stages of a transfer in a ledger's storage. Each side stores the outcome, so that a stage that is
// repeated, late or overtaken returns what the first one did.
import { doubledPause, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import type { Journal } from './journal.ts';
import { type Entry, type Outcome, type Posting, type Refusal, refuse } from './posting.ts';
import {
  type DestinationState,
  receivePosting,
  releasePosting,
  reservePosting,
  type SourceState,
  settlePosting,
  stageKey,
  type Transfer,
  type TransferOutcome,
  transferHash,
  transferProblem,
} from './transfer.ts';

interface TransferRow extends Record<string, SqlStorageValue> {
  state: string;
  request: string;
  refusal: string | null;
  body: string | null;
  attempts: number;
}

/** The wait after a transfer's nth failed attempt, in milliseconds. */
function waitAfter(attempts: number): number {
  return doubledPause(SECOND_MS, attempts, 5 * MINUTE_MS);
}

/** The stored state of a transfer. One that succeeded has no row: its entries show that. */
function find(journal: Journal, id: string): TransferRow | null {
  const row = journal.sql
    .exec<TransferRow>('SELECT state, request, refusal, body, attempts FROM transfers WHERE id = ?', id)
    .toArray()[0];
  if (row) return row;
  const ended = (stage: 'reserve' | 'receive', state: string): TransferRow | null => {
    const request = journal.find(stageKey(id, stage))?.entry.request;
    return request === undefined ? null : { state, request, refusal: null, body: null, attempts: 0 };
  };
  return ended('reserve', 'settled') ?? ended('receive', 'posted');
}

function outcomeOf<S>(journal: Journal, row: Pick<TransferRow, 'state' | 'refusal'>): TransferOutcome<S> {
  return {
    state: row.state as S,
    refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as Refusal),
    heads: { [journal.holder]: journal.head },
  };
}

function remember(
  journal: Journal,
  transfer: Transfer,
  request: string,
  state: SourceState | DestinationState,
  refusal: Refusal | null,
  nextAt: number | null,
): void {
  const open = state === 'reserved';
  journal.sql.exec(
    `INSERT INTO transfers (id, state, request, currency, amount, refusal, body, attempts, next_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    transfer.id,
    state,
    request,
    transfer.currency,
    transfer.amount,
    refusal === null ? null : JSON.stringify(refusal),
    open ? JSON.stringify(transfer) : null,
    open ? nextAt : null,
  );
}

/**
 * First stage, at the source. A refusal is stored too: a transfer that was refused once never happens. While
 * a payout has an earning that the transfer takes back, the transfer is neither begun nor refused.
 * @param now real time in milliseconds, for the alarm.
 */
export function reserve(journal: Journal, transfer: Transfer, now: number): Outcome<TransferOutcome> {
  const posting = () => reservePosting(transfer);
  return take<SourceState>(
    journal,
    transfer,
    transfer.source.holder,
    posting,
    'reserved',
    now + waitAfter(0),
  );
}

/** Second stage, at the destination. Its first answer is final, even for a call that was overtaken. */
export function receive(journal: Journal, transfer: Transfer): Outcome<TransferOutcome<DestinationState>> {
  const posting = () => receivePosting(transfer);
  return take<DestinationState>(journal, transfer, transfer.destination.holder, posting, 'posted', null);
}

/**
 * Takes a transfer on either side, whether or not it is known there. @param taken the state of an accepted
 * transfer.
 */
function take<S extends SourceState | DestinationState>(
  journal: Journal,
  transfer: Transfer,
  holder: string,
  posting: () => Posting,
  taken: S,
  nextAt: number | null,
): Outcome<TransferOutcome<S | 'refused'>> {
  const problem = transferProblem(transfer);
  if (problem !== null) return refuse('invalid_posting', problem);
  journal.open(holder);
  const request = transferHash(transfer);
  const known = find(journal, transfer.id);
  if (known) return sameRequest(journal, known, request, transfer.id);
  const written = journal.write(posting(), 'transfer', false, request);
  // Only at the source: a destination must answer for good, so that the source knows whether to take its
  // money back.
  if (!written.ok && taken === 'reserved' && written.refusal.reason === 'earning_paying') return written;
  const state = written.ok ? taken : 'refused';
  const refusal = written.ok ? null : written.refusal;
  if (state !== 'posted') remember(journal, transfer, request, state, refusal, nextAt);
  return { ok: true, value: { state, refusal, heads: { [holder]: journal.head } } };
}

/**
 * Last stage, at the source: completes the reservation or takes it back. Throws when the books do not allow
 * it.
 */
export function finish(
  journal: Journal,
  transfer: Transfer,
  answer: TransferOutcome<DestinationState>,
): TransferOutcome {
  const row = find(journal, transfer.id);
  if (!row) throw new Error(`transfer ${transfer.id} never began here`);
  if (row.state !== 'reserved') return outcomeOf(journal, row);
  const reserved: Entry = journal.find(stageKey(transfer.id, 'reserve'))!.entry;
  const settled = answer.state === 'posted';
  const posting = settled ? settlePosting(transfer, reserved) : releasePosting(transfer, reserved);
  const written = journal.write(posting, 'transfer', false, '');
  if (!written.ok) throw new Error(`transfer ${transfer.id} can't end: ${written.refusal.message}`);
  const state: SourceState = settled ? 'settled' : 'returned';
  if (settled) journal.sql.exec('DELETE FROM transfers WHERE id = ?', transfer.id);
  else {
    journal.sql.exec(
      'UPDATE transfers SET state = ?, refusal = ?, body = NULL, next_at = NULL WHERE id = ?',
      state,
      JSON.stringify(answer.refusal),
      transfer.id,
    );
  }
  const heads = { ...answer.heads, [journal.holder]: journal.head };
  return { state, refusal: answer.refusal, heads };
}

/** Postpones the next attempt after a failed one. */
export function postpone(journal: Journal, id: string, now: number): void {
  const row = find(journal, id);
  if (row?.state !== 'reserved') return;
  journal.sql.exec(
    'UPDATE transfers SET attempts = attempts + 1, next_at = ? WHERE id = ?',
    now + waitAfter(row.attempts + 1),
    id,
  );
}

/** A transfer that this source has not ended yet; null when it has. */
export function openTransfer(journal: Journal, id: string): Transfer | null {
  const row = journal.exists ? find(journal, id) : null;
  return row?.body ? (JSON.parse(row.body) as Transfer) : null;
}

export function transferOutcome(journal: Journal, id: string): TransferOutcome | null {
  const row = journal.exists ? find(journal, id) : null;
  return row ? outcomeOf(journal, row) : null;
}

/** The open transfers, longest waiting first. */
export function openTransferIds(journal: Journal, limit: number): string[] {
  if (!journal.exists) return [];
  return journal.sql
    .exec<{ id: string }>(
      'SELECT id FROM transfers WHERE next_at IS NOT NULL ORDER BY next_at LIMIT ?',
      limit,
    )
    .toArray()
    .map((row) => row.id);
}

/** When the next attempt is due, in milliseconds; null when no transfer is open. */
export function nextAttemptAt(journal: Journal): number | null {
  if (!journal.exists) return null;
  return journal.sql
    .exec<{ at: number | null }>('SELECT MIN(next_at) AS at FROM transfers WHERE next_at IS NOT NULL')
    .one().at;
}

function sameRequest<S>(
  journal: Journal,
  row: TransferRow,
  request: string,
  id: string,
): Outcome<TransferOutcome<S>> {
  return row.request === request
    ? { ok: true, value: outcomeOf<S>(journal, row) }
    : refuse('key_reused', `The transfer ${id} was begun with other content.`);
}
