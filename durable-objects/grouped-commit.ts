// What a Durable Object needs to answer many callers at once: what they change is collected, written in one
// transaction, answered once that is on disk, and gone on with by an alarm.
import * as clock from '../src/kit/clock.ts';
import { log } from '../src/kit/log.ts';

/** The most changes in one transaction. */
const GROUP = 500;
/** The least time between two runs of the alarm, in milliseconds. */
const AGAIN_MS = 1000;

interface Waiting {
  act: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

export interface Committed {
  /** Writes what the changes of a transaction have in memory, as a part of it. */
  flush?: () => void;
  /** Forgets what is in memory, after a transaction that was rolled back. */
  reload?: () => void;
  /** When the object has something to do by itself, in milliseconds; null while nothing is owed. */
  dueAt: () => number | null;
}

export class GroupedCommit {
  readonly #state: DurableObjectState;
  readonly #of: Committed;
  readonly #queue: Waiting[] = [];
  #draining = false;
  /** When the next alarm is due, in milliseconds, as far as this instance knows. */
  #alarmAt: number | null = null;

  constructor(state: DurableObjectState, of: Committed) {
    this.#state = state;
    this.#of = of;
  }

  /** Runs a change in the next transaction. Throws what it throws; the other changes are written. */
  run<T>(act: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#queue.push({ act, resolve, reject });
    void this.#drain();
    return promise;
  }

  /** Runs what is owed. It never throws, because the platform stops calling an alarm that has failed six times. */
  async alarm(act: () => Promise<unknown>): Promise<void> {
    this.#alarmAt = null;
    try {
      await act();
    } catch (error) {
      log('error', { alarm: this.#state.id.toString(), error: String(error) });
    }
    this.#arm(AGAIN_MS);
  }

  /** Commits the waiting changes. While a group is written to disk, the next one collects. */
  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    try {
      while (this.#queue.length > 0) {
        const group = this.#queue.splice(0, GROUP);
        const answers = this.#commit(group);
        try {
          this.#arm(0);
          await this.#state.storage.sync();
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
      // One change failed and rolled the whole group back. Run separately, only that one fails.
      return group.flatMap((waiting) => this.#commit([waiting]));
    }
  }

  #transaction(acts: (() => unknown)[]): unknown[] {
    try {
      return this.#state.storage.transactionSync(() => {
        const values = acts.map((act) => act());
        this.#of.flush?.();
        return values;
      });
    } catch (error) {
      this.#of.reload?.();
      throw error;
    }
  }

  /** Sets the alarm for what is owed next, unless an earlier one is set. @param soonest milliseconds from now. */
  #arm(soonest: number): void {
    const due = this.#of.dueAt();
    if (due === null) return;
    const at = Math.max(due, clock.now() + soonest);
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    // Not awaited, because it is part of the same commit, and the following sync waits for both.
    void this.#state.storage.setAlarm(clock.machineTime(at));
  }
}
