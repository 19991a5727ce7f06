// A draft order as it is stored, what it comes to, and how it becomes an order.
import { variantOf } from './catalogue.ts';
import { announce } from './deliveries.ts';
import { decimal, part, spread } from './money.ts';
import type { Address, Order } from './order.ts';
import { announceOrder } from './order-payload.ts';
import { buildOrder, lineOf, placeOrder } from './orders.ts';
import { storefrontSettings } from './storefront/settings.ts';
import type { Fields } from './wire.ts';
import { legacy, type Node, type World } from './world.ts';

export interface Applied {
  /** A percentage, or an amount in minor units. */
  value: number;
  valueType: 'PERCENTAGE' | 'FIXED_AMOUNT';
  title: string | null;
  description: string;
}

export interface DraftLine {
  number: number;
  variant: string | null;
  title: string | null;
  sku: string | null;
  /** One piece's price in minor units, when the line was written. */
  price: number;
  quantity: number;
  discount: Applied | null;
  attributes: { key: string; value: string }[];
}

export interface Draft extends Node {
  number: number;
  name: string;
  status: 'OPEN' | 'COMPLETED';
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  /** When what the platform works out about it is there, in milliseconds. */
  readyAt: number;
  lines: DraftLine[];
  discount: Applied | null;
  shipping: { title: string; price: number } | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  attributes: { key: string; value: string }[];
  address: Address | null;
  taxExempt: boolean;
  source: string | null;
  order: string | null;
}

const DECIMALS = 100;

const offOf = (discount: Applied | null, amount: number): number =>
  discount === null
    ? 0
    : Math.min(
        amount,
        discount.valueType === 'PERCENTAGE'
          ? part(amount, Math.round(discount.value * DECIMALS), 100 * DECIMALS)
          : discount.value,
      );

/** What each line costs, and what its own and the draft's discount take off it. */
export function pricedLines(world: World, draft: Draft) {
  const { currency } = world.owner();
  const lines = draft.lines.map((one) => {
    // A variant that is gone by now stays in the draft as a line without one.
    const known = one.variant !== null && variantOf(world, one.variant) !== null;
    const named = { price: decimal(one.price, currency), title: one.title, sku: one.sku };
    const asked = {
      ...(known ? { variant: one.variant } : named),
      ...{ quantity: one.quantity, attributes: one.attributes },
    };
    const line = lineOf(world, asked, currency);
    return { one, line, own: offOf(one.discount, line.price * line.quantity) };
  });
  const left = lines.map(({ line, own }) => line.price * line.quantity - own);
  const all = left.reduce((sum, amount) => sum + amount, 0);
  const shared = spread(offOf(draft.discount, all), left);
  return lines.map(({ one, line, own }, at) => ({ one, line, own, off: own + shared[at]! }));
}

/** The order that it is, or would be. */
export function orderOfDraft(world: World, draft: Draft): Order {
  const { currency } = world.owner();
  const priced = pricedLines(world, draft);
  return buildOrder(world, {
    kind: 'draft',
    ...(draft.source !== null && { source: draft.source }),
    built: priced.map(({ line, off }) => ({ ...line, discount: off })),
    taxes: draft.taxExempt ? [] : storefrontSettings(world).taxes,
    ...(draft.shipping && { shipping: decimal(draft.shipping.price, currency) }),
    ...{ attributes: draft.attributes, tags: draft.tags, note: draft.note, address: draft.address },
    ...{ email: draft.email, phone: draft.phone },
    ...(draft.email !== null && { customer: { email: draft.email, phone: draft.phone } }),
  });
}

export function draftPayload(world: World, draft: Draft): Fields {
  return {
    id: draft.number,
    admin_graphql_api_id: draft.id,
    name: draft.name,
    status: draft.status.toLowerCase(),
    created_at: draft.createdAt,
    updated_at: draft.updatedAt,
    completed_at: draft.completedAt,
    order_id: draft.order === null ? null : Number(legacy(draft.order)),
    currency: world.owner().currency,
    tags: draft.tags.join(', '),
    note: draft.note,
    note_attributes: draft.attributes.map(({ key, value }) => ({ name: key, value })),
    line_items: draft.lines.map(({ number, variant, quantity, title }) => ({
      ...{ id: number, variant_id: variant && Number(legacy(variant)), quantity, title },
    })),
  };
}

export function saveDraft(world: World, draft: Draft): Draft {
  const saved = world.save({ ...draft, updatedAt: world.at() }) as Draft;
  announce(world, 'DRAFT_ORDERS_UPDATE', draftPayload(world, saved));
  return saved;
}

/** The draft becomes an order: once, and paid unless its payment is pending. */
export function completeDraft(
  world: World,
  draft: Draft,
  how: { pending: boolean; source: string | null },
): Draft {
  const order = placeOrder(world, orderOfDraft(world, { ...draft, source: how.source ?? draft.source }), {
    pay: how.pending ? 'pending' : 'paid',
  });
  // Who is named by an email address hears of the order.
  if (draft.email !== null) world.count('mail order confirmation');
  announceOrder(world, order, [
    'ORDERS_CREATE',
    ...(how.pending && order.original > 0 ? [] : ['ORDERS_PAID']),
  ]);
  return saveDraft(world, { ...draft, status: 'COMPLETED', completedAt: world.at(), order: order.id });
}
