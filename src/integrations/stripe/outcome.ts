// The possible outcomes of asking Stripe to move money.
import type { Stripe } from './client.ts';

/** Declines that a person can act on, with the sentence for each. */
const DECLINES = {
  insufficient_funds: 'The card has insufficient funds.',
  card_expired: 'The card has expired. Use another card.',
  incorrect_details: "The card's details are wrong. Enter it again.",
  card_not_supported: 'The card does not allow this kind of payment. Use another card.',
  currency_not_supported: 'The card can not be charged in this currency. Use another card.',
  limit_exceeded: 'The card is over its limit. Use another card, or ask the bank.',
  try_again: 'The bank could not be reached. Try again later.',
  card_declined: 'The bank declined the card. Ask the bank, or use another card.',
  canceled: 'The charge was canceled.',
} as const;

export type DeclineReason = keyof typeof DECLINES;

export type Outcome<T> =
  | { status: 'succeeded'; value: T }
  /** Stripe has it but is not done: read it again, or wait for its webhook. */
  | { status: 'processing'; id: string }
  | { status: 'declined'; reason: DeclineReason; message: string; id: string | null }
  /** The cardholder has to authenticate in a browser, with this secret. */
  | { status: 'requires_action'; id: string; clientSecret: string | null }
  /**
   * Refused for good, and nothing happened. `code` is Stripe's error code, for instance balance_insufficient; `param`
   * is the request's field that it is about.
   */
  | { status: 'refused'; code: string; message: string; param?: string | null }
  /** It may or may not have happened: retry with the same key, never with another. */
  | { status: 'unknown'; cause: UnknownCause; message: string };

export type UnknownCause = 'no_answer' | 'server_error' | 'in_progress' | 'rate_limited' | 'provider_error';

const BY_CODE: Record<string, DeclineReason> = {
  canceled: 'canceled',
  insufficient_funds: 'insufficient_funds',
  expired_card: 'card_expired',
  incorrect_number: 'incorrect_details',
  invalid_number: 'incorrect_details',
  incorrect_cvc: 'incorrect_details',
  invalid_cvc: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  invalid_expiry_month: 'incorrect_details',
  invalid_expiry_year: 'incorrect_details',
  card_not_supported: 'card_not_supported',
  currency_not_supported: 'currency_not_supported',
  transaction_not_allowed: 'card_not_supported',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  issuer_not_available: 'try_again',
  processing_error: 'try_again',
  reenter_transaction: 'try_again',
  try_again_later: 'try_again',
};

/** Refusals of version 2 of the API, for which it has types and the package has classes of their own. */
const V2_REFUSALS = new Set<string>([
  'already_canceled',
  'blocked_by_stripe',
  'cannot_proceed',
  'capability_not_enabled',
  'controlled_by_alternate_resource',
  'feature_not_enabled',
  'financial_account_not_open',
  'insufficient_funds',
  'invalid_payout_method',
  'not_cancelable',
  'quota_exceeded',
  'recipient_not_notifiable',
]);

interface CardError {
  code?: string | undefined;
  decline_code?: string | undefined;
}

export function declined<T>({ code, decline_code }: CardError, id: string | null): Outcome<T> {
  const reason = BY_CODE[decline_code ?? ''] ?? BY_CODE[code ?? ''] ?? 'card_declined';
  return { status: 'declined', reason, message: DECLINES[reason], id };
}

/**
 * Turns an error of the package into an outcome. Rethrows our own bugs, including a key that was reused for another
 * request: what happened under that key was not this payment.
 */
export function outcomeOfError<T>(error: unknown): Outcome<T> {
  const { type, code, decline_code, statusCode, message, payment_intent, rawType, param } =
    error as Stripe.errors.StripeError;
  const unknown = (cause: UnknownCause): Outcome<T> => ({ status: 'unknown', cause, message });
  switch (type) {
    case 'StripeCardError': {
      const id = payment_intent?.id ?? null;
      if (code === 'authentication_required' && id) {
        return { status: 'requires_action', id, clientSecret: payment_intent?.client_secret ?? null };
      }
      return declined({ code, decline_code }, id);
    }
    case 'StripeConnectionError':
      return unknown('no_answer');
    case 'StripeRateLimitError':
    case 'RateLimitError':
      return unknown('rate_limited');
    case 'StripeIdempotencyError':
      // Version 2 of the API reports a request that is still running with the same error as a reused key.
      if (statusCode === 409) return unknown('in_progress');
      throw error;
    case 'StripeAPIError':
      if (statusCode === 409) return unknown('in_progress');
      return unknown(statusCode === undefined ? 'provider_error' : 'server_error');
    case 'StripeInvalidRequestError':
      return { ...refused<T>(code ?? 'invalid_request', message), param: param ?? null };
    case 'StripeAuthenticationError':
      // If our API key is wrong, that says nothing about the payment, which waits until the key is fixed.
      return unknown('provider_error');
    case 'StripePermissionError':
      return refused(code ?? 'not_permitted', message);
    default:
      if (rawType && V2_REFUSALS.has(rawType)) return refused(rawType, message);
      throw error;
  }
}

function refused<T>(code: string, message: string): Outcome<T> & { status: 'refused' } {
  return { status: 'refused', code, message };
}
