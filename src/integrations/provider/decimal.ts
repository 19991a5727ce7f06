import { decimalsOf } from '../../kit/currencies.ts';

/** Converts a decimal text of a report to our minor unit, rounded; null when it is not a number. */
export function fromDecimal(text: string, currency: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const decimals = decimalsOf(currency);
  const digits = part.padEnd(decimals + 1, '0');
  const roundsUp = Number(digits[decimals]) >= 5 ? 1 : 0;
  return Number(whole + digits.slice(0, decimals)) + roundsUp;
}

/** Our minor unit as a decimal text, such as `12.50`. */
export function toDecimal(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}
