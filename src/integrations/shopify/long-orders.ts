// Reads what is left of an order with many lines.
import * as z from 'zod';
import { readList } from '../provider/read-list.ts';
import type { ShopSession } from '../shops/platform.ts';
import { Moment, read } from './client.ts';
import { LINE, type Line, Lines } from './lines.ts';
import { SHOPIFY } from './outcome.ts';
import { patient } from './patient.ts';

const LINES = `query Lines($id: ID!, $after: String!) {
  order(id: $id) {
    updatedAt
    lineItems(first: 80, after: $after) {
      nodes { ${LINE} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const MoreLines = z.object({ order: z.object({ updatedAt: Moment, lineItems: Lines }).nullable() });

/**
 * The lines behind a cursor; null if the order was deleted meanwhile. Throws transient when the order changed meanwhile,
 * since lines before and after a return do not add up.
 */
export async function remainingLines(
  session: ShopSession,
  { id, updatedAt }: { id: string; updatedAt: number },
  next: string,
): Promise<Line[] | null> {
  let isGone = false;
  const asked = patient();
  const lines = await readList(SHOPIFY, async (after: string | null) => {
    const query = { query: LINES, variables: { id, after: after ?? next } };
    const { order } = await asked(() => read(session, query, MoreLines));
    if (order === null) {
      isGone = true;
      return { items: [], next: null };
    }
    if (order.updatedAt !== updatedAt) throw SHOPIFY.error('transient');
    return { items: order.lineItems.nodes, next: order.lineItems.pageInfo };
  });
  return isGone ? null : lines;
}
