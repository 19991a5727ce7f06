// A route is data: the registry made of these feeds the router, the OpenAPI document and the contract tests.
import type * as z from 'zod';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import type { ErrorCode } from '../kit/error.ts';
import type { ListPage, WrittenListPage } from '../resource/list-page.ts';
import type { Tag } from './tags.ts';

type ActorKind = 'account' | 'creator';

/** A route for accounts and creators alike. */
export const EVERYONE: readonly ActorKind[] = ['account', 'creator'];

export interface KeyAccess {
  kind: 'key';
  level: 'read' | 'write';
  actors: readonly ActorKind[];
  /** Reads of payments, payouts and balances, which an account's owners and admins alone may see. */
  money: boolean;
  /** What only people do, on the pages, in an account of their own: no key, no app, no partner for its client. */
  people?: true;
  /** What a member who is neither owner nor admin does not even read. */
  admins?: true;
}
interface OpenAccess {
  kind: 'open';
  why: string;
}
interface InternalAccess {
  kind: 'internal';
  why: string;
}

/** Who may call. There is no default: a public route says why it is open. */
export type Access = KeyAccess | OpenAccess | InternalAccess;

/** What the handler of a route with this access knows of its caller. */
export type CtxOf<A extends Access> = A extends KeyAccess
  ? Ctx
  : A extends InternalAccess
    ? StaffCtx
    : SystemCtx;

const ACCOUNTS = ['account'] as const;

export const access = {
  /** Any key, acting as an account. */
  reads: (actors: readonly ActorKind[] = ACCOUNTS): KeyAccess => ({
    kind: 'key',
    level: 'read',
    actors,
    money: false,
  }),
  /** As `reads`, of money: not for a person who is neither owner nor admin, nor for an app that acts for one. */
  readsMoney: (actors: readonly ActorKind[] = ACCOUNTS): KeyAccess => ({
    kind: 'key',
    level: 'read',
    actors,
    money: true,
  }),
  /** A write key, acting as an account that has not ended. */
  writes: (actors: readonly ActorKind[] = ACCOUNTS): KeyAccess => ({
    kind: 'key',
    level: 'write',
    actors,
    money: false,
  }),
  /** What a person sees or does in its own account, and no key or app ever: keys, apps, the team. */
  people: (level: 'read' | 'write', who: 'all' | 'admins' = 'all'): KeyAccess => ({
    kind: 'key',
    level,
    actors: ACCOUNTS,
    money: false,
    people: true,
    ...(who === 'admins' && { admins: true }),
  }),
  open: (why: string): OpenAccess => ({ kind: 'open', why }),
  /** Only the service's staff: every key and app token gets 403 internal_route. */
  internal: (why: string): InternalAccess => ({ kind: 'internal', why }),
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';

/**
 * What goes around a record, and around a refusal.
 * - data: `{ data }` and `{ error }`
 * - ok: `{ ok: true, data }` and `{ ok: false, error }`
 * - bare: the record alone, and `{ error, error_description }` as RFC 6749 has it
 */
export type Envelope = 'data' | 'ok' | 'bare';

/** What everything that answers HTTP says of itself. */
export interface RouteHead {
  operationId: string;
  method: Method;
  /** As Hono writes it, with `:id` placeholders. */
  path: string;
  access: Access;
}

type Parsed<S extends z.ZodType | undefined> = S extends z.ZodType ? z.output<S> : undefined;

export interface Input<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** As it came, for routes that take bytes. */
  request: Request;
}

/** What a handler answers: one record with its status, or a page of them, which may be written out already. */
export type Answer<T> =
  | { status: 200 | 201 | 202; data: T }
  | { list: ListPage<T> }
  | { written: WrittenListPage };

