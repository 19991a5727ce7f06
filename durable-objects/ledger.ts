// The ledger of one holder's money. The Durable Object makes it serial: concurrent postings are one transaction
// (grouped-commit.ts), and alarms go on until every transfer it sends has ended. The rules for postings are in
// src/domains/money/ledger.

import { DurableObject } from 'cloudflare:workers';
import { type Balances, Journal } from '../src/domains/money/ledger/journal.ts';
import {
  type EarningDetail,
  type EarningQuery,
  type EarningRecord,
  findEarning,
  type LineQuery,
  type LineRecord,
  listEarnings,
  listLines,
} from '../src/domains/money/ledger/journal-lists.ts';
import type { PaidInYear } from '../src/domains/money/ledger/journal-sums.ts';
import type { LedgerApi, LedgerState } from '../src/domains/money/ledger/ledger-client.ts';
import { ledgerOf } from '../src/domains/money/ledger/ledger-client.ts';
import {
  type BegunPayout,
  beginPayout,
  type EndedPayout,
  endPayout,
  type PayoutBegin,
  type PayoutEnd,
} from '../src/domains/money/ledger/payout-entries.ts';
import {
  type Entry,
  type Head,
  type Outcome,
  type Posted,
  type Posting,
  refuse,
} from '../src/domains/money/ledger/posting.ts';
import type { DestinationState, Transfer, TransferOutcome } from '../src/domains/money/ledger/transfer.ts';
import {
  finish,
  nextAttemptAt,
  openTransfer,
  openTransferIds,
  postpone,
  receive,
  reserve,
  transferOutcome,
} from '../src/domains/money/ledger/transfer-stages.ts';
import { type Checkpoint, type Verdict, verifyJournal } from '../src/domains/money/ledger/verify-journal.ts';
import type { Env } from '../src/env.ts';
import * as clock from '../src/kit/clock.ts';
import { log } from '../src/kit/log.ts';
import { GroupedCommit } from './grouped-commit.ts';

/** The most open transfers that one alarm drives. */
const DRIVEN_AT_ONCE = 50;
/** The most portions of a verification in one call. Other calls get their turn after each portion. */
const PORTIONS_A_CALL = 80;

/** How long a response has to leave before the object is aborted. */
const ANSWERED_MS = 100;

