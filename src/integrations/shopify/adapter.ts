import type { ShopPlatform } from '../shops/platform.ts';
import { changedOrders } from './changed-orders.ts';
import { createDiscount, DISCOUNTS_AT_ONCE, discounts, findDiscount, switchDiscount } from './discounts.ts';
import { facts } from './facts.ts';
import { listPages } from './list-file.ts';
import { readNews } from './news.ts';
import { ORDERS_AT_ONCE, orders } from './orders.ts';
import { SHOPIFY } from './outcome.ts';
import { PRODUCTS_AT_ONCE, products } from './products.ts';
import {
  completeSampleDraft,
  createSampleDraft,
  deleteSampleDraft,
  findSampleDrafts,
  PARCELS_AT_ONCE,
  sampleDraft,
  sampleParcels,
} from './samples.ts';
import { authorizeUrl, exchangeCode, openedFrom, renew, revoke } from './sign-in.ts';
import { configured, shopOf, site } from './site.ts';
import { subscribe } from './subscriptions.ts';
import { beginList, listState } from './whole-list.ts';

export const shopifyAdapter: ShopPlatform = {
  provider: SHOPIFY,
  accessTo: [
    'your orders of the last 60 days and new ones: read them, and what was paid, sent and returned',
    'draft orders: make them for samples that you approve',
    'your products: read them, with their variants and prices',
    'your discount codes: read them, and make and pause those of your creators',
  ],
  purpose: 'show your products to creators and count the sales that creators bring',
  configured,
  site,
  authorizeUrl,
  exchangeCode,
  renew,
  revoke,
  shopOf,
  openedFrom,
  facts,
  subscribe,
  readNews,
  ordersAtOnce: ORDERS_AT_ONCE,
  orders,
  changedOrders,
  createSampleDraft,
  sampleDraft,
  findSampleDrafts,
  completeSampleDraft,
  deleteSampleDraft,
  parcelsAtOnce: PARCELS_AT_ONCE,
  sampleParcels,
  productsAtOnce: PRODUCTS_AT_ONCE,
  products,
  beginList,
  listState,
  listPages,
  discountsAtOnce: DISCOUNTS_AT_ONCE,
  findDiscount,
  discounts,
  createDiscount,
  switchDiscount,
};
