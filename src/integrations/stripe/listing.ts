// Lists what exists at Stripe, whoever created it, to compare its books with ours. Throws unavailable or
// provider_error.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { asked, read } from './reading.ts';

const Metadata = z.record(z.string(), z.string()).nullish();
const Intent = z.object({
  id: z.string(),
  status: z.string(),
  amount_received: z.int(),
  currency: z.string(),
  metadata: Metadata,
});
const Transfer = z.object({
  id: z.string(),
  amount: z.int(),
  amount_reversed: z.int(),
  currency: z.string(),
  destination: z.string(),
  metadata: Metadata,
});
const Payout = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  metadata: Metadata,
});
const Outbound = z.object({
  id: z.string(),
  amount: z.object({ value: z.int(), currency: z.string() }),
  status: z.string(),
  created: z.string(),
  metadata: Metadata,
});
const Amounts = z.array(z.object({ amount: z.int(), currency: z.string() }));
const Balance = z.object({ available: Amounts, pending: Amounts });
const Refund = z.object({ status: z.string().nullable(), amount: z.int(), currency: z.string() });
const ListedRefund = Refund.extend({
  id: z.string(),
  created: z.int(),
  payment_intent: z.string().nullable(),
  metadata: Metadata,
});
const Held = z.record(z.string(), z.object({ value: z.int() }));
const FinancialAccount = z.object({
  balance: z.object({ available: Held, inbound_pending: Held, outbound_pending: Held }),
});

/** Created from `from` on and before `until`, in milliseconds. */
export interface Span {
  from: number;
  until: number;
}

export interface Found {
  id: string;
  amount: number;
  currency: string;
  /** The key of our attempt that created it; null if none did. */
  attempt: string | null;
}

const PAGE = 100;

const pageOf = ({ from, until }: Span, after: string) => ({
  created: { gte: Math.floor(from / 1000), lt: Math.floor(until / 1000) },
  limit: PAGE,
  ...(after === '' ? {} : { starting_after: after }),
});

/** `next` is the cursor to continue after; null at the end. */
interface Listed<T> {
  items: T[];
  next: string | null;
}

const listed = <R extends { id: string }, T>(
  { data, has_more }: { data: R[]; has_more: boolean },
  items: T[],
): Listed<T> => ({ items, next: has_more ? (data.at(-1)?.id ?? null) : null });

/** Payments that brought in money, newest first. */
export async function listCharges(stripe: Stripe, span: Span, after: string): Promise<Listed<Found>> {
  const page = await asked(() => stripe.paymentIntents.list(pageOf(span, after)));
  const items = page.data.flatMap((raw) => {
    const { id, status, amount_received: amount, currency, metadata } = read(Intent, raw);
    return status === 'succeeded' ? [{ id, amount, currency, attempt: metadata?.attempt ?? null }] : [];
  });
  return listed(page, items);
}

/** Transfers to connected accounts, newest first, minus what was reversed. */
export async function listTransfers(stripe: Stripe, span: Span, after: string): Promise<Listed<Found>> {
  const page = await asked(() => stripe.transfers.list(pageOf(span, after)));
  const items = page.data.map((raw) => {
    const { id, amount, amount_reversed, currency, metadata } = read(Transfer, raw);
    return { id, amount: amount - amount_reversed, currency, attempt: metadata?.attempt ?? null };
  });
  return listed(page, items);
}

export interface FoundPayout extends Found {
  /** Whether it is still in transit. Failed and canceled ones are left out. */
  underWay: boolean;
}

/** A connected account's newest payouts that did not fail. */
export async function payoutsOf(stripe: Stripe, stripeAccount: string): Promise<FoundPayout[]> {
  const page = await asked(() => stripe.payouts.list({ limit: PAGE }, { stripeAccount }));
  return page.data.flatMap((raw) => {
    const { id, amount, currency, status, metadata } = read(Payout, raw);
    if (status === 'failed' || status === 'canceled') return [];
    return [{ id, amount, currency, attempt: metadata?.attempt ?? null, underWay: status !== 'paid' }];
  });
}

/** A recipient's newest outbound payments that did not fail. */
export async function outboundOf(stripe: Stripe, recipient: string): Promise<FoundPayout[]> {
  const page = await asked(() => stripe.v2.moneyManagement.outboundPayments.list({ recipient, limit: 20 }));
  return page.data.flatMap((raw) => {
    const { id, amount, status, metadata } = read(Outbound, raw);
    if (['failed', 'returned', 'canceled'].includes(status)) return [];
    const underWay = status === 'processing';
    return [
      { id, amount: amount.value, currency: amount.currency, attempt: metadata?.attempt ?? null, underWay },
    ];
  });
}

/** The balance of our account or of a connected one, by currency, including amounts that are not available yet. */
export async function balanceOf(
  stripe: Stripe,
  stripeAccount: string | null,
): Promise<Record<string, number>> {
  const options = stripeAccount === null ? {} : { stripeAccount };
  const { available, pending } = read(Balance, await asked(() => stripe.balance.retrieve({}, options)));
  const sums: Record<string, number> = {};
  for (const { amount, currency } of [...available, ...pending]) {
    sums[currency] = (sums[currency] ?? 0) + amount;
  }
  return sums;
}

/** Our financial account's balance by currency, including amounts in transit to it. */
export async function financialBalanceOf(stripe: Stripe, id: string): Promise<Record<string, number>> {
  const { balance } = read(
    FinancialAccount,
    await asked(() => stripe.v2.moneyManagement.financialAccounts.retrieve(id)),
  );
  const sums: Record<string, number> = {};
  for (const held of [balance.available, balance.inbound_pending])
    for (const [currency, { value }] of Object.entries(held)) sums[currency] = (sums[currency] ?? 0) + value;
  return sums;
}

export interface FoundRefund extends Found {
  /** The payment that is refunded. */
  intent: string | null;
  /** In milliseconds. */
  createdAt: number;
}

/** Refunds that did not fail, newest first. */
export async function listRefunds(stripe: Stripe, span: Span, after: string): Promise<Listed<FoundRefund>> {
  const page = await asked(() => stripe.refunds.list(pageOf(span, after)));
  const items = page.data.flatMap((raw) => {
    const { id, status, amount, currency, payment_intent, created, metadata } = read(ListedRefund, raw);
    if (status === 'failed' || status === 'canceled') return [];
    const found = { id, amount, currency, attempt: metadata?.attempt ?? null };
    return [{ ...found, intent: payment_intent, createdAt: created * 1000 }];
  });
  return listed(page, items);
}

/** A payment as Stripe has it; null if Stripe has none with this ID. `amount` is what it brought in. */
export async function intentOf(stripe: Stripe, id: string): Promise<(Found & { status: string }) | null> {
  const raw = await asked(() => orMissing(stripe.paymentIntents.retrieve(id)));
  if (raw === null) return null;
  const { status, amount_received: amount, currency, metadata } = read(Intent, raw);
  return { id, status, amount, currency, attempt: metadata?.attempt ?? null };
}

function orMissing<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: Stripe.errors.StripeError) => {
    if (error.code === 'resource_missing') return null;
    throw error;
  });
}

/** The refunded amount; null if Stripe has no refund with this ID, or if the refund failed. */
export async function refundOf(
  stripe: Stripe,
  id: string,
): Promise<{ amount: number; currency: string } | null> {
  const raw = await asked(() => orMissing(stripe.refunds.retrieve(id)));
  if (raw === null) return null;
  const { status, amount, currency } = read(Refund, raw);
  return status === 'failed' || status === 'canceled' ? null : { amount, currency };
}
