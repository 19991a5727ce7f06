// Makes something happen exactly once, whatever the network does.
import { HOUR_MS } from '../../kit/time.ts';
import { type Outcome, outcomeOfError } from './outcome.ts';

/** Stripe forgets an idempotency key after 24 hours. One hour is kept as a margin for clock differences. */
const KEY_LIVES_MS = 23 * HOUR_MS;
const SEARCHED_BEFORE_MS = HOUR_MS;

/** One attempt to move money, stored before it is sent to Stripe. Times are in milliseconds. */
export interface Attempt {
  /** The idempotency key. Each attempt needs a new one, because Stripe replays a stored decline. */
  key: string;
  /** When the key was first sent, or will be. */
  firstSentAt: number;
  now: number;
}

/** Throws RangeError when an amount is not a positive whole number of cents, which is a bug of the caller. */
export function cents(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount in cents: ${amount}`);
  return amount;
}

/**
 * Sends the attempt. If the outcome is unknown, it is sent once more with the same key, to which Stripe answers with
 * the original outcome. If that fails too, or the key has expired, `find` looks for an object with the key in its
 * metadata.
 */
export async function once<T>(
  attempt: Attempt,
  send: () => Promise<Outcome<T>>,
  find: () => Promise<Outcome<T> | null>,
): Promise<Outcome<T>> {
  if (attempt.now - attempt.firstSentAt >= KEY_LIVES_MS) {
    const found = await find().catch((error): Outcome<T> => unfound(error));
    if (found) return found;
  }
  const first = await send().catch((error): Outcome<T> => outcomeOfError(error));
  if (first.status !== 'unknown' || first.cause === 'rate_limited') return first;
  const second = await send().catch((error): Outcome<T> => outcomeOfError(error));
  if (second.status !== 'unknown') return second;
  return (await find().catch(() => null)) ?? second;
}

/** A failed search says nothing about the payment, so the outcome stays unknown. */
function unfound<T>(error: unknown): Outcome<T> {
  const outcome = outcomeOfError<T>(error);
  if (outcome.status === 'unknown') return outcome;
  return { status: 'unknown', cause: 'provider_error', message: (error as Error).message };
}

/**
 * Where a search has to start, in Stripe's seconds: an hour before the attempt. If our clock was some minutes ahead,
 * the search would otherwise miss the object, and the payment would be made again once Stripe forgot the key.
 */
export function searchFrom(attempt: Attempt): number {
  return Math.floor((attempt.firstSentAt - SEARCHED_BEFORE_MS) / 1000);
}
