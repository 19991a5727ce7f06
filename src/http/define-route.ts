// A route is data: the registry of routes feeds the router, the OpenAPI document and the contract tests.
import type * as z from 'zod';
import type { EmbedUse } from '../auth/frame.ts';
import type { ClientRule } from '../auth/reach.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import type { CsvTable } from '../kit/csv.ts';
import type { ErrorCode, FieldIssue } from '../kit/error.ts';
import type { Once } from '../kit/once.ts';
import type { ListPage, WrittenListPage } from '../resource/list-page.ts';
import type { Tag } from './tags.ts';

type ActorKind = 'account' | 'creator';

/** A route for accounts and creators alike. */
export const EVERYONE: readonly ActorKind[] = ['account', 'creator'];

export interface KeyAccess {
  kind: 'key';
  level: 'read' | 'write';
  actors: readonly ActorKind[];
  /** Set for payments, payouts and balances, which members of an account may not see. */
  money: boolean;
  /**
   * Set for operations that only people have, on the pages of their own account: no key, no app, no partner
   * for a client.
   */
  people?: true;
  /** Set for operations that members may not even read. */
  admins?: true;
  business?: BusinessAccess;
}

/** What the business API asks besides. */
export interface BusinessAccess {
  /** The scope that opens it to each type of account; to a type without one it is shut. */
  scopes: readonly Scope[];
  /** What `client` in the query may name; null where it takes none. See client.ts. */
  client: ClientRule | null;
}
interface OpenAccess {
  kind: 'open';
  why: string;
}
interface InternalAccess {
  kind: 'internal';
  why: string;
}

/** Who may call. There is no default: a public route has to say why it is open. */
export type Access = KeyAccess | OpenAccess | InternalAccess;

/** The caller's context in the handler of a route with this access. */
export type CtxOf<A extends Access> = A extends KeyAccess
  ? Ctx
  : A extends InternalAccess
    ? StaffCtx
    : SystemCtx;

const ACCOUNTS = ['account'] as const;

export const access = {
  /** Any key that acts as an account. */
  reads: (actors: readonly ActorKind[] = ACCOUNTS): KeyAccess => ({
    kind: 'key',
    level: 'read',
    actors,
    money: false,
  }),
  /** Like `reads`, for money: not for members, nor for apps that act for members. */
  readsMoney: (actors: readonly ActorKind[] = ACCOUNTS): KeyAccess => ({
    kind: 'key',
    level: 'read',
    actors,
    money: true,
  }),
  /** A write key that acts as an account that has not ended. */
  writes: (actors: readonly ActorKind[] = ACCOUNTS): KeyAccess => ({
    kind: 'key',
    level: 'write',
    actors,
    money: false,
  }),
  /** What a person sees or does in their own account and no key or app ever may: keys, apps, the team. */
  people: (level: 'read' | 'write', who: 'all' | 'admins' = 'all'): KeyAccess => ({
    kind: 'key',
    level,
    actors: ACCOUNTS,
    money: false,
    people: true,
    ...(who === 'admins' && { admins: true }),
  }),
  /** A key with the scope of its account's type, which acts as the account or as a client brand. */
  scoped: (
    level: 'read' | 'write',
    scopes: readonly [Scope, ...Scope[]],
    client: ClientRule | null,
  ): KeyAccess => ({ kind: 'key', level, actors: ACCOUNTS, money: false, business: { scopes, client } }),
  open: (why: string): OpenAccess => ({ kind: 'open', why }),
  /** Only the staff: every key and app token gets 403 internal_route. */
  internal: (why: string): InternalAccess => ({ kind: 'internal', why }),
};

/** What all routes of the business API have. */
export const BUSINESS = { envelope: 'ok', tag: 'Business API' } as const;

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';

/**
 * The JSON around a record and around an error.
 * - data: `{ data }` and `{ error }`
 * - ok: `{ ok: true, data }` and `{ ok: false, error }`
 * - bare: the record alone, and `{ error, error_description }` as in RFC 6749
 */
export type Envelope = 'data' | 'ok' | 'bare';