export class Ledger extends DurableObject<Env> implements LedgerApi {
  #read: Journal | null = null;
  readonly #grouped = new GroupedCommit(this.ctx, {
    flush: () => this.#journal.flush(),
    reload: () => this.#journal.reload(),
    dueAt: () => nextAttemptAt(this.#journal),
  });
  readonly #driving = new Map<string, Promise<TransferOutcome>>();

  /** Read on first use, so that an object with an unreadable journal can still be restored. */
  get #journal(): Journal {
    this.#read ??= new Journal(this.ctx.storage.sql);
    return this.#read;
  }

  async post(holder: string, posting: Posting, mayRefuse = false): Promise<Outcome<Posted>> {
    return await this.#changed(holder, posting.head, () => {
      const outcome = this.#journal.write(posting, 'verb', mayRefuse);
      if (!outcome.ok) return outcome;
      const { seq, entry, head, replayed } = outcome.value;
      return { ok: true, value: { seq, lines: entry.lines.map(({ id }) => id), head, replayed } };
    });
  }

  async beginPayout(holder: string, ask: PayoutBegin): Promise<Outcome<BegunPayout>> {
    return await this.#changed(holder, ask.head, () => beginPayout(this.#journal, ask));
  }

  async endPayout(holder: string, ask: PayoutEnd): Promise<Outcome<EndedPayout>> {
    return await this.#changed(holder, ask.head, () => endPayout(this.#journal, ask));
  }

  /** Starts a transfer from this holder and drives it as far as possible now. The alarm does the rest. */
  async start(transfer: Transfer): Promise<Outcome<TransferOutcome>> {
    const begun = await this.reserve(transfer);
    if (!begun.ok || begun.value.state !== 'reserved') return begun;
    return { ok: true, value: await this.drive(transfer.id) };
  }

  async reserve(transfer: Transfer): Promise<Outcome<TransferOutcome>> {
    const { holder } = transfer.source;
    const head = transfer.heads?.[holder];
    return await this.#changed(holder, head, () => reserve(this.#journal, transfer, clock.now()));
  }

  async receive(transfer: Transfer): Promise<Outcome<TransferOutcome<DestinationState>>> {
    const { holder } = transfer.destination;
    return await this.#changed(holder, transfer.heads?.[holder], () => receive(this.#journal, transfer));
  }

  /**
   * Completes an open transfer, or drives it as far as the destination can be reached. Does not throw when it cannot.
   */
  async drive(id: string): Promise<TransferOutcome> {
    const already = this.#driving.get(id);
    if (already) return await already;
    const attempt = this.#attempt(id).finally(() => this.#driving.delete(id));
    this.#driving.set(id, attempt);
    return await attempt;
  }

  async #attempt(id: string): Promise<TransferOutcome> {
    const transfer = openTransfer(this.#journal, id);
    if (!transfer) {
      const outcome = transferOutcome(this.#journal, id);
      if (!outcome) throw new Error(`no transfer ${id} began here`);
      return outcome;
    }
    try {
      const answer = await ledgerOf(this.env, transfer.destination.holder).receive(transfer);
      if (!answer.ok && answer.refusal.reason === 'ledger_behind') throw new Error(answer.refusal.message);
      // If the destination knows the ID with other content, that was another transfer, and it refuses this one.
      const outcome: TransferOutcome<DestinationState> = answer.ok
        ? answer.value
        : { state: 'refused', refusal: answer.refusal };
      return await this.#grouped.run(() => finish(this.#journal, transfer, outcome));
    } catch (error) {
      log('error', { transfer: id, error: String(error) });
      return await this.#grouped.run(() => {
        postpone(this.#journal, id, clock.now());
        return transferOutcome(this.#journal, id)!;
      });
    }
  }

  override async alarm(): Promise<void> {
    await this.#grouped.alarm(() =>
      Promise.all(openTransferIds(this.#journal, DRIVEN_AT_ONCE).map((id) => this.drive(id))),
    );
  }

  async balances(): Promise<Balances> {
    return this.#journal.balances();
  }

  async paidByYear(): Promise<PaidInYear[]> {
    return this.#journal.paidByYear();
  }

  async lines(query: LineQuery): Promise<LineRecord[]> {
    return listLines(this.#journal, query);
  }

  async earnings(query: EarningQuery): Promise<EarningRecord[]> {
    return listEarnings(this.#journal, query);
  }

  async earning(id: string): Promise<EarningDetail | null> {
    return findEarning(this.#journal, id);
  }

  async transfer(id: string): Promise<TransferOutcome | null> {
    return transferOutcome(this.#journal, id);
  }

  async entries(keys: string[]): Promise<(Entry | null)[]> {
    const journal = this.#journal;
    return keys.map((key) => (journal.exists ? (journal.find(key)?.entry ?? null) : null));
  }

  async verify(from: Checkpoint | null): Promise<Verdict> {
    let verdict = verifyJournal(this.#journal, from);
    for (let n = 1; n < PORTIONS_A_CALL && !verdict.done; n++) {
      await scheduler.wait(0);
      verdict = verifyJournal(this.#journal, verdict.checkpoint);
    }
    return verdict;
  }

  async state(known: Head | null, movedBefore: number): Promise<LedgerState> {
    const journal = this.#journal;
    return {
      head: journal.head,
      goesOn: known === null || journal.goesOnFrom(known),
      balances: journal.balances(),
      moved: journal.movedBefore(movedBefore),
      bytes: this.ctx.storage.sql.databaseSize,
    };
  }

  async bookmarks(at: number): Promise<{ present: string; past: string } | { problem: string }> {
    const { storage } = this.ctx;
    try {
      const past = await storage.getBookmarkForTime(clock.machineTime(at));
      return { present: await storage.getCurrentBookmark(), past };
    } catch (error) {
      return { problem: (error as Error).message };
    }
  }

  async restoreTo(bookmark: string): Promise<string> {
    const undo = await this.ctx.storage.onNextSessionRestoreBookmark(bookmark);
    // The restore happens when the object restarts, which aborts its calls. The delay lets this response leave first.
    void scheduler.wait(ANSWERED_MS).then(() => this.ctx.abort('The ledger is taken to another moment.'));
    return undo;
  }

  /**
   * Runs a change of the books, unless they are behind the last entry that D1 knows. Then nothing changes until a
   * person has looked.
   */
  async #changed<T>(
    holder: string,
    known: Head | null | undefined,
    act: () => Outcome<T>,
  ): Promise<Outcome<T>> {
    return await this.#grouped.run(() => {
      this.#journal.open(holder);
      if (!known || this.#journal.goesOnFrom(known)) return act();
      log('alert', { ledger: holder, behind: known, at: this.#journal.head });
      return refuse('ledger_behind', `The ledger of ${holder} is behind entry ${known.seq}, which D1 knows.`);
    });
  }
}
