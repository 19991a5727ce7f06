// Money as Snapchat counts it: in millionths of the currency's unit, both in budgets and in reports. Ours is the ISO minor
// unit.
import { decimalsOf } from '../../kit/currencies.ts';

const microsOf = (currency: string) => 10 ** (6 - decimalsOf(currency));

/** Throws RangeError: an amount that is not a whole number of minor units is ours to mend. */
export function toMicros(amount: number, currency: string): number {
  const micros = amount * microsOf(currency);
  if (!Number.isSafeInteger(amount) || amount < 0 || !Number.isSafeInteger(micros))
    throw new RangeError(`Not an amount: ${amount}`);
  return micros;
}

/** Rounded: reports count parts of a minor unit. */
export function fromMicros(micros: number, currency: string): number {
  return Math.round(micros / microsOf(currency));
}
