// An order as GraphQL shows it.
import { GraphQLError } from 'graphql';
import { productOf, variantOf } from './catalogue.ts';
import { inOrder, type Paging } from './lists.ts';
import { bag, type Currencies } from './money.ts';
import {
  type Address,
  type Customer,
  current,
  type Fulfilment,
  financialStatus,
  fulfilmentStatus,
  type Line,
  type Order,
  priceOf,
  type Refunded,
  sumsOf,
  type Tax,
  taxLines,
  taxOf,
  toSend,
  type Visit,
} from './order.ts';
import { productView, variantView } from './product-view.ts';
import type { Fields } from './wire.ts';
import { gid, legacy, type World } from './world.ts';

export const taxView = (tax: Tax, currencies: Currencies) => ({
  title: tax.title,
  rate: tax.rate,
  ratePercentage: tax.rate * 100,
  priceSet: bag(tax.amount, currencies),
  channelLiable: false,
  source: 'shopify',
});

export const addressView = (address: Address | null, id: number) =>
  address && {
    ...address,
    id: gid('MailingAddress', id),
    name: [address.firstName, address.lastName].filter(Boolean).join(' ') || null,
    country: address.countryCode,
    countryCodeV2: address.countryCode,
    province: address.provinceCode,
    formatted: [address.address1, address.address2, address.zip, address.city].filter(Boolean),
  };

const customerView = (customer: Customer | null, order: Order) =>
  customer && {
    ...customer,
    __typename: 'Customer',
    id: gid('Customer', customer.number),
    legacyResourceId: String(customer.number),
    createdAt: order.createdAt,
    displayName: [customer.firstName, customer.lastName].filter(Boolean).join(' ') || 'Customer',
    defaultEmailAddress: customer.email === null ? null : { emailAddress: customer.email },
    defaultPhoneNumber: customer.phone === null ? null : { phoneNumber: customer.phone },
  };

function lineView(world: World, line: Line, order: Order) {
  const full = line.price * line.quantity;
  const left = current(line);
  const included = order.taxesIncluded ? taxOf(line, left) : 0;
  const each = line.quantity === 0 ? 0 : Math.round((full - line.discount) / line.quantity);
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.number),
    title: line.title,
    name:
      line.variantTitle && line.variantTitle !== 'Default Title'
        ? `${line.title} - ${line.variantTitle}`
        : line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: left,
    refundableQuantity: left,
    isGiftCard: line.giftCard,
    requiresShipping: line.ships,
    taxable: !line.giftCard && !line.tip,
    customAttributes: line.attributes,
    sellingPlan: line.plan === null ? null : { name: line.plan, sellingPlanId: gid('SellingPlan', 1) },
    originalUnitPriceSet: bag(line.price, order),
    originalTotalSet: bag(full, order),
    // What a code or the whole order takes off is no discount of the line.
    discountedTotalSet: ({ withCodeDiscounts = false }: Fields) =>
      bag(withCodeDiscounts ? full - line.discount : full, order),
    discountedUnitPriceSet: bag(line.price, order),
    discountedUnitPriceAfterAllDiscountsSet: bag(each, order),
    totalDiscountSet: bag(0, order),
    discountAllocations: line.discount === 0 ? [] : [{ allocatedAmountSet: bag(line.discount, order) }],
    priceAfterAllDiscountsBeforeTaxesSet: bag(priceOf(line, left) - included, order),
    taxLines: ({ first }: Paging) =>
      line.taxes.slice(0, first ?? undefined).map((tax) => taxView(tax, order)),
    product: () => {
      const product = line.product === null ? null : productOf(world, line.product);
      return product && productView(product, world);
    },
    variant: () => {
      const found = line.variant === null ? null : variantOf(world, line.variant);
      return found && variantView(found.variant, found.product, world);
    },
  };
}

