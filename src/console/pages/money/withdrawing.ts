/** What a person sees of a withdrawal before confirming it. */
export interface Withdrawing {
  amount: number;
  currency: string;
  fee: number;
  /** The last digits of the bank account or card. */
  last4: string;
}

/** The same in one text: the form sends it along, so that nothing else is done. */
export const seenOf = ({ amount, currency, fee, last4 }: Withdrawing): string =>
  `${amount} ${currency} ${fee} ${last4}`;

export const sameAsSeen = (now: Withdrawing, seen: string): boolean => seenOf(now) === seen;
