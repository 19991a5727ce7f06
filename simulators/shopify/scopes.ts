// What an app may do in a shop: the scopes that there are, which ones contain others, and which field asks for which.
import { GraphQLError } from 'graphql';

const KINDS = [
  ...[
    'customers',
    'discounts',
    'draft_orders',
    'fulfillments',
    'inventory',
    'locations',
    'merchant_managed_fulfillment_orders',
    'orders',
    'products',
  ],
  ...['customer_events', 'pixels', 'script_tags', 'themes'],
];
export const KNOWN = new Set([
  ...KINDS.flatMap((kind) => [`read_${kind}`, `write_${kind}`]),
  'read_all_orders',
]);

const readOf = (scope: string) => scope.replace(/^write_/, 'read_');

/** As an app has them: whoever writes also reads. */
export const expanded = (scopes: readonly string[]): string[] =>
  [...new Set(scopes.flatMap((scope) => [scope, readOf(scope)]))].sort();

/** As a token's answer names them: without what another one contains. */
export const compressed = (scopes: readonly string[]): string[] => {
  const all = new Set(scopes);
  return [...all].filter(
    (scope) => !scope.startsWith('read_') || !all.has(scope.replace(/^read_/, 'write_')),
  );
};

/** What a field asks for, by its type and name. */
const NEEDED: Record<string, string> = {
  'QueryRoot.order': 'read_orders',
  'QueryRoot.orders': 'read_orders',
  'QueryRoot.ordersCount': 'read_orders',
  'QueryRoot.product': 'read_products',
  'QueryRoot.products': 'read_products',
  'QueryRoot.productsCount': 'read_products',
  'QueryRoot.productVariant': 'read_products',
  'QueryRoot.productVariants': 'read_products',
  'QueryRoot.productVariantsCount': 'read_products',
  'QueryRoot.draftOrder': 'read_draft_orders',
  'QueryRoot.draftOrders': 'read_draft_orders',
  'QueryRoot.codeDiscountNode': 'read_discounts',
  'QueryRoot.codeDiscountNodes': 'read_discounts',
  'QueryRoot.codeDiscountNodeByCode': 'read_discounts',
  'Mutation.draftOrderCreate': 'write_draft_orders',
  'Mutation.draftOrderUpdate': 'write_draft_orders',
  'Mutation.draftOrderDelete': 'write_draft_orders',
  'Mutation.draftOrderComplete': 'write_draft_orders',
  'Mutation.fulfillmentCreate': 'write_merchant_managed_fulfillment_orders',
  'Mutation.fulfillmentEventCreate': 'write_fulfillments',
  'Mutation.discountCodeBasicCreate': 'write_discounts',
  'Mutation.discountCodeBasicUpdate': 'write_discounts',
  'Mutation.discountCodeActivate': 'write_discounts',
  'Mutation.discountCodeDeactivate': 'write_discounts',
  'Mutation.discountCodeDelete': 'write_discounts',
  'Order.customer': 'read_customers',
  'Order.fulfillmentOrders': 'read_merchant_managed_fulfillment_orders',
  'Order.fulfillments': 'read_fulfillments',
  'Order.retailLocation': 'read_locations',
  'LineItem.product': 'read_products',
  'LineItem.variant': 'read_products',
  'DraftOrder.order': 'read_orders',
  'DraftOrderLineItem.product': 'read_products',
  'DraftOrderLineItem.variant': 'read_products',
};

/** What an object asks for that was found by its ID alone. */
export const TO_READ: Record<string, string> = {
  Order: 'read_orders',
  Product: 'read_products',
  ProductVariant: 'read_products',
  DraftOrder: 'read_draft_orders',
  DiscountCodeNode: 'read_discounts',
};

export function denied(what: string, needed: string): GraphQLError {
  const required = `\`${needed}\` access scope.`;
  return new GraphQLError(`Access denied for ${what} field. Required access: ${required}`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: required,
    },
  });
}

/** Throws where a field needs a scope that the app has not. */
export function checkScope(scopes: ReadonlySet<string>, type: string, field: string): void {
  const needed = NEEDED[`${type}.${field}`];
  if (needed !== undefined && !scopes.has(needed)) throw denied(field, needed);
}

/** Topics of webhooks, by how they begin. */
const TOPICS: [RegExp, string][] = [
  [/^(ORDERS|REFUNDS|ORDER_TRANSACTIONS)_/, 'read_orders'],
  [/^DRAFT_ORDERS_/, 'read_draft_orders'],
  [/^(PRODUCTS|VARIANTS)_/, 'read_products'],
  [/^FULFILLMENTS_/, 'read_fulfillments'],
  [/^FULFILLMENT_EVENTS_/, 'read_fulfillments'],
  [/^DISCOUNTS_/, 'read_discounts'],
  [/^CUSTOMERS?_/, 'read_customers'],
  [/^INVENTORY_/, 'read_inventory'],
  [/^(APP|SHOP|BULK_OPERATIONS|DOMAINS)_/, ''],
];

/** What a subscription to a topic needs; null for topics that the simulator doesn't send. */
export const neededByTopic = (topic: string): string | null =>
  TOPICS.find(([pattern]) => pattern.test(topic))?.[1] ?? null;
