import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../kit/time.ts';

const FRESH_MS = 2 * DAY_MS;
/** Two days longer than views can be tracked, since platforms tell them late. */
export const COUNTED_MS = 92 * DAY_MS;
/** A day's readings are spread over these minutes after midnight. */
const SPREAD_MINUTES = 120;

/**
 * When a post's counts are read after a reading at `now`: each hour for two days, then once each UTC day. Null once the
 * post is too old. Times are in milliseconds.
 */
export function nextCount(publishedAt: number, now: number): number | null {
  const age = now - publishedAt;
  if (age >= COUNTED_MS) return null;
  if (age < FRESH_MS) return now + HOUR_MS;
  const minute = Math.floor(publishedAt / MINUTE_MS) % SPREAD_MINUTES;
  return startOfDay(now) + DAY_MS + minute * MINUTE_MS;
}
