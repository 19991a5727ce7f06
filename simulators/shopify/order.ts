// An order as it is stored, and what it comes to: before and after returns, edits and refunds.
import { type Currencies, part } from './money.ts';
import type { Node } from './world.ts';

export interface Tax {
  title: string;
  rate: number;
  /** For the whole quantity. */
  amount: number;
}

export interface Line {
  number: number;
  title: string;
  product: string | null;
  variant: string | null;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  /** Taken out by edits. */
  removed: number;
  refunded: number;
  /** One of them, before discounts. */
  price: number;
  /** On all of them. */
  discount: number;
  taxes: Tax[];
  giftCard: boolean;
  tip: boolean;
  plan: string | null;
  ships: boolean;
  attributes: { key: string; value: string }[];
}

export interface Transaction {
  number: number;
  kind: 'SALE' | 'AUTHORIZATION' | 'CAPTURE' | 'REFUND' | 'VOID';
  status: 'SUCCESS' | 'PENDING' | 'FAILURE';
  gateway: string;
  amount: number;
  at: string;
}

export interface Refunded {
  number: number;
  at: string;
  note: string | null;
  lines: { number: number; line: number; quantity: number; subtotal: number; tax: number; restock: string }[];
  shipping: number;
  /** What was given back beside lines and shipping, or kept back of them. */
  adjustment: number;
  total: number;
}

export interface Address {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  provinceCode: string | null;
  countryCode: string | null;
  zip: string | null;
  phone: string | null;
}

export interface Customer {
  number: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
}

export interface Visit {
  number: number;
  landingPage: string | null;
  referrer: string | null;
  utm: Record<string, string> | null;
  at: string;
}

export interface Fulfilment {
  number: number;
  name: string;
  at: string;
  updatedAt: string;
  status: string;
  display: string;
  quantity: number;
  company: string | null;
  tracking: string | null;
  url: string | null;
  deliveredAt: string | null;
  inTransitAt: string | null;
}

export interface Order extends Node, Currencies {
  number: number;
  name: string;
  createdAt: string;
  processedAt: string;
  updatedAt: string;
  taxesIncluded: boolean;
  test: boolean;
  source: string;
  lines: Line[];
  shipping: { number: number; title: string; price: number; taxes: Tax[]; refunded: number } | null;
  codes: string[];
  /** What each of the codes took off. */
  offs: number[];
  attributes: { key: string; value: string }[];
  customer: Customer | null;
  email: string | null;
  phone: string | null;
  address: Address | null;
  clientIp: string | null;
  cartToken: string | null;
  checkoutToken: string | null;
  transactions: Transaction[];
  refunds: Refunded[];
  fulfilments: Fulfilment[];
  cancelledAt: string | null;
  cancelReason: string | null;
  closedAt: string | null;
  edited: boolean;
  tags: string[];
  note: string | null;
  visit: Visit | null;
  /** When the platform has made the summary of the customer's journey, in milliseconds. */
  journeyAt: number;
  app: { number: number; name: string } | null;
  pos: boolean;
  /** Where it is not what the payments say: AUTHORIZED, EXPIRED, VOIDED. */
  held: string | null;
  original: number;
}

export const current = (line: Line) => line.quantity - line.removed - line.refunded;
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** After discounts, for so many of them. */
export const priceOf = (line: Line, quantity: number) =>
  part(line.price * line.quantity - line.discount, quantity, line.quantity);
export const taxOf = (line: Line, quantity: number) =>
  sum(line.taxes.map(({ amount }) => part(amount, quantity, line.quantity)));

export interface Sums {
  subtotal: number;
  currentSubtotal: number;
  tax: number;
  currentTax: number;
  shipping: number;
  currentShipping: number;
  tips: number;
  discounts: number;
  currentDiscounts: number;
  total: number;
  currentTotal: number;
  received: number;
  refunded: number;
  outstanding: number;
}

