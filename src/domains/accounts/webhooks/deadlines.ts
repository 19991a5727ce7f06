// Handles many deadlines with one timer. All requests of a run have the same time limit, so the oldest is always the
// next to expire, and thousands of quick responses need no timer of their own.
import * as clock from '../../../kit/clock.ts';

interface Deadline {
  at: number;
  expire: () => void;
}

export class Deadlines {
  readonly #afterMs: number;
  /** In the order in which they began. */
  readonly #open = new Set<Deadline>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** Calls `expire` when the time is up, unless the deadline is met first. `expire` must not throw. */
  begin(expire: () => void): Deadline {
    const deadline = { at: clock.now() + this.#afterMs, expire };
    this.#open.add(deadline);
    if (this.#timer === null) this.#arm(this.#afterMs);
    return deadline;
  }

  meet(deadline: Deadline): void {
    this.#open.delete(deadline);
    if (this.#open.size > 0 || this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => this.#expire(), ms);
  }

  #expire(): void {
    this.#timer = null;
    const now = clock.now();
    const due: Deadline[] = [];
    for (const deadline of this.#open) {
      if (deadline.at > now) {
        // If the clock was set back, wait at most one full time limit from now.
        this.#arm(Math.min(deadline.at - now, this.#afterMs));
        break;
      }
      due.push(deadline);
    }
    for (const deadline of due) this.#open.delete(deadline);
    for (const deadline of due) deadline.expire();
  }
}