function refundView(world: World, refund: Refunded, order: Order) {
  const lineOf = (number: number) => order.lines.find((line) => line.number === number)!;
  return {
    __typename: 'Refund',
    id: gid('Refund', refund.number),
    legacyResourceId: String(refund.number),
    createdAt: refund.at,
    processedAt: refund.at,
    updatedAt: refund.at,
    note: refund.note,
    order: () => orderView(order, world),
    totalRefundedSet: bag(refund.total, order),
    orderAdjustments: (paging: Paging) =>
      inOrder(refund.adjustment === 0 ? [] : [refund.adjustment], paging, (amount) => ({
        __typename: 'OrderAdjustment',
        id: gid('OrderAdjustment', refund.number),
        amountSet: bag(amount, order),
        taxAmountSet: bag(0, order),
        reason: 'REFUND_DISCREPANCY',
      })),
    refundLineItems: (paging: Paging) =>
      inOrder(refund.lines, paging, (one) => ({
        id: gid('RefundLineItem', one.number),
        quantity: one.quantity,
        restockType: one.restock,
        restocked: one.restock !== 'NO_RESTOCK',
        priceSet: bag(lineOf(one.line).price, order),
        subtotalSet: bag(one.subtotal, order),
        totalTaxSet: bag(one.tax, order),
        lineItem: () => lineView(world, lineOf(one.line), order),
      })),
  };
}

/** What is to be sent of an order. There is one of it, since all goods lie in one place. */
const fulfilmentOrderView = (order: Order, world: World) => ({
  __typename: 'FulfillmentOrder',
  id: gid('FulfillmentOrder', legacy(order.id)),
  orderId: order.id,
  orderName: order.name,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
  status: toSend(order),
  order: () => orderView(order, world),
});

export const fulfilmentView = (one: Fulfilment, order: Order, world: World) => ({
  __typename: 'Fulfillment',
  id: gid('Fulfillment', one.number),
  legacyResourceId: String(one.number),
  name: one.name,
  createdAt: one.at,
  updatedAt: one.updatedAt,
  status: one.status,
  displayStatus: one.display,
  deliveredAt: one.deliveredAt,
  inTransitAt: one.inTransitAt,
  estimatedDeliveryAt: null,
  totalQuantity: one.quantity,
  trackingInfo:
    one.tracking === null && one.url === null
      ? []
      : [{ company: one.company, number: one.tracking, url: one.url }],
  order: () => orderView(order, world),
});

const visitView = (visit: Visit) => ({
  __typename: 'CustomerVisit',
  id: gid('CustomerVisit', visit.number),
  landingPage: visit.landingPage,
  referrerUrl: visit.referrer,
  referralCode: null,
  occurredAt: visit.at,
  source: visit.referrer === null ? 'direct' : new URL(visit.referrer).hostname,
  sourceDescription: null,
  utmParameters: visit.utm,
});

function journey(order: Order, world: World) {
  const ready = order.journeyAt <= world.now();
  const visit = ready && order.visit ? visitView(order.visit) : null;
  return {
    ready,
    firstVisit: visit,
    lastVisit: visit,
    customerOrderIndex: ready ? 0 : null,
    daysToConversion: ready ? 0 : null,
  };
}

