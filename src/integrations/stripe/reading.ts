// Reading Stripe's answers: what is not what it should be is a provider_error, never a guess.
import type * as z from 'zod';
import { AppError } from '../../kit/error.ts';
import type { Stripe } from './client.ts';
import { type Outcome, outcomeOfError } from './outcome.ts';

/** Carries the name that outcomeOfError knows, so that an unreadable answer to a write counts as unknown. */
class Unreadable extends AppError {
  readonly type = 'StripeAPIError';
}

/** Throws provider_error when an answer does not have the shape that money depends on. */
export function read<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new Unreadable('provider_error', 'The payment processor answered something unusable.');
}

/**
 * Makes a call that moves no money, and once more when the connection broke: those that were idle may be gone. Throws
 * unavailable to try again, provider_error for anything else.
 */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call().catch((error) => {
      if (!isBroken(error)) throw error;
      return call();
    });
  } catch (error) {
    const outcome: Outcome<T> = outcomeOfError(error);
    if (outcome.status === 'unknown' && outcome.cause !== 'provider_error') {
      throw new AppError('unavailable', 'The payment processor does not answer. Try again.');
    }
    throw new AppError('provider_error', 'The payment processor refused the request.', {
      details: { reason: 'code' in outcome ? outcome.code : outcome.status },
    });
  }
}

/** A time-out has taken long enough. */
function isBroken(error: Stripe.errors.StripeError): boolean {
  const { code } = (error.detail ?? {}) as { code?: string };
  return error.type === 'StripeConnectionError' && code !== 'ETIMEDOUT';
}