export interface RouteSpec<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  O extends z.ZodType = z.ZodType,
> extends RouteHead {
  tag: Tag;
  summary: string;
  description?: string;
  /** `data` unless it is said. */
  envelope?: Envelope;
  params?: P;
  query?: Q;
  body?: B;
  /** Says what the raw bytes are, for a route whose body is not JSON; the handler reads them from the request. */
  bytes?: string;
  /** The largest body in bytes. */
  bodyLimit?: number;
  /** The record, or one item of the list. */
  output: O;
  list?: boolean;
  /** The success statuses; the first is the usual one. */
  status: readonly (200 | 201 | 202)[];
  errors: readonly ErrorCode[];
  /**
   * Whether an Idempotency-Key is taken. POST takes one unless this says why not, and keeps its answer for a day.
   * Where one is required, for money, the answer is kept as long as the record: a repeat years later pays nothing.
   */
  idempotency?: 'required' | { none: string };
  /** Whether the verb is run again where its batch meets a conflict, since it finds and answers what an equal request made. */
  rereads?: boolean;
  /** Fields of the answer that a replay must not show again. */
  secrets?: readonly string[];
  handle: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Answer<z.output<O>>>;
}

/** A route whose parts the compiler has checked against each other; the registry no longer needs their types. */
export type ApiRoute = Omit<RouteSpec, 'handle' | 'envelope'> & {
  kind: 'api';
  envelope: Envelope;
  handle: (
    ctx: Ctx & StaffCtx,
    input: { params: unknown; query: unknown; body: unknown; request: Request },
  ) => Promise<Answer<unknown>>;
};

/** What the compiler keeps of a route for those who run it without HTTP (src/run.ts). */
export interface Signature {
  /** `GET /v1/programs/:id` */
  name: string;
  /** Whether the service's own people alone run it. */
  internal: boolean;
  query: unknown;
  body: unknown;
  /** A record, or a page of them. */
  result: unknown;
}

declare const signature: unique symbol;

export type SignedRoute<S extends Signature = Signature> = ApiRoute & { readonly [signature]?: S };

/** The signature of a route; never of one that answers HTTP alone, as a redirect does. */
export type SignatureOf<R> = R extends { readonly [signature]?: infer S } ? NonNullable<S> : never;

/** What a schema reads, before it has read it. */
export type Sent<S extends z.ZodType | undefined> = S extends z.ZodType ? z.input<S> : undefined;

/** What running something comes to: a page where it lists, a record elsewhere. */
export type Result<T, L extends boolean> = L extends true ? ListPage<T> : T;

interface SignatureFrom<
  M extends Method,
  Path extends string,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  O extends z.ZodType,
  L extends boolean,
  I extends boolean,
> extends Signature {
  name: `${M} ${Path}`;
  internal: I;
  query: Sent<Q>;
  body: Sent<B>;
  result: Result<z.output<O>, L>;
}

export function defineRoute<
  M extends Method,
  Path extends string,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  O extends z.ZodType = z.ZodType,
  L extends boolean = false,
>(
  spec: RouteSpec<P, Q, B, O> & { method: M; path: Path; list?: L },
): SignedRoute<SignatureFrom<M, Path, Q, B, O, L, false>> {
  return { envelope: 'data', ...spec, kind: 'api' } as unknown as ApiRoute;
}

/** A route for the staff. It is not in the public reference, and its verbs get a StaffCtx. */
export function defineInternalRoute<
  M extends Method,
  Path extends string,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  O extends z.ZodType = z.ZodType,
  L extends boolean = false,
>(
  spec: Omit<RouteSpec<P, Q, B, O>, 'access' | 'handle'> & {
    method: M;
    path: Path;
    list?: L;
    access: InternalAccess;
    handle: (ctx: StaffCtx, input: Input<P, Q, B>) => Promise<Answer<z.output<O>>>;
  },
): SignedRoute<SignatureFrom<M, Path, Q, B, O, L, true>> {
  return { envelope: 'data', ...spec, kind: 'api' } as unknown as ApiRoute;
}

export function ok<T>(data: T): Answer<T> {
  return { status: 200, data };
}

export function created<T>(data: T): Answer<T> {
  return { status: 201, data };
}

export function accepted<T>(data: T): Answer<T> {
  return { status: 202, data };
}

export function listed<T>(page: ListPage<T>): Answer<T> {
  return { list: page };
}

export function listedAsWritten<T>(page: WrittenListPage): Answer<T> {
  return { written: page };
}
