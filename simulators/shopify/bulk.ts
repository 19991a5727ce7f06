// Bulk operations: a query that runs by itself, for as long as a test wants it to, and leaves a file.
import { keepLines, type Layout, type Measured, measure, type Operation, wholeLines } from './bulk-file.ts';
import { lacksScope, readBulk } from './bulk-query.ts';
import type { Call, Root, Roots } from './call.ts';
import { announce } from './deliveries.ts';
import { connection, type Paging, search } from './lists.ts';
import { ORDER_ROOTS } from './order-roots.ts';
import { PRODUCT_ROOTS } from './product-roots.ts';
import { type Fields, hex, hmac } from './wire.ts';
import { DAY, gid, iso, type Node, SECOND, type World } from './world.ts';

const TAKES = SECOND;
const STOPS_AFTER = SECOND;
const URL_LIVES = 7 * DAY;
const AT_ONCE = 5;
const LISTS: Record<string, Root> = { ...PRODUCT_ROOTS.QueryRoot, ...ORDER_ROOTS.QueryRoot };

/** How an operation is to fail: with which code, and after which part of its file. */
interface Failure {
  code: 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | 'ACCESS_DENIED';
  at: number;
}

export interface Bulk extends Operation {
  number: number;
  begunAt: number;
  endsAt: number;
  canceledAt: number | null;
  failure: Failure | null;
  measured: Measured | null;
  /** Signs the file's address. */
  key: string;
}

export type Status = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED';

const urlEnds = (world: World, { endsAt }: Bulk) => endsAt + world.setting('bulkUrlLives', URL_LIVES);

export function statusOf(world: World, one: Bulk): Status {
  const now = world.now();
  if (one.canceledAt !== null) return now < one.canceledAt + STOPS_AFTER ? 'CANCELING' : 'CANCELED';
  if (now < one.endsAt) return now <= one.begunAt ? 'CREATED' : 'RUNNING';
  if (one.failure) return 'FAILED';
  return now < urlEnds(world, one) ? 'COMPLETED' : 'EXPIRED';
}

export const bulkOf = (world: World, number: unknown): Bulk | null =>
  world.get('bulk', gid('BulkOperation', String(number))) as Bulk | null;

/** How big the file is, worked out once. */
export function measuredOf(world: World, one: Bulk): Measured {
  if (one.measured) return one.measured;
  const measured =
    one.failure?.code === 'ACCESS_DENIED'
      ? { starts: [], bytes: 0, lines: 0, roots: 0 }
      : measure(world, one);
  world.save({ ...one, measured });
  return measured;
}

/** How much of the file there is: all of it, what was written when the operation failed, or what `bulkHas` leaves of it. */
export function bytesOf(world: World, one: Bulk): number {
  const measured = measuredOf(world, one);
  const part = one.failure?.at ?? world.setting('bulkHas', 1);
  return part === 1 ? measured.bytes : wholeLines(world, one, measured, Math.floor(measured.bytes * part));
}

export const signatureOf = async ({ key, number }: Bulk, expires: string): Promise<string> =>
  hex(await hmac(key, `${number} ${expires}`));

async function addressOf(world: World, one: Bulk): Promise<string | null> {
  if (bytesOf(world, one) === 0) return null;
  const expires = String(Math.floor(urlEnds(world, one) / SECOND));
  const url = new URL(`${world.origin}/shopify/${world.shop}/bulk/${one.number}/bulk-${one.number}.jsonl`);
  url.searchParams.set('GoogleAccessId', 'assets-us-prod@sim.example');
  url.searchParams.set('Expires', expires);
  url.searchParams.set('Signature', await signatureOf(one, expires));
  return url.href;
}

function view(world: World, one: Bulk) {
  const status = statusOf(world, one);
  const ended = status === 'COMPLETED' || status === 'FAILED' || status === 'EXPIRED';
  const part = one.failure?.at ?? 1;
  /** Grows while the operation runs. */
  const counted = (of: (measured: Measured) => number) => () => {
    if (ended) return String(Math.floor(of(measuredOf(world, one)) * part));
    const done = Math.max(0, (world.now() - one.begunAt) / (one.endsAt - one.begunAt));
    return String(Math.floor(of(measuredOf(world, one)) * part * Math.min(1, done)));
  };
  return {
    __typename: 'BulkOperation',
    id: one.id,
    query: one.query,
    status,
    type: 'QUERY',
    errorCode: status === 'FAILED' ? one.failure!.code : null,
    createdAt: iso(one.begunAt),
    completedAt: status === 'COMPLETED' || status === 'EXPIRED' ? iso(one.endsAt) : null,
    objectCount: counted(({ lines }) => lines),
    rootObjectCount: counted(({ roots }) => roots),
    fileSize: () => (status === 'COMPLETED' ? String(bytesOf(world, one)) : null),
    url: async () => (status === 'COMPLETED' ? await addressOf(world, one) : null),
    partialDataUrl: async () => (status === 'FAILED' ? await addressOf(world, one) : null),
  };
}

const mine = ({ world, client }: Call): Bulk[] =>
  (world.all('bulk') as Bulk[]).filter((one) => one.client === client);

