// Amounts as people type them and as fields show them, converted exactly and never through a binary fraction.
import { decimalsOf } from '../kit/currencies.ts';

/**
 * `1,234.50` or `1234.5` in usd gives 123450. Null for text that is not an amount of the currency, such as
 * half a cent.
 */
export function readAmount(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const [, whole, rest = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined || rest.length > decimals) return null;
  const minor = Number(whole.replaceAll(',', '') + rest.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** 123450 of usd: 1234.50. */
export function showAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The message for text that is not an amount. */
export function amountHelp(currency: string): string {
  return `Write an amount in ${currency.toUpperCase()}, such as ${showAmount(123_450, currency)}.`;
}
