// The webhooks that we subscribe to, and what each is about. Payments, edits and cancellations all come as orders/updated.
import type { ShopNewsKind } from '../shops/platform.ts';

export interface Topic {
  /** The name in the schema. */
  topic: string;
  /** The payload's fields that we ask for: names and addresses of buyers are not sent at all. */
  includeFields: readonly string[];
  /** The permission without which Shopify refuses the subscription. */
  scope?: string;
}

export const TOPICS: readonly Topic[] = [
  { topic: 'ORDERS_CREATE', includeFields: ['id'] },
  { topic: 'ORDERS_UPDATED', includeFields: ['id'] },
  { topic: 'ORDERS_DELETE', includeFields: ['id'] },
  { topic: 'REFUNDS_CREATE', includeFields: ['order_id'] },
  { topic: 'FULFILLMENTS_CREATE', includeFields: ['order_id'], scope: 'read_fulfillments' },
  { topic: 'FULFILLMENTS_UPDATE', includeFields: ['order_id'], scope: 'read_fulfillments' },
  { topic: 'PRODUCTS_CREATE', includeFields: ['id'], scope: 'read_products' },
  { topic: 'PRODUCTS_UPDATE', includeFields: ['id'], scope: 'read_products' },
  { topic: 'PRODUCTS_DELETE', includeFields: ['id'], scope: 'read_products' },
  { topic: 'SHOP_UPDATE', includeFields: ['myshopify_domain'] },
  { topic: 'APP_UNINSTALLED', includeFields: ['myshopify_domain'] },
];

/** Topics by their names in a delivery. Those of privacy are set up with the app and need no subscription. */
export const KINDS: Readonly<Record<string, ShopNewsKind>> = {
  'orders/create': 'order',
  'orders/updated': 'order',
  'orders/delete': 'order',
  'refunds/create': 'order',
  'fulfillments/create': 'parcel',
  'fulfillments/update': 'parcel',
  'products/create': 'product',
  'products/update': 'product',
  'products/delete': 'product',
  'shop/update': 'shop',
  'app/uninstalled': 'uninstalled',
  'customers/data_request': 'data_request',
  'customers/redact': 'customer_redact',
  'shop/redact': 'shop_redact',
};
