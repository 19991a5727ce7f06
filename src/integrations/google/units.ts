// Money as Google counts it: millionths of a whole unit, in texts; the values of conversions as decimals of whole units.
import { decimalsOf } from '../../kit/currencies.ts';
import { dayIn } from '../../kit/zone.ts';

const perMinor = (currency: string) => 10 ** (6 - decimalsOf(currency));

/** A budget for the wire. Throws RangeError: an amount that is not a whole number of minor units is ours to mend. */
export function toMicros(amount: number, currency: string): string {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount: ${amount}`);
  return String(BigInt(amount) * BigInt(perMinor(currency)));
}

/** Millionths in our minor unit, rounded. */
export function fromMicros(micros: string, currency: string): number {
  return Math.round(Number(micros) / perMinor(currency));
}

/** Whole units, with decimals, in our minor unit. */
export function fromWhole(value: number, currency: string): number {
  return Math.round(value * 10 ** decimalsOf(currency));
}

/** A campaign begins with a day of the account's zone. */
export const fromDay = (ms: number, zone: string) => `${dayIn(zone, ms)} 00:00:00`;

/** And ends with one: the last that has a moment before `ms`. */
export const untilDay = (ms: number, zone: string) => `${dayIn(zone, ms - 1)} 23:59:59`;
