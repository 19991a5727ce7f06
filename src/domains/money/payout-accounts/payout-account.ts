import type { PayoutBank } from '../../../integrations/stripe/connect.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';

/** A holder's account at the processor, as of the last look there. */
export interface PayoutAccountRow {
  /** A creator's or a partner's ID. */
  holder: string;
  /** The processor's ID. */
  processorAccount: string;
  /**
   * `connected`: holds the payout balance, which its holder withdraws when they like. `recipient`: holds nothing; what
   * is there for it goes to the bank on Mondays.
   */
  kind: 'connected' | 'recipient';
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** That of the country; ISO 4217, lower case. */
  currency: string;
  /** Rejected: the processor refuses this person for good. */
  identity: 'required' | 'pending' | 'verified' | 'rejected';
  banks: readonly PayoutBank[];
  payoutsEnabled: boolean;
  taxId: 'missing' | 'provided' | 'verified' | 'failed';
}

export type Taking = Pick<PayoutAccountRow, 'kind' | 'currency' | 'banks'>;

/**
 * The bank that takes money of this currency, or null. Nothing is converted on its way through here; a recipient's bank
 * is paid in its own currency by the processor, and the withdrawal says what it got.
 */
export function bankFor({ kind, banks }: Taking, currency: string): PayoutBank | null {
  if (kind === 'recipient') return banks.find((bank) => bank.currency === currency) ?? banks[0] ?? null;
  return banks.find((bank) => bank.currency === currency) ?? null;
}

/** Whether earnings of this currency can be paid out to the account, if need be before it has a bank. */
function takesCurrency(account: Taking, currency: string): boolean {
  return account.kind === 'recipient' || account.currency === currency || bankFor(account, currency) !== null;
}

export const PAYOUT_PROBLEMS = ['bank_takes_other', 'no_bank_takes_it'] as const;
export type PayoutProblem = (typeof PAYOUT_PROBLEMS)[number];

/** Why earnings of this currency can't be paid out, as far as is known: before there is an account, only what no bank takes. */
export function payoutProblem(account: Taking | null, currency: string): PayoutProblem | null {
  const someBankTakesIt = CURRENCIES.get(currency)?.bankStep != null;
  if (account ? takesCurrency(account, currency) : someBankTakesIt) return null;
  return someBankTakesIt ? 'bank_takes_other' : 'no_bank_takes_it';
}

/** The problem as the one who is paid, or who pays, reads it: with what each can do. */
export function payoutProblemInWords(
  problem: PayoutProblem,
  currency: string,
  reader: 'payer' | 'paid',
): string {
  const name = currency.toUpperCase();
  if (problem === 'no_bank_takes_it')
    return reader === 'payer'
      ? `No bank account takes ${name}: the creator can't be paid it out. Pay in another currency.`
      : `No bank account takes ${name}. Ask the brand to pay in another currency.`;
  return reader === 'payer'
    ? `The creator's bank account does not take ${name}. Pay in another currency, or ask the creator to add one that does.`
    : `Your bank account does not take ${name}. Add one that does in the payout set-up, or ask the brand to pay in another currency.`;
}
