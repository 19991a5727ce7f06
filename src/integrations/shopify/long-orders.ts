// Reads what is left of an order with many lines.
import * as z from 'zod';
import { SECOND_MS } from '../../kit/time.ts';
import { readList } from '../provider/read-list.ts';
import { ShopError } from '../shops/error.ts';
import type { ShopSession } from '../shops/platform.ts';
import { Moment, read } from './client.ts';
import { LINE, type Line, Lines } from './lines.ts';
import { SHOPIFY } from './outcome.ts';

const LINES = `query Lines($id: ID!, $after: String!) {
  order(id: $id) {
    updatedAt
    lineItems(first: 80, after: $after) {
      nodes { ${LINE} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** How long one order's lines are waited for altogether. */
const PATIENCE_MS = 60 * SECOND_MS;

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
  let [isGone, waited] = [false, 0];
  const lines = await readList(SHOPIFY, async (after: string | null) => {
    const query = { query: LINES, variables: { id, after: after ?? next } };
    for (;;) {
      try {
        const { order } = await read(session, query, MoreLines);
        if (order === null) {
          isGone = true;
          return { items: [], next: null };
        }
        if (order.updatedAt !== updatedAt) throw SHOPIFY.error('transient');
        return { items: order.lineItems.nodes, next: order.lineItems.pageInfo };
      } catch (error) {
        waited += waitOf(error);
        if (waited > PATIENCE_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitOf(error)));
      }
    }
  });
  return isGone ? null : lines;
}

/** A long order can cost more than the whole budget, so it could never be read without a wait in between. */
function waitOf(error: unknown): number {
  if (!(error instanceof ShopError) || error.kind !== 'rate_limited') throw error;
  return error.retryAfterMs ?? PATIENCE_MS + 1;
}
