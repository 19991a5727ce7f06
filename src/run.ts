// Operations without HTTP: a route of the registry by its name, or an operation that only people have. Who runs one
// sends what a request would bring, and gets what its answer would hold; names are checked by the compiler, and what a
// person typed by the same schemas as the API's.

import type * as z from 'zod';
import type { Ctx, StaffCtx } from './context.ts';
import type { Operation, OperationSpec } from './http/define-operation.ts';
import type { Answer, ApiRoute, Result, Sent, SignatureOf } from './http/define-route.ts';
import { operate, operateAsStaff } from './http/operate.ts';
import type { ListPage } from './resource/list-page.ts';
import { groupsAt, loadRoutes, type ROUTES_BY_AREA } from './routes.ts';

type Group = (typeof ROUTES_BY_AREA)[keyof typeof ROUTES_BY_AREA][number];
type Signatures = SignatureOf<Awaited<ReturnType<Group['load']>>[number]>;
type SignatureAt<N extends string> = Extract<Signatures, { name: N }>;

/** What an account or a creator may run: `GET /v1/programs/:id`. */
export type RouteName = Exclude<Signatures, { internal: true }>['name'];
/** What the service's own people may run. */
export type InternalRouteName = Extract<Signatures, { internal: true }>['name'];
/** Those that answer a page of records. */
export type ListName = Extract<Signatures, { internal: false; result: ListPage<unknown> }>['name'];

/** A record, or a page of them. */
export type ResultAt<N extends string> = SignatureAt<N>['result'];
/** One record of a list. */
export type ItemAt<N extends string> = ResultAt<N> extends ListPage<infer T> ? T : never;

type Placeholders<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Placeholders<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The names are ours, and the compiler holds them; the values are a person's, and the schema checks them. */
type Unchecked<T> = T extends object ? { [K in keyof T]?: unknown } : undefined;
type Texts<T> = T extends object ? { [K in keyof T]?: string | undefined } : undefined;

/** What a route's request would bring. */
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

/** Throws whatever the API would refuse, as an AppError. */
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

/** What the runs of one request have in common. */
export interface Runner<C> {
  ctx: () => C;
  /** As it came from the browser, for verbs that keep the caller's address. */
  request: Request;
  /** The same each time when one form is sent again: its effect comes once. */
  once: string | null;
  /** Takes what goes on behind an answer. */
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

/** Runs internal routes as one of the service's own people. */
export function runAsStaff({ ctx, request, once, waitUntil }: Runner<StaffCtx>): RunRoute<InternalRouteName> {
  const run = async (name: string, input: Input = {}): Promise<unknown> => {
    const given = { ...input, query: withoutGaps(input.query), request, once };
    return resultOf(await operateAsStaff(ctx(), await routeNamed(name), given, waitUntil));
  };
  return run as RunRoute<InternalRouteName>;
}

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
