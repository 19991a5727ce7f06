// Money: whole minor units of the shop's currency inside; outside as the platform writes it, in the buyer's currency beside.
import { wrongCommand } from './wire.ts';

const WHOLE = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);
const THREE = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

export const decimalsOf = (currency: string) => (WHOLE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2);

/** Whose money, and what one unit of the shop's is worth in the buyer's. */
export interface Currencies {
  currency: string;
  presentment: { currency: string; rate: number };
}

/** "12.50" as minor units. */
export function minor(amount: unknown, currency: string): number {
  const text = String(amount);
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw wrongCommand(`${text} is not an amount.`);
  return Math.round(Number(text) * 10 ** decimalsOf(currency));
}

/** As `Decimal` is written: without zeros at the end, but with one digit behind the point. */
export function decimal(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  const text = (amount / 10 ** digits).toFixed(Math.max(1, digits));
  return text.replace(/(\.\d+?)0+$/, '$1');
}

/** As `Money` and the payloads of webhooks have it: with all of its digits. */
export const money = (amount: number, currency: string) =>
  (amount / 10 ** decimalsOf(currency)).toFixed(Math.max(2, decimalsOf(currency)));

const inPresentment = (amount: number, { currency, presentment }: Currencies) =>
  Math.round(amount * presentment.rate * 10 ** (decimalsOf(presentment.currency) - decimalsOf(currency)));

export interface Bag {
  shopMoney: { amount: string; currencyCode: string };
  presentmentMoney: { amount: string; currencyCode: string };
}

export function bag(amount: number, currencies: Currencies): Bag {
  const { currency, presentment } = currencies;
  const buyer = presentment.currency;
  return {
    shopMoney: { amount: decimal(amount, currency), currencyCode: currency },
    presentmentMoney: { amount: decimal(inPresentment(amount, currencies), buyer), currencyCode: buyer },
  };
}

/** The same, as the payloads of webhooks name it. */
export function restBag(amount: number, currencies: Currencies) {
  const { currency, presentment } = currencies;
  return {
    shop_money: { amount: money(amount, currency), currency_code: currency },
    presentment_money: {
      amount: money(inPresentment(amount, currencies), presentment.currency),
      currency_code: presentment.currency,
    },
  };
}

/** A part of an amount, by quantities. */
export const part = (amount: number, of: number, all: number) =>
  all === 0 ? 0 : Math.round((amount * of) / all);

/** An amount over weights, exactly: what rounding leaves goes to the largest remainders. */
export function spread(amount: number, weights: number[]): number[] {
  const all = weights.reduce((sum, one) => sum + one, 0);
  if (all === 0) return weights.map(() => 0);
  const shares = weights.map((one) => Math.floor((amount * one) / all));
  const order = weights
    .map((one, at) => ({ at, rest: (amount * one) / all - shares[at]! }))
    .sort((a, b) => b.rest - a.rest);
  let left = amount - shares.reduce((sum, one) => sum + one, 0);
  for (const { at } of order) {
    if (left <= 0) break;
    shares[at]!++;
    left--;
  }
  return shares;
}
