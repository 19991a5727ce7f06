// Limits what one run uses: an invocation may make a bounded number of subrequests, and the next run continues.
import type { SystemCtx } from '../../../context.ts';
import * as clock from '../../../kit/clock.ts';
import { SECOND_MS } from '../../../kit/time.ts';

export const MOST_SUBREQUESTS = 300;
/** A run starts nothing new after this time. */
const BEGIN_WITHIN_MS = 40 * SECOND_MS;

export class RunBudget {
  readonly #startedAt = clock.now();
  readonly #ctx: SystemCtx;
  #left = MOST_SUBREQUESTS;
  #refused = false;

  constructor(ctx: SystemCtx) {
    this.#ctx = ctx;
  }

  /** The run's context with the current time. */
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

  /**
   * Sets subrequests aside. @returns false when too few are left or the run is late, which leaves the work to the next
   * run.
   */
  take(subrequests: number): boolean {
    if (this.isLate || this.#left < subrequests) {
      this.#refused = true;
      return false;
    }
    this.#left -= subrequests;
    return true;
  }

  /** Counts subrequests beyond those set aside, since what was started is always completed. */
  charge(subrequests: number): void {
    this.#left -= subrequests;
  }

  /** Returns subrequests that were set aside but not used. */
  giveBack(subrequests: number): void {
    this.#left += subrequests;
  }
}
