// Converts Meta's amounts to and from ISO minor units. Meta sends budgets in hundredths, or in whole units for the
// currencies below, some of which have hundredths by ISO. Its reports are decimals of whole units.
import { decimalsOf } from '../../kit/currencies.ts';

/** Currencies with offset 1 in https://developers.facebook.com/docs/marketing-api/currencies. */
const WHOLE = new Set('clp cop crc huf isk idr jpy krw pyg twd vnd'.split(' '));

const factorOf = (currency: string) => (WHOLE.has(currency) ? 10 ** decimalsOf(currency) : 1);

/** An amount to send. Throws RangeError when it is not a whole number of minor units, which is a bug of ours. */
export function toMeta(amount: number, currency: string): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount: ${amount}`);
  return Math.round(amount / factorOf(currency));
}

/** What Meta keeps of an amount that it is sent. */
export const keptByMeta = (amount: number, currency: string): number =>
  fromMeta(toMeta(amount, currency), currency);

export function fromMeta(amount: number, currency: string): number {
  return amount * factorOf(currency);
}
