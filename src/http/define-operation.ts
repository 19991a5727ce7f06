// What the pages let a person do beyond the API: an operation is data as a route is, but it has no path of its own.
import type * as z from 'zod';
import type { Ctx } from '../context.ts';
import type { Access, Answer, ApiRoute, Input, KeyAccess } from './define-route.ts';

/** What `operate` runs: one of these, or a route of the API. What it takes is typed where it is defined. */
export interface Operation<T = unknown, L extends boolean = boolean> {
  /** The verb's name, and its file's. */
  operationId: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Whether it answers a page of records. */
  list?: L;
  /** The method of a route of the API. */
  method?: ApiRoute['method'];
  idempotency?: ApiRoute['idempotency'];
  rereads?: boolean;
  /** Fields of the answer that are shown once: who sends the form again is not shown them. */
  secrets?: readonly string[];
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
