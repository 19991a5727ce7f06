// Reads Stripe's responses: anything unexpected is a provider_error, never a guess.
import type * as z from 'zod';
import { AppError } from '../../kit/error.ts';
import type { Stripe } from './client.ts';
import { type Outcome, outcomeOfError } from './outcome.ts';

/** Has the type that outcomeOfError knows, so that an unreadable response to a write counts as unknown. */
class Unreadable extends AppError {
  readonly type = 'StripeAPIError';
}

/** Throws provider_error when a response lacks the shape that money depends on. */
export function read<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new Unreadable('provider_error', 'The payment processor answered something unusable.');
}

/**
 * Makes a call that moves no money. If the connection broke, it is repeated once, because idle connections may have
 * been closed. Throws unavailable if trying again may help, otherwise provider_error.
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

/** A timeout is not repeated, because it has already taken long enough. */
function isBroken(error: Stripe.errors.StripeError): boolean {
  const { code } = (error.detail ?? {}) as { code?: string };
  return error.type === 'StripeConnectionError' && code !== 'ETIMEDOUT';
}
