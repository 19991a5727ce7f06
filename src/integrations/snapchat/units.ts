// Converts Snapchat's amounts, which are micros (millionths of a unit) in budgets and reports, to and from ISO minor
// units.
import { decimalsOf } from '../../kit/currencies.ts';

const microsOf = (currency: string) => 10 ** (6 - decimalsOf(currency));

/** Throws RangeError when the amount is not a whole number of minor units, which is a bug of ours. */
export function toMicros(amount: number, currency: string): number {
  const micros = amount * microsOf(currency);
  if (!Number.isSafeInteger(amount) || amount < 0 || !Number.isSafeInteger(micros))
    throw new RangeError(`Not an amount: ${amount}`);
  return micros;
}

/** Rounded, because reports contain fractions of a minor unit. */
export function fromMicros(micros: number, currency: string): number {
  return Math.round(micros / microsOf(currency));
}
