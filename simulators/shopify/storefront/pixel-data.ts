// What events of custom pixels carry: money as numbers, IDs as text.
import { variantOf } from '../catalogue.ts';
import { decimalsOf } from '../money.ts';
import { priceOf, sumsOf } from '../order.ts';
import { buildOrder } from '../orders.ts';
import type { Fields } from '../wire.ts';
import { legacy, type Node, type World } from '../world.ts';
import type { Cart } from './cart.ts';
import { askedOf, type Checkout, orderIdOf } from './checkout.ts';

const amountIn = (currency: string) => (amount: number) => ({
  amount: amount / 10 ** decimalsOf(currency),
  currencyCode: currency,
});

export function variantData(world: World, variant: Fields, product: Node) {
  return {
    id: String(variant.number),
    title: variant.title,
    untranslatedTitle: variant.title,
    sku: variant.sku,
    price: amountIn(world.owner().currency)(variant.price),
    image: { src: product.image },
    product: {
      ...{ id: legacy(product.id), title: product.title, untranslatedTitle: product.title },
      ...{ vendor: product.vendor, type: product.productType, url: `/products/${product.handle}` },
    },
  };
}

/** What every pixel is told when it begins. */
export function initData(world: World, cart: Cart) {
  const owner = world.owner();
  const money = amountIn(owner.currency);
  const lines = cart.lines.flatMap(({ variant, quantity }) => {
    const found = variantOf(world, String(variant));
    if (!found) return [];
    const merchandise = variantData(world, found.variant, found.product);
    return [{ quantity, merchandise, cost: { totalAmount: money(found.variant.price * quantity) } }];
  });
  const total = lines.reduce((sum, line) => sum + line.cost.totalAmount.amount, 0);
  return {
    customer: null,
    cart:
      lines.length === 0
        ? null
        : {
            id: cart.token,
            attributes: Object.entries(cart.attributes)
              .filter(([name]) => !name.startsWith('__'))
              .map(([key, value]) => ({ key, value })),
            cost: { totalAmount: { amount: total, currencyCode: owner.currency } },
            lines,
            totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
          },
    shop: {
      ...{ name: owner.name, myshopifyDomain: world.shop, storefrontUrl: `https://${owner.domain}` },
      ...{ countryCode: 'US', paymentSettings: { currencyCode: owner.currency } },
    },
    purchasingCompany: null,
  };
}

/** The checkout of `checkout_started` and `checkout_completed`; private attributes are not in it. */
export function checkoutData(world: World, checkout: Checkout) {
  const order = buildOrder(world, askedOf(world, checkout));
  const { currency, lines } = order;
  const money = amountIn(currency);
  const sums = sumsOf(order, world.setting('giftCardsOutside', false));
  const id = orderIdOf(world, checkout);
  const { email = null, phone = null } = checkout.buyer ?? {};
  return {
    token: checkout.token,
    currencyCode: currency,
    email,
    phone,
    attributes: order.attributes.filter(({ key }) => !key.startsWith('__')),
    subtotalPrice: money(sums.subtotal),
    totalPrice: money(sums.total),
    totalTax: money(sums.tax),
    discountsAmount: money(sums.discounts),
    discountApplications: order.codes.map((title) => ({
      ...{ title, type: 'DISCOUNT_CODE', allocationMethod: 'ACROSS', targetSelection: 'ALL' },
      ...{ targetType: 'LINE_ITEM', value: money(sums.discounts) },
    })),
    lineItems: lines.map((line) => {
      const found = line.variant === null ? null : variantOf(world, line.variant);
      return {
        ...{ id: String(line.number), title: line.title, quantity: line.quantity },
        finalLinePrice: money(priceOf(line, line.quantity)),
        variant: found && variantData(world, found.variant, found.product),
        properties: line.attributes,
        ...{ discountAllocations: [], sellingPlanAllocation: null },
      };
    }),
    order: id === null ? null : { id, customer: { id: null, isFirstOrder: true } },
    shippingLine: order.shipping && { price: money(order.shipping.price) },
    ...{ billingAddress: null, shippingAddress: null, delivery: null, smsMarketingPhone: null },
    ...{ buyerAcceptsEmailMarketing: false, buyerAcceptsSmsMarketing: false },
    localization: {
      country: { isoCode: 'US' },
      language: { isoCode: 'en' },
      market: { id: null, handle: null },
    },
    transactions:
      id === null
        ? []
        : [
            {
              amount: money(sums.total),
              gateway: 'shopify_payments',
              paymentMethod: { type: 'creditCard', name: 'visa' },
            },
          ],
  };
}
