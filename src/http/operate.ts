// Runs an operation of the API for a person on the pages, with the same permissions, schemas, verb and single
// commit. The pages have checked the session as the API's gate checks a key.
import type * as z from 'zod';
import { actingId } from '../auth/actor.ts';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import { sha256Hex } from '../kit/crypto.ts';
import type { CsvTable } from '../kit/csv.ts';
import { AppError } from '../kit/error.ts';
import type { Once } from '../kit/once.ts';
import { readAs } from '../resource/field-issues.ts';
import { addToLog } from './add-to-log.ts';
import type { Operation } from './define-operation.ts';
import type { Answer, ApiRoute } from './define-route.ts';
import { once, staffOwner, storable } from './idempotency.ts';
import { permit } from './permit.ts';
import { writeEffect } from './write-effect.ts';

export interface OperationInput {
  /** The path's parameters. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** How many records of a list to read, for people to choose from: more than a request may ask for. */
  most?: number;
  /** The browser's request, for verbs that store the caller's address. */
  request: Request;
  /** The same value when a form is sent again, so that it takes effect once. */
  once?: string | null;
}

/**
 * Runs an operation as `ctx.actor`, and writes its changes with an audit entry (accounts/audit). Throws
 * permission_denied, validation_failed with the fields in its details, and everything that the verb throws.
 * @param waitUntil takes work that continues after the response.
 */
export async function operate<T>(
  ctx: Ctx,
  operation: Operation<T>,
  input: OperationInput,
  waitUntil: (task: Promise<unknown>) => void,
): Promise<Answer<T>> {
  const { access } = operation;
  if (access.kind !== 'key') throw new Error(`${operation.operationId} is no operation of an account.`);
  permit(ctx.actor, access);
  const first = async () => {
    const answer = await operation.handle(ctx as never, parsedInput(operation, input) as never);
    await addToLog(ctx, operation, { ...input, answer });
    return answer;
  };
  return await takeEffect(ctx, actingId(ctx.actor), operation, input, first, waitUntil);
}

/** The answer of a route as a table, as `ctx.actor`. Throws as `operate` does. */
export async function readTable(ctx: Ctx, route: ApiRoute, input: OperationInput): Promise<CsvTable> {
  if (route.access.kind !== 'key' || !route.csv) throw new Error(`${route.operationId} has no table.`);
  permit(ctx.actor, route.access);
  return await route.csv(ctx as never, parsedInput(route, input));
}

/** Runs an internal route as `ctx.staff`, on the staff's pages. Throws as `operate` does. */
export async function operateAsStaff(
  ctx: StaffCtx,
  route: ApiRoute,
  input: OperationInput,
  waitUntil: (task: Promise<unknown>) => void,
): Promise<Answer<unknown>> {
  if (route.access.kind !== 'internal') throw new Error(`${route.operationId} is not for the staff.`);
  const first = () => route.handle(ctx as never, parsedInput(route, input));
  return await takeEffect(ctx, staffOwner(ctx), route, input, first, waitUntil);
}

/**
 * Runs it and writes its changes; an operation that takes an Idempotency-Key takes effect once for each form.
 */
async function takeEffect<T>(
  ctx: SystemCtx,
  owner: string,
  operation: Operation<T>,
  input: OperationInput,
  handle: () => Promise<Answer<T>>,
  waitUntil: (task: Promise<unknown>) => void,
): Promise<Answer<T>> {
  const commit = async () => {
    for (const task of await ctx.write.commit()) waitUntil(task);
  };
  if (!input.once && operation.idempotency === 'required')
    throw new AppError('invalid_request', 'This form lost its key. Load the page again, then send it.');
  if (!input.once || !takesKey(operation) || operation.idempotency === 'own')
    return await writeEffect(ctx, operation, handle, commit);
  const { idempotency, rereads } = operation;
  let answer: Answer<T> | undefined;
  const first = async () => {
    answer = await handle();
    return { status: 200, body: JSON.stringify(storable(operation, answer)) };
  };
  const { key, request: requestHash } = formOnce(operation, input)!;
  const known = { owner, key, requestHash, kept: idempotency === 'required', rereads };
  const earlier = await once(ctx, known, first, commit);
  if (!earlier) return answer!;
  if (operation.secrets) throw shownBefore();
  return JSON.parse(earlier.body) as Answer<T>;
}

/** A form that was changed before it was sent again is a new request. */
function formOnce(
  { operationId }: { operationId: string },
  { once, params, query, body }: OperationInput,
): Once | null {
  if (!once) return null;
  const request = sha256Hex(JSON.stringify([once, operationId, params, query, body]));
  return { key: `form ${request}`, request };
}

/**
 * Whether it takes an idempotency key: for API routes, every POST that does not opt out; for page operations,
 * every write.
 */
function takesKey({ method, access, idempotency }: Operation): boolean {
  if (typeof idempotency === 'object') return false;
  return method === undefined ? access.kind === 'key' && access.level === 'write' : method === 'POST';
}

function shownBefore(): AppError {
  return new AppError(
    'conflict',
    'This was done already, by an earlier click. Only the answer to that one showed the secret: if you did not see it, make a new one.',
  );
}

function parsedInput(
  operation: Pick<Operation, 'operationId' | 'params' | 'query' | 'body'>,
  input: OperationInput,
) {
  return {
    params: parsed(operation.params, input.params ?? {}),
    query: withMost(parsed(operation.query, input.query ?? {}), input.most),
    body: parsed(operation.body, input.body),
    request: input.request,
    once: formOnce(operation, input),
  };
}

const withMost = (query: unknown, most?: number): unknown =>
  most === undefined ? query : { ...(query as object), limit: most };

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const read = readAs(schema, value);
  if ('data' in read) return read.data;
  throw new AppError('validation_failed', 'Some fields are invalid.', { details: read.issues });
}