/** The properties that all routes have. */
export interface RouteHead {
  operationId: string;
  method: Method;
  /** The path in Hono's syntax, with `:id` placeholders. */
  path: string;
  access: Access;
  /** The components of embeds that may call it, or single features of them. Without it no frame does. */
  embeds?: readonly EmbedUse[];
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
  /** The original request, for routes that take bytes. */
  request: Request;
  /** What makes a repeat of this request known; null without an Idempotency-Key. */
  once: Once | null;
}

/** A handler's answer: one record with its status, or a list page, whose items may be JSON texts already. */
export type Answer<T> =
  /** `replayed`: of a verb that keeps its answers itself, that an earlier request had this effect. */
  | { status: 200 | 201 | 202; data: T; replayed?: boolean }
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
  /** `data` by default. */
  envelope?: Envelope;
  params?: P;
  query?: Q;
  body?: B;
  /** Describes the raw bytes of a route whose body is not JSON; the handler reads them from the request. */
  bytes?: string;
  /** The largest body in bytes. */
  bodyLimit?: number;
  /** What is answered of a body's issues; by default the issues themselves. */
  bodyProblems?: (issues: readonly FieldIssue[], body: unknown) => FieldIssue[];
  /** The record, or one item of the list. */
  output: O;
  list?: boolean;
  /** The success statuses, the usual one first. */
  status: readonly (200 | 201 | 202)[];
  errors: readonly ErrorCode[];
  /**
   * Whether an Idempotency-Key is accepted. POST accepts one unless this says why not, and keeps its answer
   * for a day. Where money needs the key, the answer is kept as long as the record, so that even a repeat
   * years later pays nothing. `own`: the verb keeps it where its effect commits, since that is not the database.
   */
  idempotency?: 'required' | 'own' | { none: string };
  /**
   * For what touches money, consent, keys, the set-up of payouts or running ads: the audit log then has it whoever does
   * it. What people do is there in any case. `always`: also where nothing of ours changes, because a provider's page comes
   * next.
   */
  logged?: true | 'always';
  /**
   * Whether the verb runs again when its batch meets a conflict, because it then finds the result of an equal
   * request.
   */
  rereads?: boolean;
  /** Fields of the answer that a replay must not contain. */
  secrets?: readonly string[];
  /** Fields that are null in a replay, because what they show may be deleted in the meantime. */
  unstored?: readonly string[];
  handle: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Answer<z.output<O>>>;
  /** The same answer as a table, for callers that accept text/csv. It is streamed, so the number of its rows has no limit. */
  csv?: (ctx: Ctx, input: Input<P, Q, B>) => Promise<CsvTable>;
}

/**
 * A route whose parts the compiler has checked against each other; the registry does not need their types.
 */
export type ApiRoute = Omit<RouteSpec, 'handle' | 'csv' | 'envelope'> & {
  kind: 'api';
  envelope: Envelope;
  handle: (ctx: Ctx & StaffCtx, input: AnyInput) => Promise<Answer<unknown>>;
  csv?: (ctx: Ctx & StaffCtx, input: AnyInput) => Promise<CsvTable>;
};

interface AnyInput {
  params: unknown;
  query: unknown;
  body: unknown;
  request: Request;
  once: Once | null;
}

/** The types of a route for callers that run it without HTTP (src/run.ts). */
export interface Signature {
  /** `GET /v1/programs/:id` */
  name: string;
  /** Whether only the staff can run it. */
  internal: boolean;
  query: unknown;
  body: unknown;
  /** A record, or a list page. */
  result: unknown;
}

declare const signature: unique symbol;

export type SignedRoute<S extends Signature = Signature> = ApiRoute & { readonly [signature]?: S };

/** The signature of a route; never for a route that only answers HTTP, such as a redirect. */
export type SignatureOf<R> = R extends { readonly [signature]?: infer S } ? NonNullable<S> : never;

/** A schema's input. */
export type Sent<S extends z.ZodType | undefined> = S extends z.ZodType ? z.input<S> : undefined;

/** The result of running an operation: a list page for a list, otherwise a record. */
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
  spec: Omit<RouteSpec<P, Q, B, O>, 'access' | 'handle' | 'csv'> & {
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