const found = (id: unknown, call: Call) => mine(call).find((one) => one.id === id) ?? null;

export const readOperation: Root = ({ id }, call) => {
  const one = found(id, call);
  return one && view(call.world, one);
};

const refused = (message: string, code: 'INVALID' | 'LIMIT_REACHED' | 'OPERATION_IN_PROGRESS') => ({
  bulkOperation: null,
  userErrors: [{ field: code === 'INVALID' ? ['query'] : null, message, code }],
});

function failureOf(world: World, denied: boolean): Failure | null {
  if (denied) return { code: 'ACCESS_DENIED', at: 0 };
  const { times = 0, ...failure } = world.setting<Partial<Failure> & { times?: number }>('bulkFails', {});
  if (times <= 0) return null;
  world.set('bulkFails', { ...failure, times: times - 1 });
  return { code: 'INTERNAL_SERVER_ERROR', at: 0.5, ...failure };
}

/** The end is told when it comes; `after` milliseconds from now. */
function announceEnd(world: World, one: Bulk, status: string, after: number): void {
  const ends = iso(world.now() + after);
  const payload = {
    ...{ admin_graphql_api_id: one.id, created_at: iso(one.begunAt), completed_at: ends },
    ...{ error_code: one.failure?.code.toLowerCase() ?? null, status, type: 'query' },
  };
  announce(world, 'BULK_OPERATIONS_FINISH', payload, one.client, after);
}

function run({ query: text, groupObjects }: Fields, call: Call): unknown {
  const { world, client, scopes } = call;
  const query = readBulk(text);
  if (typeof query === 'string') return refused(query, 'INVALID');
  const list = LISTS[query.root.name.value];
  if (!list) throw new Error(`The simulator runs no bulk operation over ${query.root.name.value}`);
  const running = mine(call).filter((one) => /CREATED|RUNNING|CANCELING/.test(statusOf(world, one)));
  const most = world.setting<number>('bulkAtOnce', AT_ONCE);
  if (running.length >= most)
    return most === 1
      ? refused(
          `A bulk query operation for this app and shop is already in progress: ${running[0]!.id}.`,
          'OPERATION_IN_PROGRESS',
        )
      : refused('Bulk operations limit reached. Please try again later.', 'LIMIT_REACHED');
  const number = world.number();
  const layout = groupObjects ? 'grouped' : world.setting<Layout>('bulkLayout', 'far');
  const now = world.now();
  const denied = lacksScope(query, scopes);
  const begun = {
    ...{ id: gid('BulkOperation', number), number, client, query: text, layout, scopes: [...scopes] },
    ...{ begunAt: now, endsAt: now + world.setting('bulkTakes', TAKES), canceledAt: null, measured: null },
    ...{ failure: failureOf(world, denied), key: crypto.randomUUID() },
    ...{ changed: [], made: { products: 0, variants: 0, at: '' }, stored: { roots: 0, children: 0 } },
  } as Bulk;
  const one = world.add('bulk', '', denied ? begun : keepLines(world, begun, list)) as Bulk;
  announceEnd(world, one, one.failure ? 'failed' : 'completed', one.endsAt - now);
  return { bulkOperation: { ...view(world, one), status: 'CREATED' }, userErrors: [] };
}

function cancel({ id }: Fields, call: Call): unknown {
  const { world } = call;
  const one = found(id, call);
  if (!one)
    return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] };
  const status = statusOf(world, one);
  if (!/CREATED|RUNNING/.test(status)) {
    const message = `A bulk operation cannot be canceled when it is ${status.toLowerCase()}`;
    return { bulkOperation: view(world, one), userErrors: [{ field: null, message }] };
  }
  const canceled = world.save({ ...one, canceledAt: world.now() }) as Bulk;
  world.sql.exec(`DELETE FROM deliveries WHERE topic = 'bulk_operations/finish' AND instr(body, ?)`, one.id);
  announceEnd(world, canceled, 'canceled', STOPS_AFTER);
  return { bulkOperation: view(world, canceled), userErrors: [] };
}

const TERMS = {
  id: (one: Node) => one.number,
  created_at: (one: Node) => iso(one.begunAt),
  operation_type: () => 'query',
};

export const BULK_ROOTS: Roots = {
  QueryRoot: {
    bulkOperation: readOperation,
    currentBulkOperation({ type }, call) {
      const [newest] = type === 'MUTATION' ? [] : mine(call);
      return newest ? view(call.world, newest) : null;
    },
    bulkOperations(args, call) {
      const { world } = call;
      const terms = { ...TERMS, status: (one: Bulk) => statusOf(world, one) };
      const listed = search(mine(call), args.query, terms, call, 'bulkOperations').map((one) => ({
        ...{ id: one.id, key: iso(one.begunAt), one },
      }));
      // The newest come first, and `reverse` turns that round.
      const paging = { ...(args as Paging), reverse: !args.reverse };
      return connection(listed, paging, ({ one }) => view(world, one));
    },
  },
  Mutation: { bulkOperationRunQuery: run, bulkOperationCancel: cancel },
};