export function orderView(order: Order, world: World) {
  const outside = world.setting('giftCardsOutside', false);
  const sums = sumsOf(order, outside);
  const set = (amount: number) => bag(amount, order);
  const counted = order.lines.filter((line) => !line.tip && !(outside && line.giftCard));
  const quantities = (of: (line: Line) => number) => counted.reduce((total, line) => total + of(line), 0);
  return {
    __typename: 'Order',
    id: order.id,
    legacyResourceId: legacy(order.id),
    name: order.name,
    number: order.number,
    confirmationNumber: confirmation(order),
    confirmed: true,
    test: order.test,
    sourceName: order.source,
    sourceIdentifier: null,
    app: order.app && { id: gid('App', order.app.number), name: order.app.name },
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason,
    closed: order.closedAt !== null,
    closedAt: order.closedAt,
    edited: order.edited,
    tags: order.tags,
    note: order.note,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.presentment.currency,
    taxesIncluded: order.taxesIncluded,
    taxExempt: false,
    cartToken: order.cartToken,
    checkoutToken: order.checkoutToken,
    clientIp: order.clientIp,
    customAttributes: order.attributes,
    discountCode: order.codes[0] ?? null,
    discountCodes: order.codes,
    customerLocale: order.checkoutToken === null ? null : 'en',
    displayFinancialStatus: financialStatus(order, sums),
    displayFulfillmentStatus: fulfilmentStatus(order),
    fullyPaid: sums.received >= sums.currentTotal,
    unpaid: sums.received === 0 && sums.currentTotal > 0,
    refundable: sums.received > sums.refunded,
    paymentGatewayNames: [...new Set(order.transactions.map(({ gateway }) => gateway))],
    subtotalPriceSet: set(sums.subtotal),
    currentSubtotalPriceSet: set(sums.currentSubtotal),
    subtotalLineItemsQuantity: quantities((line) => line.quantity - line.removed),
    currentSubtotalLineItemsQuantity: quantities(current),
    totalTaxSet: set(sums.tax),
    currentTotalTaxSet: set(sums.currentTax),
    taxLines: taxLines(order, (line) => line.quantity - line.removed, 'all').map((tax) =>
      taxView(tax, order),
    ),
    currentTaxLines: taxLines(order, current, 'left').map((tax) => taxView(tax, order)),
    totalShippingPriceSet: set(sums.shipping),
    currentShippingPriceSet: set(sums.currentShipping),
    totalRefundedShippingSet: set(sums.shipping - sums.currentShipping),
    totalTipReceivedSet: set(sums.tips),
    totalDiscountsSet: set(sums.discounts),
    currentTotalDiscountsSet: set(sums.currentDiscounts),
    totalPriceSet: set(sums.total),
    currentTotalPriceSet: set(sums.currentTotal),
    originalTotalPriceSet: set(order.original),
    totalReceivedSet: set(sums.received),
    totalRefundedSet: set(sums.refunded),
    netPaymentSet: set(sums.received - sums.refunded),
    totalOutstandingSet: set(sums.outstanding),
    refundDiscrepancySet: set(-order.refunds.reduce((all, one) => all + one.adjustment, 0)),
    landingPageUrl: order.visit?.landingPage ?? null,
    referrerUrl: order.visit?.referrer ?? null,
    customer: () => customerView(order.customer, order),
    email: order.email,
    phone: order.phone,
    shippingAddress: () => addressView(order.address, order.number),
    billingAddress: () => addressView(order.address, order.number),
    retailLocation: () =>
      order.pos ? { id: gid('Location', 1), legacyResourceId: '1', name: 'Main street' } : null,
    shippingLine: () => shippingView(order),
    customerJourneySummary: () => (order.checkoutToken === null ? null : journey(order, world)),
    lineItems: (paging: Paging) => inOrder(order.lines, paging, (line) => lineView(world, line, order)),
    refunds: ({ first }: Paging) => upTo(order.refunds, first).map((one) => refundView(world, one, order)),
    fulfillmentOrders: (paging: Paging) => inOrder([order], paging, (one) => fulfilmentOrderView(one, world)),
    fulfillments: ({ first }: Paging) =>
      upTo(order.fulfilments, first).map((one) => fulfilmentView(one, order, world)),
    transactions: ({ first }: Paging) =>
      upTo(order.transactions, first).map((one) => ({
        __typename: 'OrderTransaction',
        id: gid('OrderTransaction', one.number),
        kind: one.kind,
        status: one.status,
        gateway: one.gateway,
        formattedGateway: one.gateway,
        amountSet: set(one.amount),
        createdAt: one.at,
        processedAt: one.at,
        test: order.test,
      })),
  };
}

const shippingView = (order: Order) =>
  order.shipping && {
    id: gid('ShippingLine', order.shipping.number),
    title: order.shipping.title,
    code: order.shipping.title,
    source: 'shopify',
    originalPriceSet: bag(order.shipping.price, order),
    discountedPriceSet: bag(order.shipping.price, order),
    taxLines: order.shipping.taxes.map((tax) => taxView(tax, order)),
  };

function upTo<T>(all: T[], first: number | null | undefined): T[] {
  if (first != null && (first < 0 || first > 250))
    throw new GraphQLError('first cannot exceed 250', { extensions: { code: 'BAD_REQUEST' } });
  return all.slice(0, first ?? undefined);
}

/** Nine letters that say nothing. */
const confirmation = (order: Order) =>
  [...Array(9)].map((_, at) => 'ABCDEFGHJKLMNPQRSTUVWXYZ'[(order.number * (at + 3) * 7 + at) % 24]).join('');
