// Decides when a delivery is retried, and when it is given up.
import { sha256Hex } from '../../../kit/crypto.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';

/** The pause before each attempt, counted from the end of the previous one. */
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
/** How long a delivery is retried after its event, or after a redelivery was requested. */
const RETRIED_FOR_MS = 3 * DAY_MS;
/** The last attempt starts this long before the deadline, so that a cron delay of a minute does not lose it. */
const LAST_CALL_MS = 5 * MINUTE_MS;

/**
 * The pause before attempt `number` (from 1), varied by up to 10%. It depends only on the delivery and the number, so
 * calculating it again gives the same pause.
 */
export function waitBefore(deliveryId: string, number: number): number {
  const spread = Number.parseInt(sha256Hex(`${deliveryId} ${number}`).slice(0, 8), 16) / 0xffffffff;
  return Math.round(WAITS_MS[number - 1]! * (1 - JITTER + 2 * JITTER * spread));
}

/** Deliveries whose retries count from an earlier moment than this are given up at `now`. Both in milliseconds. */
export function givenUpBefore(now: number): number {
  return now - RETRIED_FOR_MS;
}

export type NextTry = { status: 'pending'; nextAttemptAt: number } | { status: 'failed' };

/**
 * What happens after a failed attempt. The tenth attempt is the last, and so is one within five minutes of the
 * deadline.
 * @param made attempts since the event (or since the redelivery was requested), including this one.
 * @param retryAfterMs how long the receiver asked us to wait; it can only lengthen the pause.
 */
export function afterFailure(
  delivery: { id: string; made: number; retriesSince: number },
  finishedAt: number,
  retryAfterMs: number | null,
): NextTry {
  const lastCall = delivery.retriesSince + RETRIED_FOR_MS - LAST_CALL_MS;
  if (delivery.made >= WAITS_MS.length || finishedAt >= lastCall) return { status: 'failed' };
  const wait = Math.max(waitBefore(delivery.id, delivery.made + 1), retryAfterMs ?? 0);
  return { status: 'pending', nextAttemptAt: Math.min(finishedAt + wait, lastCall) };
}

const HTTP_DATE = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/** Converts a Retry-After header (seconds, or an HTTP date) to milliseconds from `now`; null when it is unusable. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*[0-9]{1,12}\s*$/.test(header)) return Number(header) * SECOND_MS;
  const date = HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
