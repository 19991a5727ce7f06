// The only place that reads the time, so that tests can set it.
let ahead = 0;

/** The current time, in milliseconds. */
export function now(): number {
  return Date.now() + ahead;
}

/**
 * Sets how far the service's time is ahead of the machine's, in milliseconds. Only for tests and local use.
 */
export function setClockAhead(ms: number): void {
  ahead = ms;
}

/** The machine's time when ours is `at` (milliseconds): alarms use the machine's. */
export function machineTime(at: number): number {
  return at - ahead;
}
