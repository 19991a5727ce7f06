// Tests take the time from the service's own clock. `npm test -- --now 2028-02-29T12:00:00Z` runs them, the
// service, the simulators and the child processes of journeys at that time, which then goes on.
import { inject, vi } from 'vitest';
import { machineTime, now, setClockAhead } from '../../src/kit/clock.ts';
import { DAY_MS } from '../../src/kit/time.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How far the run's time is ahead of the machine's. */
    clockAheadMs: number;
    /** The seed of property tests: see fc.ts. */
    seed: number;
    /** Which portion of long tests is played: see vitest/portion.ts. */
    turn: number;
    /** Whether `npm run storm:tests` runs. */
    storm: boolean;
  }
}

/** How far the run's time is ahead of the machine's. */
export const AHEAD_MS = inject('clockAheadMs');
setClockAhead(AHEAD_MS);

export { now };

/**
 * Days that calendar code easily gets wrong: code that depends on them is tested on each, whatever today is.
 * They are in the future, because the simulators' time only moves forward. In milliseconds.
 */
export const MOMENTS: readonly (readonly [name: string, at: number])[] = [
  ['half an hour before midnight', Date.parse('2031-10-30T23:30:00Z')],
  ["a month's last day", Date.parse('2031-12-31T12:00:00Z')],
  ['29 February', Date.parse('2032-02-29T12:00:00Z')],
  ['a Sunday', Date.parse('2031-05-11T12:00:00Z')],
  ['a Monday', Date.parse('2031-05-12T12:00:00Z')],
];

/**
 * Runs first in a browser's pages, so that they have the run's time. The browser's cookie jar keeps the
 * machine's time, and stores nothing for longer than 400 days from then; so dates in cookies must be the
 * machine's.
 */
export const IN_PAGES = `{
  const machine = Date.now;
  Date.now = () => machine() + ${AHEAD_MS};
  const written = Date.prototype.toUTCString;
  Date.prototype.toUTCString = function () {
    return written.call(new Date(this.getTime() - ${AHEAD_MS}));
  };
}`;

/** Stops the time of tests and service at `at`, in milliseconds, until `release`. */
export function hold(at = now()): void {
  vi.useFakeTimers({ toFake: ['Date'], now: machineTime(at) });
}

/** The next noon, some minutes after which it is still the same day. In milliseconds. */
export function noon(): number {
  return Math.ceil(now() / DAY_MS - 0.5) * DAY_MS + DAY_MS / 2;
}

/** Moves the time that `hold` stopped. */
export function advance(ms: number): void {
  vi.setSystemTime(machineTime(now() + ms));
}

/** The time that `hold` does not stop, such as that of the simulators. */
export function unheld(): number {
  return vi.getRealSystemTime() + AHEAD_MS;
}

export function release(): void {
  vi.useRealTimers();
}
