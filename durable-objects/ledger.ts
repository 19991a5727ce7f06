// One holder's money. The object is what makes it serial: it groups what comes in at once into one transaction,
// answers when that is on disk, and wakes itself until each transfer it sends has ended. What a posting may do is
// decided in src/domains/money/ledger.

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
} from '../src/domains/money/ledger/transfer-steps.ts';
import { type Checkpoint, type Verdict, verifyJournal } from '../src/domains/money/ledger/verify-journal.ts';
import type { Env } from '../src/env.ts';
import * as clock from '../src/kit/clock.ts';
import { log } from '../src/kit/log.ts';

/** How many postings share a transaction at most. */
const GROUP = 500;
/** How many open transfers one alarm drives. */
const DRIVEN_AT_ONCE = 50;
/** How many portions of a verification one call takes; others have their turn after each. */
const PORTIONS_A_CALL = 80;

/** How long an answer has to leave before the object ends. */
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
  /** When the alarm rings, in milliseconds, as far as this instance knows. */
  #alarmAt: number | null = null;
  readonly #driving = new Map<string, Promise<TransferOutcome>>();

  /** Read with the first use: an object whose journal cannot be read can still be restored. */
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

  /** Begins a transfer from here and drives it as far as it goes now; the alarm does the rest. */
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

  /** Takes an open transfer to its end, or as far as the destination can be reached. Never throws for that. */
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
      // A destination that knows the ID with other content took another transfer: this one it refuses.
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

  /** Drives what is open. The platform stops calling an alarm that failed six times, so this one never fails. */
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
    // It happens when the object starts anew, which ends its calls: this one is answered before.
    void scheduler.wait(ANSWERED_MS).then(() => this.ctx.abort('The ledger is taken to another moment.'));
    return undo;
  }

  /** What changes the books, unless they are behind what D1 knows of them: then nothing moves until a person has looked. */
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

  /** Commits what waits, and while that goes to disk lets the next group gather. */
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

  /** @returns what gives each its answer, once the group is on disk. */
  #commit(group: Waiting[]): (() => void)[] {
    try {
      const values = this.#transaction(group.map((waiting) => waiting.act));
      return group.map((waiting, index) => () => waiting.resolve(values[index] as never));
    } catch (error) {
      if (group.length === 1) return [() => group[0]!.reject(error)];
      // One of them failed and took the rest back with it. Alone, only that one fails.
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

  /** Sets the alarm for the next open transfer, unless it rings before. @param soonest milliseconds from now. */
  #arm(soonest: number): void {
    const due = nextAttemptAt(this.#journal);
    if (due === null) return;
    const at = Math.max(due, clock.now() + soonest);
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    // Not awaited: it belongs to the same commit as the reservation, and the sync that follows waits for both.
    void this.ctx.storage.setAlarm(clock.machineTime(at));
  }
}
