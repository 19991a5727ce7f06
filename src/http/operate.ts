// An operation of the API, used by a person on the pages: the same permission, the same schemas, the same verb and one
// commit. What the API's gate checks of a key, the pages have checked of the session.
import type * as z from 'zod';
import { actingId } from '../auth/actor.ts';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import { sha256Hex } from '../kit/crypto.ts';
import { AppError } from '../kit/error.ts';
import type { Operation } from './define-operation.ts';
import type { Answer, ApiRoute } from './define-route.ts';
import { readAs } from './field-issues.ts';
import { once, staffOwner, withoutSecrets } from './idempotency.ts';
import { permit } from './permit.ts';
import { writeEffect } from './write-effect.ts';

export interface OperationInput {
  /** What stands for the placeholders of the route's path. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** As it came from the browser, for verbs that keep the caller's address. */
  request: Request;
  /** The same each time when one form is sent again: its effect comes once. */
  once?: string | null;
}

/**
 * Runs an operation as `ctx.actor` and writes what it changes, with who did it (accounts/audit). Throws permission_denied, validation_failed with the
 * fields in its details, and whatever the verb refuses.
 * @param waitUntil takes what goes on behind the answer.
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
    await addToLog(ctx, operation, input, answer);
    return answer;
  };
  return await takeEffect(ctx, actingId(ctx.actor), operation, input, first, waitUntil);
}

/** Runs an internal route as `ctx.staff`, on the pages of the staff. Throws as `operate` does. */
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

/** Handles it and writes what that changes; what takes an Idempotency-Key, once for each form. */
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
  if (!input.once || !takesKey(operation)) return await writeEffect(ctx, operation, handle, commit);
  const { operationId, idempotency, rereads } = operation;
  const { params, query, body } = input;
  let answer: Answer<T> | undefined;
  const first = async () => {
    answer = await handle();
    return { status: 200, body: JSON.stringify(withoutSecrets(operation, answer)) };
  };
  // What somebody changed before sending it again is another thing to do.
  const requestHash = sha256Hex(JSON.stringify([input.once, operationId, params, query, body]));
  const known = { owner, key: `form ${requestHash}`, requestHash, kept: idempotency === 'required', rereads };
  const earlier = await once(ctx, known, first, commit);
  if (!earlier) return answer!;
  if (operation.secrets) throw shownBefore();
  return JSON.parse(earlier.body) as Answer<T>;
}

/** As of the API's routes: POST does, unless it says why not. An operation of the pages does when it changes something. */
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

/** Adds to the batch an audit entry of who made the change. A call that changes nothing leaves no entry. */
async function addToLog<T>(
  { actor, ...ctx }: Ctx,
  { operationId }: Operation,
  { params, request }: OperationInput,
  answer: Answer<T>,
): Promise<void> {
  const account = actor.account?.id ?? actor.home?.id;
  // Not by the level: connecting an app and leaving an account ask for no more than to read.
  if (actor.by !== 'person' || account === undefined || ctx.write.isEmpty) return;
  const act = await ctx.reactions.personActed();
  act(ctx, {
    account,
    person: actor.callerId,
    home: actor.home?.id ?? null,
    creator: actor.creator,
    operation: operationId,
    subject: params?.id ?? madeId(answer),
    request,
  });
}

function madeId(answer: Answer<unknown>): string | null {
  const made = 'data' in answer ? (answer.data as { id?: unknown } | null)?.id : null;
  return typeof made === 'string' ? made : null;
}

function parsedInput(
  { params, query, body }: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType },
  input: OperationInput,
) {
  return {
    params: parsed(params, input.params ?? {}),
    query: parsed(query, input.query ?? {}),
    body: parsed(body, input.body),
    request: input.request,
  };
}

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const read = readAs(schema, value);
  if ('data' in read) return read.data;
  throw new AppError('validation_failed', 'Some of it is not valid.', { details: read.issues });
}
