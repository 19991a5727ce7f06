// The ledger of one holder's money. The Durable Object makes it serial: it groups concurrent postings into one
// transaction, answers once that is on disk, and sets alarms until every transfer it sends has ended. The rules for
// postings are in src/domains/money/ledger.

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

/** The most postings in one transaction. */
const GROUP = 500;
/** The most open transfers that one alarm drives. */
const DRIVEN_AT_ONCE = 50;
/** The most portions of a verification in one call. Other calls get their turn after each portion. */
const PORTIONS_A_CALL = 80;

/** How long a response has to leave before the object is aborted. */
const ANSWERED_MS = 100;

interface Waiting {
  act: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

export class Ledger extends DurableObject<Env> implements LedgerApi {
  #read: Journal | null = null;
  #queue: Waiting[] = [];
  #draining = false;
  /** When the next alarm is due, in milliseconds, as far as this instance knows. */
  #alarmAt: number | null = null;
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
      return await this.#grouped(() => finish(this.#journal, transfer, outcome));
    } catch (error) {
      log('error', { transfer: id, error: String(error) });
      return await this.#grouped(() => {
        postpone(this.#journal, id, clock.now());
        return transferOutcome(this.#journal, id)!;
      });
    }
  }

  /**
   * Drives the open transfers. It never throws, because the platform stops calling an alarm that has failed six times.
   */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    try {
      await Promise.all(openTransferIds(this.#journal, DRIVEN_AT_ONCE).map((id) => this.drive(id)));
    } catch (error) {
      log('error', { alarm: this.ctx.id.toString(), error: String(error) });
    }
    this.#arm(1000);
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
    return await this.#grouped(() => {
      this.#journal.open(holder);
      if (!known || this.#journal.goesOnFrom(known)) return act();
      log('alert', { ledger: holder, behind: known, at: this.#journal.head });
      return refuse('ledger_behind', `The ledger of ${holder} is behind entry ${known.seq}, which D1 knows.`);
    });
  }

  #grouped<T>(act: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#queue.push({ act, resolve, reject });
    void this.#drain();
    return promise;
  }

  /** Commits the waiting postings. While a group is written to disk, the next one collects. */
  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    try {
      while (this.#queue.length > 0) {
        const group = this.#queue.splice(0, GROUP);
        const answers = this.#commit(group);
        try {
          this.#arm(0);
          await this.ctx.storage.sync();
          for (const answer of answers) answer();
        } catch (error) {
          for (const waiting of group) waiting.reject(error);
        }
      }
    } finally {
      this.#draining = false;
    }
  }

  /** @returns functions that send each caller its answer once the group is on disk. */
  #commit(group: Waiting[]): (() => void)[] {
    try {
      const values = this.#transaction(group.map((waiting) => waiting.act));
      return group.map((waiting, index) => () => waiting.resolve(values[index] as never));
    } catch (error) {
      if (group.length === 1) return [() => group[0]!.reject(error)];
      // One posting failed and rolled the whole group back. Run separately, only that one fails.
      return group.flatMap((waiting) => this.#commit([waiting]));
    }
  }

  #transaction(acts: (() => unknown)[]): unknown[] {
    try {
      return this.ctx.storage.transactionSync(() => {
        const values = acts.map((act) => act());
        this.#journal.flush();
        return values;
      });
    } catch (error) {
      this.#journal.reload();
      throw error;
    }
  }

  /** Sets the alarm for the next open transfer, unless an earlier one is set. @param soonest milliseconds from now. */
  #arm(soonest: number): void {
    const due = nextAttemptAt(this.#journal);
    if (due === null) return;
    const at = Math.max(due, clock.now() + soonest);
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    // Not awaited, because it is part of the same commit as the reservation, and the following sync waits for both.
    void this.ctx.storage.setAlarm(clock.machineTime(at));
  }
}
