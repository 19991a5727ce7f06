// Money as Meta counts it. Ours is the ISO minor unit. Meta sends budgets in hundredths, or in whole units of the
// currencies below, some of which have hundredths by ISO; its reports are decimals of whole units.
import { decimalsOf } from '../../kit/currencies.ts';

/** https://developers.facebook.com/docs/marketing-api/currencies: offset 1. */
const WHOLE = new Set('clp cop crc huf isk idr jpy krw pyg twd vnd'.split(' '));

const factorOf = (currency: string) => (WHOLE.has(currency) ? 10 ** decimalsOf(currency) : 1);

/** A budget for the wire. Throws RangeError: an amount that is not a whole number of minor units is ours to mend. */
export function toMeta(amount: number, currency: string): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount: ${amount}`);
  return Math.round(amount / factorOf(currency));
}

export function fromMeta(amount: number, currency: string): number {
  return amount * factorOf(currency);
}
