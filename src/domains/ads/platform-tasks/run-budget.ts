// What one run may use: an invocation has a bounded number of subrequests, and the next run goes on where this one stops.
import type { SystemCtx } from '../../../context.ts';
import * as clock from '../../../kit/clock.ts';
import { SECOND_MS } from '../../../kit/time.ts';

export const MOST_SUBREQUESTS = 300;
/** Nothing is begun later in a run. */
const BEGIN_WITHIN_MS = 40 * SECOND_MS;

export class RunBudget {
  readonly #startedAt = clock.now();
  readonly #ctx: SystemCtx;
  #left = MOST_SUBREQUESTS;
  #refused = false;

  constructor(ctx: SystemCtx) {
    this.#ctx = ctx;
  }

  /** The run's context at the moment that it has come to. */
  get ctx(): SystemCtx {
    return { ...this.#ctx, now: this.#ctx.now + clock.now() - this.#startedAt };
  }

  get isLate(): boolean {
    return clock.now() - this.#startedAt > BEGIN_WITHIN_MS;
  }

  /** Whether something was left for the next run. */
  get hasRefused(): boolean {
    return this.#refused;
  }

  /** Sets subrequests aside. @returns false when there are not so many left, or it is late: leave it to the next run. */
  take(subrequests: number): boolean {
    if (this.isLate || this.#left < subrequests) {
      this.#refused = true;
      return false;
    }
    this.#left -= subrequests;
    return true;
  }

  /** Counts subrequests that were made beyond those set aside: what is begun is finished. */
  charge(subrequests: number): void {
    this.#left -= subrequests;
  }

  /** Gives back what was set aside and not used. */
  giveBack(subrequests: number): void {
    this.#left += subrequests;
  }
}