/** @param outside whether gift cards that are bought lie outside of the subtotal, which the documents leave open. */
export function sumsOf(order: Order, outside: boolean): Sums {
  const counted = order.lines.filter((line) => !line.tip && !(outside && line.giftCard));
  const cards = outside ? order.lines.filter((line) => line.giftCard) : [];
  const kept = (line: Line) => line.quantity - line.removed;
  const shipping = order.shipping?.price ?? 0;
  const currentShipping = shipping - (order.shipping?.refunded ?? 0);
  const shippingTax = sum(order.shipping?.taxes.map(({ amount }) => amount) ?? []);
  const subtotal = sum(counted.map((line) => priceOf(line, kept(line))));
  const currentSubtotal = sum(counted.map((line) => priceOf(line, current(line))));
  const tax = sum(order.lines.map((line) => taxOf(line, kept(line)))) + shippingTax;
  const currentTax =
    sum(order.lines.map((line) => taxOf(line, current(line)))) +
    part(shippingTax, currentShipping, shipping || 1);
  const tips = sum(order.lines.filter((line) => line.tip).map((line) => line.price * current(line)));
  const beside = (quantity: (line: Line) => number) =>
    tips + sum(cards.map((line) => priceOf(line, quantity(line))));
  const done = order.transactions.filter(({ status }) => status === 'SUCCESS');
  const received = sum(done.filter(({ kind }) => /SALE|CAPTURE/.test(kind)).map(({ amount }) => amount));
  const refunded = sum(done.filter(({ kind }) => kind === 'REFUND').map(({ amount }) => amount));
  const total = subtotal + beside(kept) + shipping + (order.taxesIncluded ? 0 : tax);
  const currentTotal =
    currentSubtotal + beside(current) + currentShipping + (order.taxesIncluded ? 0 : currentTax);
  return {
    subtotal,
    currentSubtotal,
    tax,
    currentTax,
    shipping,
    currentShipping,
    tips,
    discounts: sum(order.lines.map((line) => part(line.discount, kept(line), line.quantity))),
    currentDiscounts: sum(order.lines.map((line) => part(line.discount, current(line), line.quantity))),
    total,
    currentTotal,
    received,
    refunded,
    outstanding: order.cancelledAt ? 0 : currentTotal - received + refunded,
  };
}

export function financialStatus(order: Order, sums: Sums): string {
  if (order.held) return order.held;
  const { received, refunded, currentTotal } = sums;
  if (received === 0) {
    if (order.cancelledAt) return 'VOIDED';
    return sums.total === 0 ? 'PAID' : 'PENDING';
  }
  if (refunded >= received) return 'REFUNDED';
  if (refunded > 0) return 'PARTIALLY_REFUNDED';
  return received < currentTotal ? 'PARTIALLY_PAID' : 'PAID';
}

export function fulfilmentStatus(order: Order): string {
  const shipped = sum(
    order.fulfilments.filter(({ status }) => status === 'SUCCESS').map(({ quantity }) => quantity),
  );
  const wanted = sum(order.lines.filter((line) => !line.tip).map(current));
  if (shipped === 0) return 'UNFULFILLED';
  return shipped >= wanted ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
}

/** How far an order's one fulfilment order is. */
export function toSend(order: Order): 'OPEN' | 'IN_PROGRESS' | 'CLOSED' | 'CANCELLED' {
  if (order.cancelledAt) return 'CANCELLED';
  const status = fulfilmentStatus(order);
  if (status === 'UNFULFILLED') return 'OPEN';
  return status === 'FULFILLED' ? 'CLOSED' : 'IN_PROGRESS';
}

/** Taxes of one title and rate together, of what is left or of all. */
export function taxLines(order: Order, quantity: (line: Line) => number, shipping: 'all' | 'left'): Tax[] {
  const all = order.lines.flatMap((line) =>
    line.taxes.map((tax) => ({ ...tax, amount: part(tax.amount, quantity(line), line.quantity) })),
  );
  const { price = 0, refunded = 0, taxes = [] } = order.shipping ?? {};
  for (const tax of taxes)
    all.push({
      ...tax,
      amount: shipping === 'all' ? tax.amount : part(tax.amount, price - refunded, price || 1),
    });
  const merged = new Map<string, Tax>();
  for (const tax of all) {
    const key = `${tax.title} ${tax.rate}`;
    merged.set(key, { ...tax, amount: tax.amount + (merged.get(key)?.amount ?? 0) });
  }
  return [...merged.values()];
}
