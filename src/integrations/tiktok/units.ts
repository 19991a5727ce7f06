// Money and moments as TikTok writes them: budgets are numbers of whole units with decimals, reports the same as texts,
// moments are texts in UTC.
import { decimalsOf } from '../../kit/currencies.ts';

/** A budget for the wire. Throws RangeError: an amount that is not a whole number of minor units is ours to mend. */
export function toTiktok(amount: number, currency: string): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount: ${amount}`);
  return amount / 10 ** decimalsOf(currency);
}

export const fromTiktok = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

export const toMoment = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
