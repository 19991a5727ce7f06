// Finds the orders that changed, which also finds what no webhook told.
import * as z from 'zod';
import { iso, SECOND_MS } from '../../kit/time.ts';
import type { ListPage } from '../provider/read-list.ts';
import type { ShopSession } from '../shops/platform.ts';
import { Moment, NextPage, read } from './client.ts';

/** Sorted by the time of the change, an order that changes meanwhile moves to the end: none is skipped. */
const CHANGED = `query ChangedOrders($query: String!, $after: String) {
  orders(first: 250, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes { legacyResourceId updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

const Changed = z.object({
  orders: z.object({
    nodes: z.array(
      z.object({
        legacyResourceId: z.string().regex(/^\d{1,20}$/),
        updatedAt: Moment,
      }),
    ),
    pageInfo: NextPage,
  }),
});

export async function changedOrders(
  session: ShopSession,
  { since, next }: { since: number; next: string | null },
): Promise<ListPage<{ id: string; updatedAt: number }>> {
  // Shopify counts in whole seconds.
  const from = since - (since % SECOND_MS);
  // A time without quotes would be left out of the search, which then finds everything.
  const variables = { query: `updated_at:>='${iso(from)}'`, after: next };
  const { orders } = await read(session, { query: CHANGED, variables }, Changed);
  const items = orders.nodes.map(({ legacyResourceId: id, updatedAt }) => ({ id, updatedAt }));
  return { items, next: orders.pageInfo };
}
