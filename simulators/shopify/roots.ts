// What can be asked for and done, by name: each group of it in a file of its own.
import { BULK_ROOTS } from './bulk.ts';
import type { Root, Roots } from './call.ts';
import { DISCOUNT_ROOTS } from './discount-roots.ts';
import { DRAFT_ROOTS } from './draft-roots.ts';
import { FULFILMENT_ROOTS } from './fulfilment-roots.ts';
import { ORDER_ROOTS } from './order-roots.ts';
import { PRODUCT_ROOTS } from './product-roots.ts';
import { SHOP_ROOTS } from './shop-roots.ts';
import { WEBHOOK_ROOTS } from './webhooks.ts';

const GROUPS: Roots[] = [
  SHOP_ROOTS,
  ORDER_ROOTS,
  FULFILMENT_ROOTS,
  PRODUCT_ROOTS,
  WEBHOOK_ROOTS,
  BULK_ROOTS,
  DRAFT_ROOTS,
  DISCOUNT_ROOTS,
];

const all = (type: 'QueryRoot' | 'Mutation'): Record<string, Root> =>
  Object.assign({}, ...GROUPS.map((group) => group[type] ?? {}));

export const ROOTS: Record<string, Record<string, Root>> = {
  QueryRoot: all('QueryRoot'),
  Mutation: all('Mutation'),
};
