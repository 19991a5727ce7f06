export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A pause in milliseconds that doubles with each of the `times` that went before, up to `longest`. */
export function doubledPause(first: number, times: number, longest: number): number {
  return Math.min(first * 2 ** times, longest);
}

/** RFC 3339 in UTC with milliseconds. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null | undefined): string | null {
  return ms == null ? null : iso(ms);
}

/** The UTC day of a time, YYYY-MM-DD. */
export function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The start of a time's UTC day. */
export function startOfDay(ms: number): number {
  return ms - (ms % DAY_MS);
}

/** Whether a time's UTC day is a Monday. */
export function isMonday(ms: number): boolean {
  return new Date(ms).getUTCDay() === 1;
}

/** The start of the first Monday after a time's UTC day. */
export function nextMonday(ms: number): number {
  const tomorrow = startOfDay(ms) + DAY_MS;
  return tomorrow + ((8 - new Date(tomorrow).getUTCDay()) % 7) * DAY_MS;
}

/** The calendar year of a time (UTC). */
export function yearOf(ms: number): number {
  return new Date(ms).getUTCFullYear();
}

/** The time `months` calendar months before `ms` (UTC): on the month's last day if it has no such day. */
export function monthsBefore(ms: number, months: number): number {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // If the month has no such day, the date ran over into the next month: day 0 is the last of the month
  // before.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
