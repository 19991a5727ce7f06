// Converts Google's amounts: micros (millionths of a unit) as texts, and conversion values as decimals of whole units.
import { decimalsOf } from '../../kit/currencies.ts';
import { dayIn } from '../../kit/zone.ts';

const perMinor = (currency: string) => 10 ** (6 - decimalsOf(currency));

/** An amount to send. Throws RangeError when it is not a whole number of minor units, which is a bug of ours. */
export function toMicros(amount: number, currency: string): string {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount: ${amount}`);
  return String(BigInt(amount) * BigInt(perMinor(currency)));
}

/** Converts micros to our minor unit, rounded. */
export function fromMicros(micros: string, currency: string): number {
  return Math.round(Number(micros) / perMinor(currency));
}

/** Converts decimals of whole units to our minor unit. */
export function fromWhole(value: number, currency: string): number {
  return Math.round(value * 10 ** decimalsOf(currency));
}

/** A campaign starts at the beginning of a day in the account's time zone. */
export const fromDay = (ms: number, zone: string) => `${dayIn(zone, ms)} 00:00:00`;

/** It ends at the end of the last day that begins before `ms`. */
export const untilDay = (ms: number, zone: string) => `${dayIn(zone, ms - 1)} 23:59:59`;
