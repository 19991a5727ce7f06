// Lets Shopify write all products into a file (a bulk operation), and looks whether it is ready.
import * as z from 'zod';
import { MINUTE_MS, SECOND_MS } from '../../kit/time.ts';
import { idInPath } from '../provider/refusal.ts';
import { ShopError } from '../shops/error.ts';
import type { ShopSession, WholeList } from '../shops/platform.ts';
import { change, Moment, read } from './client.ts';
import { Gid } from './gid.ts';
import { SHOPIFY } from './outcome.ts';
import { PRODUCT, VARIANT } from './products.ts';

/** Connections have to be read by edges, and what is below a product comes as lines of its own. */
const ALL_PRODUCTS = `query AllProducts {
  products {
    edges {
      node {
        ${PRODUCT}
        variants { edges { node { ${VARIANT} } } }
      }
    }
  }
}`;
const BEGIN = `mutation BeginList($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) { bulkOperation { id } userErrors { field message code } }
}`;
const RECENT = `query RecentLists {
  bulkOperations(first: 20) { nodes { id status query createdAt } }
}`;
const STATE = `query ListState($id: ID!) {
  bulkOperation(id: $id) { status errorCode url objectCount rootObjectCount }
}`;

/** More lines than any shop has that the service takes. */
const MOST_LINES = 2_000_000;
/** How far Shopify's clock may be behind ours. */
const SKEW_MS = 5 * SECOND_MS;
/** When a shop is asked again in which other operations are running. */
const BUSY_MS = 2 * MINUTE_MS;
const BUSY: ReadonlySet<string> = new Set(['LIMIT_REACHED', 'OPERATION_IN_PROGRESS']);
const USABLE: ReadonlySet<string> = new Set(['CREATED', 'RUNNING', 'COMPLETED']);

const Id = Gid('BulkOperation');
const Begun = z.object({ bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: Id }) }) });
const Recent = z.object({
  bulkOperations: z.object({
    nodes: z.array(z.object({ id: z.string(), status: z.string(), query: z.string(), createdAt: Moment })),
  }),
});
const Count = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const State = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      errorCode: z.string().nullable(),
      url: z.string().max(4000).nullable(),
      objectCount: Count,
      rootObjectCount: Count,
    })
    .nullable(),
});

/** An operation whose answer was lost is found again, so that none is begun twice. */
export async function beginList(session: ShopSession, since: number): Promise<string> {
  const { bulkOperations } = await read(session, { query: RECENT }, Recent);
  const begun = bulkOperations.nodes.find(
    (one) =>
      one.query === ALL_PRODUCTS &&
      USABLE.has(one.status) &&
      one.createdAt >= since - SKEW_MS - (since % SECOND_MS),
  );
  if (begun) return idInPath(SHOPIFY, Id, begun.id, 'list');
  const query = { query: BEGIN, variables: { query: ALL_PRODUCTS } };
  const { bulkOperationRunQuery } = await change(session, query, Begun).catch(asBusy);
  return bulkOperationRunQuery.bulkOperation.id;
}

/** Only so many operations run in a shop at once, of whichever part of the app. */
function asBusy(error: unknown): never {
  if (error instanceof ShopError && BUSY.has(error.platformCode ?? ''))
    throw SHOPIFY.error('rate_limited', { retryAfterMs: BUSY_MS });
  throw error;
}

export async function listState(session: ShopSession, id: string): Promise<WholeList> {
  const query = { query: STATE, variables: { id: idInPath(SHOPIFY, Id, id, 'list') } };
  const { bulkOperation: one } = await read(session, query, State);
  if (one === null) return { state: 'failed' };
  const { status, errorCode, url, objectCount: lines, rootObjectCount: products } = one;
  if (errorCode === 'ACCESS_DENIED') throw SHOPIFY.error('permission', { platformCode: errorCode });
  if (status === 'COMPLETED') {
    if (lines > MOST_LINES) throw SHOPIFY.error('too_long', { most: MOST_LINES });
    // A shop without products gets no file.
    if (url === null && lines > 0) throw SHOPIFY.error('unreadable');
    return { state: 'ready', file: url, lines, products };
  }
  return { state: status === 'CREATED' || status === 'RUNNING' ? 'running' : 'failed' };
}
