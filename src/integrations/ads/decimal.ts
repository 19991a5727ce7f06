import { decimalsOf } from '../../kit/currencies.ts';

/** A decimal text of a report in our minor unit, rounded; null for what is none. */
export function fromDecimal(text: string, currency: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const decimals = decimalsOf(currency);
  const digits = part.padEnd(decimals + 1, '0');
  const roundsUp = Number(digits[decimals]) >= 5 ? 1 : 0;
  return Number(whole + digits.slice(0, decimals)) + roundsUp;
}
