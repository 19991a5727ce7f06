// Converts TikTok's amounts and times: budgets are decimals of whole units as numbers, in reports as texts; times are
// texts in UTC.
import { decimalsOf } from '../../kit/currencies.ts';

/** An amount to send. Throws RangeError when it is not a whole number of minor units, which is a bug of ours. */
export function toTiktok(amount: number, currency: string): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount: ${amount}`);
  return amount / 10 ** decimalsOf(currency);
}

export const fromTiktok = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

export const toMoment = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** A moment that the platform tells, in milliseconds; null for anything else. */
export function fromMoment(text: string | undefined): number | null {
  const ms = MOMENT.test(text ?? '') ? Date.parse(`${text!.replace(' ', 'T')}Z`) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
