// A draft order as GraphQL shows it.

import type { Call } from './call.ts';
import { productOf, variantOf } from './catalogue.ts';
import { type Applied, type Draft, orderOfDraft, pricedLines } from './draft.ts';
import { inOrder, type Paging } from './lists.ts';
import { bag, decimalsOf } from './money.ts';
import { sumsOf } from './order.ts';
import { readOrder } from './order-roots.ts';
import { addressView } from './order-view.ts';
import { productView, variantView } from './product-view.ts';
import { gid } from './world.ts';

export function draftView(draft: Draft, call: Call) {
  const { world } = call;
  const order = orderOfDraft(world, draft);
  const sums = sumsOf(order, world.setting('giftCardsOutside', false));
  const { domain, currency } = world.owner();
  const set = (amount: number) => bag(amount, order);
  const applied = (discount: Applied | null, amount: number) =>
    discount && {
      ...{ title: discount.title, description: discount.description, valueType: discount.valueType },
      value:
        discount.valueType === 'PERCENTAGE' ? discount.value : discount.value / 10 ** decimalsOf(currency),
      amountSet: set(amount),
    };
  const lines = pricedLines(world, draft);
  const ownOff = lines.reduce((sum, { own }) => sum + own, 0);
  return {
    __typename: 'DraftOrder',
    id: draft.id,
    legacyResourceId: String(draft.number),
    name: draft.name,
    status: draft.status,
    ready: draft.readyAt <= world.now(),
    createdAt: draft.createdAt,
    updatedAt: draft.updatedAt,
    completedAt: draft.completedAt,
    currencyCode: currency,
    presentmentCurrencyCode: currency,
    email: draft.email,
    phone: draft.phone,
    note2: draft.note,
    tags: draft.tags,
    taxExempt: draft.taxExempt,
    taxesIncluded: order.taxesIncluded,
    customAttributes: draft.attributes,
    invoiceUrl: `https://${domain}/invoices/${draft.number}`,
    shippingAddress: () => addressView(draft.address, draft.number),
    shippingLine: draft.shipping && {
      ...{ id: null, title: draft.shipping.title, code: null, source: null, taxLines: [] },
      ...{ originalPriceSet: set(draft.shipping.price), discountedPriceSet: set(draft.shipping.price) },
    },
    appliedDiscount: applied(draft.discount, sums.discounts - ownOff),
    totalQuantityOfLineItems: draft.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotalPriceSet: set(sums.subtotal),
    totalPriceSet: set(sums.total),
    totalTaxSet: set(sums.tax),
    totalShippingPriceSet: set(sums.shipping),
    totalDiscountsSet: set(sums.discounts),
    order: () => (draft.order === null ? null : readOrder(draft.order, call)),
    lineItems: (paging: Paging) =>
      inOrder(lines, paging, ({ one, line, own }) => ({
        __typename: 'DraftOrderLineItem',
        id: gid('DraftOrderLineItem', one.number),
        custom: one.variant === null,
        ...{ title: line.title, name: line.title, variantTitle: line.variantTitle, sku: line.sku },
        ...{ quantity: line.quantity, isGiftCard: line.giftCard, requiresShipping: line.ships },
        taxable: !line.giftCard,
        customAttributes: line.attributes,
        appliedDiscount: applied(one.discount, own),
        originalUnitPriceSet: set(line.price),
        originalTotalSet: set(line.price * line.quantity),
        discountedTotalSet: set(line.price * line.quantity - own),
        totalDiscountSet: set(own),
        product: () => {
          const product = line.product === null ? null : productOf(world, line.product);
          return product && productView(product, world);
        },
        variant: () => {
          const found = line.variant === null ? null : variantOf(world, line.variant);
          return found && variantView(found.variant, found.product, world);
        },
      })),
  };
}
