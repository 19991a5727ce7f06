// How a payment is split, to the cent. The partner's take is part of the amount; the service fee is added on
// top.
import { percentOf, WHOLE_BPS } from '../../../kit/money.ts';

/** A partner never takes more than this, whatever rate is stored. */
export const MAX_TAKE_BPS = 2_000;

export interface PaymentSplit {
  /** Cents: the partner's and the creator's parts of the amount. */
  partnerFee: number;
  net: number;
  /** Cents on top of the amount. */
  serviceFee: number;
}

/**
 * @param amount cents. @param takeBps the partner's take and @param feeBps the service fee, in basis points.
 * Throws a RangeError for an amount that is not a whole number of cents above zero, or is too large to be
 * exact.
 */
export function splitPayment(amount: number, takeBps: number, feeBps: number): PaymentSplit {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`${amount} cents can't be paid`);
  const partnerFee = takeOf(amount, takeBps);
  const serviceFee = percentOf(amount, feeBps);
  if (!Number.isSafeInteger(amount + serviceFee)) throw new RangeError(`${amount} cents are too many`);
  return { partnerFee, net: amount - partnerFee, serviceFee };
}

/** Cents that are left of an amount once the partner has taken its part. */
export const netOf = (amount: number, takeBps: number): number => amount - takeOf(amount, takeBps);

/** The smallest amount in cents that leaves the creator exactly `net` once the partner has taken its part. */
export function amountFor(net: number, takeBps: number): number {
  // The take grows by at most a cent with each cent of the amount, so no net is skipped. Rounding moves it by
  // at most half a cent, so the exact quotient is at most one cent off.
  let amount = Math.max(
    net,
    Math.floor((net * WHOLE_BPS) / (WHOLE_BPS - Math.min(takeBps, MAX_TAKE_BPS))) - 2,
  );
  while (amount - takeOf(amount, takeBps) < net) amount++;
  return amount;
}

function takeOf(amount: number, takeBps: number): number {
  return percentOf(amount, Math.min(takeBps, MAX_TAKE_BPS));
}
