// Runs operations without HTTP: a route of the registry by its name, or an operation that only people have.
// The caller passes what a request would contain and gets what its response would contain. The compiler
// checks the names, and the API's own schemas check what a person typed.

import type * as z from 'zod';
import type { Ctx, StaffCtx } from './context.ts';
import type { ApiLists } from './domains/exporting/exports/interface.ts';
import type { Operation, OperationSpec } from './http/define-operation.ts';
import type { Answer, ApiRoute, Result, Sent, SignatureOf } from './http/define-route.ts';
import { operate, operateAsStaff, readTable } from './http/operate.ts';
import { permit } from './http/permit.ts';
import type { CsvTable } from './kit/csv.ts';
import type { ListPage } from './resource/list-page.ts';
import { groupsAt, loadRoutes, type ROUTES_BY_AREA } from './routes.ts';

type Group = (typeof ROUTES_BY_AREA)[keyof typeof ROUTES_BY_AREA][number];
type Signatures = SignatureOf<Awaited<ReturnType<Group['load']>>[number]>;
type SignatureAt<N extends string> = Extract<Signatures, { name: N }>;

/** Routes that an account or a creator can run: `GET /v1/programs/:id`. */
export type RouteName = Exclude<Signatures, { internal: true }>['name'];
/** Routes that the staff can run. */
export type InternalRouteName = Extract<Signatures, { internal: true }>['name'];
/** Routes that answer a list page. */
export type ListName = Extract<Signatures, { internal: false; result: ListPage<unknown> }>['name'];

/** A record, or a list page. */
export type ResultAt<N extends string> = SignatureAt<N>['result'];
/** One record of a list. */
export type ItemAt<N extends string> = ResultAt<N> extends ListPage<infer T> ? T : never;

type Placeholders<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Placeholders<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * Field names are ours, so the compiler checks them; values come from a person, so the schema checks them.
 */
type Unchecked<T> = T extends object ? { [K in keyof T]?: unknown } : undefined;
type Texts<T> = T extends object ? { [K in keyof T]?: string | undefined } : undefined;

/** The input of a route, as a request would contain it. */
export type InputAt<N extends string> = {
  query?: Texts<SignatureAt<N>['query']>;
  body?: Unchecked<SignatureAt<N>['body']>;
} & ([Placeholders<N>] extends [never]
  ? { params?: undefined }
  : { params: Record<Placeholders<N>, string> });

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** Throws the API's errors, as an AppError. */
export type RunRoute<Names extends string> = <N extends Names>(
  route: N,
  ...input: [Placeholders<N>] extends [never] ? [input?: InputAt<N>] : [input: InputAt<N>]
) => Promise<ResultAt<N>>;

export type Run = RunRoute<RouteName> &
  (<
    P extends z.ZodType | undefined,
    Q extends z.ZodType | undefined,
    B extends z.ZodType | undefined,
    T,
    L extends boolean,
  >(
    operation: OperationSpec<P, Q, B, T, L>,
    input?: { params?: Texts<Sent<P>>; query?: Texts<Sent<Q>>; body?: Unchecked<Sent<B>> },
  ) => Promise<Result<T, L>>);

/** What all runs within one request share. */
export interface Runner<C> {
  ctx: () => C;
  /** The browser's request, for verbs that store the caller's address. */
  request: Request;
  /** The same value when a form is sent again, so that it takes effect once. */
  once: string | null;
  /** Takes work that continues after a response. */
  waitUntil: (task: Promise<unknown>) => void;
}

/** Runs routes and operations as an account or a creator. */
export function runAs({ ctx, request, once, waitUntil }: Runner<Ctx>): Run {
  const run = async (what: string | Operation, input: Input = {}): Promise<unknown> => {
    const operation = typeof what === 'string' ? await routeNamed(what) : what;
    const given = { ...input, query: withoutGaps(input.query), request, once };
    return resultOf(await operate(ctx(), operation, given, waitUntil));
  };
  return run as Run;
}

/** Reads so many records of a list at once, which may be more than a request may ask for. Throws the API's errors. */
export type ReadMany = <N extends ListName>(
  route: N,
  query: InputAt<N>['query'] | Record<string, never>,
  most: number,
) => Promise<ListPage<ItemAt<N>>>;

export const readManyAs =
  ({ ctx, request, waitUntil }: Pick<Runner<Ctx>, 'ctx' | 'request' | 'waitUntil'>): ReadMany =>
  async (name, query, most) => {
    const input = { query: withoutGaps(query), request, most };
    const answer = await operate(ctx(), await routeNamed(name), input, waitUntil);
    return resultOf(answer) as ListPage<never>;
  };

/** Reads the answer of a route as a table. Throws the API's errors. */
export type ReadTable = <N extends RouteName>(
  route: N,
  input: { query?: InputAt<N>['query'] },
) => Promise<CsvTable>;

export const readTableAs =
  ({ ctx, request }: Pick<Runner<Ctx>, 'ctx' | 'request'>): ReadTable =>
  async (name, { query }) =>
    await readTable(ctx(), await routeNamed(name), { query: withoutGaps(query), request });

/** Runs internal routes as a staff member. */
export function runAsStaff({ ctx, request, once, waitUntil }: Runner<StaffCtx>): RunRoute<InternalRouteName> {
  const run = async (name: string, input: Input = {}): Promise<unknown> => {
    const given = { ...input, query: withoutGaps(input.query), request, once };
    return resultOf(await operateAsStaff(ctx(), await routeNamed(name), given, waitUntil));
  };
  return run as RunRoute<InternalRouteName>;
}

/** The API's lists for who reads them by name. */
export const apiLists: ApiLists = {
  queryOf: async (ctx, name) => {
    const { access, query } = await routeNamed(name);
    if (access.kind !== 'key' || !query) throw new Error(`${name} is no list.`);
    permit(ctx.actor, access);
    return query;
  },
  read: async (ctx, name, query) => {
    const input = { query, request: new Request(ctx.vars.PUBLIC_URL) };
    const answer = await operate(ctx, await routeNamed(name), input, () => {});
    return resultOf(answer) as ListPage<unknown>;
  },
};

async function routeNamed(name: string): Promise<ApiRoute> {
  const [method, path = ''] = name.split(' ');
  const routes = await loadRoutes(groupsAt(path));
  const found = routes.find((route) => route.method === method && route.path === path);
  if (found?.kind !== 'api') throw new Error(`${name} is no route of the API.`);
  return found;
}

function withoutGaps(query: Input['query'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function resultOf(answer: Answer<unknown>): unknown {
  if ('data' in answer) return answer.data;
  if ('list' in answer) return answer.list;
  const { items, nextCursor } = answer.written;
  return { items: items.map((item) => JSON.parse(item) as unknown), nextCursor };
}
