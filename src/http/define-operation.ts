// Operations that people have on the pages but the API does not. An operation is data, like a route, but has
// no path.
import type * as z from 'zod';
import type { Ctx } from '../context.ts';
import type { Access, Answer, ApiRoute, Input, KeyAccess } from './define-route.ts';

/** Run by `operate`, like a route of the API. Its input is typed where it is defined. */
export interface Operation<T = unknown, L extends boolean = boolean> {
  /** The name of the verb and of its file. */
  operationId: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Whether the response is a page of a list. */
  list?: L;
  /** The HTTP method, for a route of the API. */
  method?: ApiRoute['method'];
  idempotency?: ApiRoute['idempotency'];
  rereads?: boolean;
  /** Fields of the answer that are shown once: sending the form again does not show them. */
  secrets?: readonly string[];
  unstored?: ApiRoute['unstored'];
  handle: (ctx: never, input: never) => Promise<Answer<T>>;
}

export interface OperationSpec<
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  T,
  L extends boolean,
> {
  operationId: string;
  access: KeyAccess;
  list?: L;
  params?: P;
  query?: Q;
  body?: B;
  secrets?: readonly string[];
  idempotency?: ApiRoute['idempotency'];
  handle: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Answer<T>>;
}

/** An operation of the pages, listed in the `operations.ts` of its domain. */
export function defineOperation<
  T,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  L extends boolean = false,
>(spec: OperationSpec<P, Q, B, T, L>): OperationSpec<P, Q, B, T, L> {
  return spec;
}
