// An order as webhooks carry it: shaped like the older REST API, with numbers for IDs and money as plain text.

import { announce } from './deliveries.ts';
import { money, restBag } from './money.ts';
import {
  current,
  type Fulfilment,
  financialStatus,
  fulfilmentStatus,
  type Order,
  type Refunded,
  sumsOf,
} from './order.ts';
import type { Fields } from './wire.ts';
import { gid, legacy, type World } from './world.ts';

const numeric = (id: string | null) => (id === null ? null : Number(legacy(id)));

export function orderPayload(world: World, order: Order): Fields {
  const sums = sumsOf(order, world.setting('giftCardsOutside', false));
  const shown = world.setting<string>('protected', 'null') === 'visible';
  const amount = (of: number) => money(of, order.currency);
  return {
    id: numeric(order.id),
    admin_graphql_api_id: order.id,
    name: order.name,
    number: order.number - 1000,
    order_number: order.number,
    created_at: order.createdAt,
    processed_at: order.processedAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    closed_at: order.closedAt,
    test: order.test,
    source_name: order.source,
    cart_token: order.cartToken,
    checkout_token: order.checkoutToken,
    currency: order.currency,
    presentment_currency: order.presentment.currency,
    taxes_included: order.taxesIncluded,
    financial_status: financialStatus(order, sums).toLowerCase(),
    fulfillment_status:
      { FULFILLED: 'fulfilled', PARTIALLY_FULFILLED: 'partial' }[fulfilmentStatus(order)] ?? null,
    subtotal_price: amount(sums.subtotal),
    subtotal_price_set: restBag(sums.subtotal, order),
    current_subtotal_price: amount(sums.currentSubtotal),
    current_subtotal_price_set: restBag(sums.currentSubtotal, order),
    total_tax: amount(sums.tax),
    current_total_tax: amount(sums.currentTax),
    total_price: amount(sums.total),
    total_price_set: restBag(sums.total, order),
    current_total_price: amount(sums.currentTotal),
    total_discounts: amount(sums.discounts),
    total_tip_received: amount(sums.tips),
    total_outstanding: amount(sums.outstanding),
    discount_codes: order.codes.map((code, at) => ({
      code,
      amount: amount(order.offs[at] ?? 0),
      type: 'fixed_amount',
    })),
    note_attributes: order.attributes.map(({ key, value }) => ({ name: key, value })),
    tags: order.tags.join(', '),
    note: order.note,
    landing_site: order.visit?.landingPage ?? null,
    referring_site: order.visit?.referrer ?? null,
    email: shown ? order.email : null,
    phone: shown ? order.phone : null,
    customer: order.customer && { id: order.customer.number },
    line_items: order.lines.map((line) => ({
      id: line.number,
      admin_graphql_api_id: gid('LineItem', line.number),
      title: line.title,
      quantity: line.quantity,
      current_quantity: current(line),
      price: amount(line.price),
      sku: line.sku,
      product_id: numeric(line.product),
      variant_id: numeric(line.variant),
      gift_card: line.giftCard,
      taxable: !line.giftCard && !line.tip,
      total_discount: amount(0),
      tax_lines: line.taxes.map(({ title, rate, amount: tax }) => ({ title, rate, price: amount(tax) })),
    })),
    refunds: order.refunds.map((one) => refundPayload(order, one)),
    fulfillments: order.fulfilments.map((one) => fulfilmentPayload(order, one)),
  };
}

export const refundPayload = (order: Order, refund: Refunded): Fields => ({
  id: refund.number,
  admin_graphql_api_id: gid('Refund', refund.number),
  order_id: numeric(order.id),
  created_at: refund.at,
  processed_at: refund.at,
  note: refund.note,
  refund_line_items: refund.lines.map((one) => ({
    id: one.number,
    line_item_id: one.line,
    quantity: one.quantity,
    restock_type: one.restock.toLowerCase(),
    subtotal: money(one.subtotal, order.currency),
    total_tax: money(one.tax, order.currency),
  })),
  transactions: [],
  order_adjustments: [],
});

export const fulfilmentPayload = (order: Order, one: Fulfilment): Fields => ({
  id: one.number,
  admin_graphql_api_id: gid('Fulfillment', one.number),
  order_id: numeric(order.id),
  name: one.name,
  status: one.status.toLowerCase(),
  shipment_status: one.display.toLowerCase(),
  created_at: one.at,
  updated_at: one.updatedAt,
  tracking_company: one.company,
  tracking_number: one.tracking,
  tracking_url: one.url,
});

/** Whatever happens to an order, those who listen hear that it was updated as well. */
export function announceOrder(world: World, order: Order, topics: string[]): void {
  const payload = orderPayload(world, order);
  for (const topic of new Set([...topics, 'ORDERS_UPDATED'])) announce(world, topic, payload);
}
