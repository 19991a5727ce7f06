/** A holder's account at the processor, as of the last look there. */
export interface PayoutAccountRow {
  /** A creator's or a partner's ID. */
  holder: string;
  /** The processor's ID. */
  processorAccount: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** What its bank account is in; ISO 4217, lower case. */
  currency: string;
  /** Rejected: the processor refuses this person for good. */
  identity: 'required' | 'pending' | 'verified' | 'rejected';
  /** The processor's ID of the bank account or debit card; null while there is none. */
  bank: string | null;
  bankLast4: string | null;
  /** Whether the bank takes instant payouts. */
  instant: boolean;
  payoutsEnabled: boolean;
  taxId: 'missing' | 'provided' | 'verified' | 'failed';
}
