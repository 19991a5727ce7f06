// When a delivery is tried, and when it is given up: 3 days after its event, as GIVE_UP_AFTER_MS of src/db/outbox.ts says.
import { sha256Hex } from '../../../kit/crypto.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';

/** The wait before each attempt, counted from the end of the one before. */
export const WAITS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  20 * HOUR_MS,
] as const;

const JITTER = 0.1;
/** The last attempt starts this long before the end, so that a minute's delay of the cron does not lose it. */
const LAST_CALL_MS = 5 * MINUTE_MS;

/**
 * The wait before attempt `number` (from 1), with up to 10 % more or less. It depends on the delivery and the number
 * alone, so a second calculation gives the same wait.
 */
export function waitBefore(deliveryId: string, number: number): number {
  const spread = Number.parseInt(sha256Hex(`${deliveryId} ${number}`).slice(0, 8), 16) / 0xffffffff;
  return Math.round(WAITS_MS[number - 1]! * (1 - JITTER + 2 * JITTER * spread));
}

export type NextTry = { status: 'pending'; nextAttemptAt: number } | { status: 'failed' };

/**
 * What follows a failed attempt. The tenth is the last, and so is one within five minutes of the end.
 * @param made attempts made since the event (or since the redelivery was asked for), this one included.
 * @param retryAfterMs how long the receiver asked us to stay away; it can only lengthen the wait.
 */
export function afterFailure(
  delivery: { id: string; made: number; giveUpAt: number },
  finishedAt: number,
  retryAfterMs: number | null,
): NextTry {
  const lastCall = delivery.giveUpAt - LAST_CALL_MS;
  if (delivery.made >= WAITS_MS.length || finishedAt >= lastCall) return { status: 'failed' };
  const wait = Math.max(waitBefore(delivery.id, delivery.made + 1), retryAfterMs ?? 0);
  return { status: 'pending', nextAttemptAt: Math.min(finishedAt + wait, lastCall) };
}

const HTTP_DATE = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/** A Retry-After header (seconds, or an HTTP date) in milliseconds from `now`; null when it says nothing usable. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*[0-9]{1,12}\s*$/.test(header)) return Number(header) * SECOND_MS;
  const date = HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
