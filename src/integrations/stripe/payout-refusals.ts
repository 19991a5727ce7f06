// Explains why money to a creator did not move, as something that a person can act on.

/** The balance is too small. Nothing is wrong, and it may work later. */
export function lacksFunds(code: string): boolean {
  return code === 'balance_insufficient' || code === 'insufficient_funds';
}

export interface PayoutRefusal {
  reason: 'account_closed' | 'account_restricted' | 'instant_unavailable' | 'processor_refused';
  message: string;
}

const BY_CODE: Record<string, PayoutRefusal['reason']> = {
  account_invalid: 'account_closed',
  not_permitted: 'account_closed',
  resource_missing: 'account_closed',
  insufficient_capabilities_for_transfer: 'account_restricted',
  payouts_not_allowed: 'account_restricted',
  instant_payouts_unsupported: 'instant_unavailable',
  instant_payouts_limit_exceeded: 'instant_unavailable',
  not_found: 'account_closed',
  blocked_by_stripe: 'account_restricted',
  capability_not_enabled: 'account_restricted',
};

const MESSAGES: Record<PayoutRefusal['reason'], string> = {
  account_closed: 'The payout account is closed. Set up payouts again.',
  account_restricted: 'The payout account can receive nothing now. Complete what the payout set-up asks for.',
  instant_unavailable: 'The bank or card takes no instant withdrawals now. Withdraw with standard speed.',
  processor_refused: 'The payment processor refused. Check the bank account in the payout set-up.',
};

/** The meaning of a refused transfer or payout, by Stripe's error code. */
export function payoutRefusal(code: string): PayoutRefusal {
  const reason = BY_CODE[code] ?? 'processor_refused';
  return { reason, message: MESSAGES[reason] };
}

const BY_FAILURE: Record<string, string> = {
  account_closed: 'The bank account is closed. Add another one.',
  account_frozen: 'The bank account is frozen. Ask the bank, or add another one.',
  bank_account_restricted: 'The bank account does not take this kind of payment. Add another one.',
  bank_ownership_changed: 'The bank account has another owner now. Add it again.',
  debit_not_authorized: 'The bank did not allow the payment. Ask the bank, or add another account.',
  declined: 'The bank or card declined the payment. Ask the bank, or add another one.',
  expired_card: 'The card has expired. Add another one.',
  incorrect_account_holder_address: "The account holder's address is wrong. Correct it in the payout set-up.",
  incorrect_account_holder_name: "The account holder's name is wrong. Correct it in the payout set-up.",
  incorrect_account_holder_tax_id:
    "The account holder's tax number is wrong. Correct it in the payout set-up.",
  incorrect_account_type: 'The type of the bank account is wrong. Add it again.',
  invalid_account_number: 'The account number is wrong. Add the bank account again.',
  invalid_card: 'The card is not valid. Add another one.',
  invalid_currency: 'The bank account does not take this currency. Add one that does.',
  lost_or_stolen_card: 'The card was reported lost or stolen. Add another one.',
  no_account: 'The bank knows no such account. Add the bank account again.',
  refer_to_card_issuer: 'The card takes no payments now. Ask its issuer, or add another one.',
  unsupported_card: 'The card takes no payments. Add another card or a bank account.',
  payout_method_amount_limit_exceeded: 'The amount is more than the bank account takes. Add another one.',
  payout_method_canceled_by_customer: 'The bank sent the payment back on request. Ask the bank.',
  payout_method_closed: 'The bank account is closed. Add another one.',
  payout_method_currency_unsupported:
    'The bank account does not take the currency of the payment. Add one that does.',
  payout_method_declined: 'The bank declined the payment. Ask the bank, or add another account.',
  payout_method_does_not_exist: 'The bank knows no such account. Add the bank account again.',
  payout_method_expired: 'The card has expired. Add another one.',
  payout_method_holder_address_incorrect:
    "The account holder's address is wrong. Correct it in the payout set-up.",
  payout_method_holder_details_incorrect:
    "The account holder's details are wrong. Correct them in the payout set-up.",
  payout_method_holder_name_incorrect: "The account holder's name is wrong. Correct it in the payout set-up.",
  payout_method_invalid_account_number: 'The account number is wrong. Add the bank account again.',
  payout_method_restricted: 'The bank account does not take this kind of payment. Add another one.',
  payout_method_unsupported: 'The bank account does not take this kind of payment. Add another one.',
  payout_method_usage_frequency_limit_exceeded:
    'The bank account had too many payments. It is paid again next time, or add another one.',
};

/**
 * The meaning of a failed or returned payout or outbound payment, by Stripe's failure code; null when it was canceled.
 */
export function payoutFailure(code: string | null): string {
  if (code === null) return 'The withdrawal was canceled.';
  return BY_FAILURE[code] ?? 'The bank did not take the payment. Ask the bank, or add another account.';
}
