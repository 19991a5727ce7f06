import type { PayoutBank } from '../../../integrations/stripe/connect.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';

/** A holder's account at the processor, as it was last read. */
export interface PayoutAccountRow {
  /** A creator's or a partner's ID. */
  holder: string;
  /** The processor's ID. */
  processorAccount: string;
  /**
   * `connected`: holds the payout balance, and its holder withdraws at any time. `recipient`: holds nothing;
   * the payout balance goes to the bank on Mondays.
   */
  kind: 'connected' | 'recipient';
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The country's currency; ISO 4217, lower case. */
  currency: string;
  /** `rejected`: the processor refuses this person for good. */
  identity: 'required' | 'pending' | 'verified' | 'rejected';
  banks: readonly PayoutBank[];
  payoutsEnabled: boolean;
  taxId: 'missing' | 'provided' | 'verified' | 'failed';
}

export type Taking = Pick<PayoutAccountRow, 'kind' | 'currency' | 'banks'>;

/**
 * The bank account that takes money of this currency, or null. We convert nothing. For a recipient the
 * processor converts to the bank's own currency, and the withdrawal shows what the bank got.
 */
export function bankFor({ kind, banks }: Taking, currency: string): PayoutBank | null {
  if (kind === 'recipient') return banks.find((bank) => bank.currency === currency) ?? banks[0] ?? null;
  return banks.find((bank) => bank.currency === currency) ?? null;
}

/** Whether earnings of this currency can be paid out to the account, even before it has a bank. */
function takesCurrency(account: Taking, currency: string): boolean {
  return account.kind === 'recipient' || account.currency === currency || bankFor(account, currency) !== null;
}

export const PAYOUT_PROBLEMS = ['bank_takes_other', 'no_bank_takes_it'] as const;
export type PayoutProblem = (typeof PAYOUT_PROBLEMS)[number];

/**
 * Why earnings of this currency cannot be paid out, as far as is known. Before there is an account, only a
 * currency that no bank takes is a problem.
 */
export function payoutProblem(account: Taking | null, currency: string): PayoutProblem | null {
  const someBankTakesIt = CURRENCIES.get(currency)?.bankStep != null;
  if (account ? takesCurrency(account, currency) : someBankTakesIt) return null;
  return someBankTakesIt ? 'bank_takes_other' : 'no_bank_takes_it';
}

/** The problem in words for the payee or for the payer, with what each can do. */
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
