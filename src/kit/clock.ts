// The one place that reads the time, so that tests can say what time it is.
let ahead = 0;

/** The present, in milliseconds. */
export function now(): number {
  return Date.now() + ahead;
}

/** Sets how far the service's present is ahead of the machine's, in milliseconds: for tests and local use alone. */
export function setClockAhead(ms: number): void {
  ahead = ms;
}

/** What the machine's clock shows when ours shows `at` (milliseconds): alarms ring by the machine's. */
export function machineTime(at: number): number {
  return at - ahead;
}
