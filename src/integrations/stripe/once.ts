// Making something happen once, whatever the network does.
import { HOUR_MS } from '../../kit/time.ts';
import { type Outcome, outcomeOfError } from './outcome.ts';

/** Stripe forgets an idempotency key after 24 hours; an hour is left for clocks that differ. */
const KEY_LIVES_MS = 23 * HOUR_MS;
const SEARCHED_BEFORE_MS = HOUR_MS;

/** One attempt to move money, stored before Stripe hears of it. Times in milliseconds. */
export interface Attempt {
  /** Names the attempt: a new attempt has a new key, since Stripe replays a stored decline. */
  key: string;
  /** When the key was first sent, or will be. */
  firstSentAt: number;
  now: number;
}

/** Throws RangeError: an amount that is not whole positive cents is a mistake of the caller. */
export function cents(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`Not an amount in cents: ${amount}`);
  return amount;
}

/**
 * Sends the attempt; if what came of it is unknown, repeats it once under the same key, which answers the truth.
 * If that fails too, or the key is too old to be repeated, `find` looks for what carries the key in its metadata.
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

/** A search that failed says nothing about what it searched for. */
function unfound<T>(error: unknown): Outcome<T> {
  const outcome = outcomeOfError<T>(error);
  if (outcome.status === 'unknown') return outcome;
  return { status: 'unknown', cause: 'provider_error', message: (error as Error).message };
}

/**
 * From when a search has to look, in Stripe's seconds. An hour early: of an attempt that a clock some minutes ahead had
 * begun the search found nothing, and once its key was forgotten it was made again.
 */
export function searchFrom(attempt: Attempt): number {
  return Math.floor((attempt.firstSentAt - SEARCHED_BEFORE_MS) / 1000);
}
