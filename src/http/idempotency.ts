// A POST with an Idempotency-Key takes effect once; its answer is stored with the effect and repeated.
import canonicalize from 'canonicalize';
import { actingId } from '../auth/actor.ts';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import { type StoredAnswer, storeAnswer, storedAnswer } from '../db/idempotency-store.ts';
import { sha256Hex } from '../kit/crypto.ts';
import { AppError } from '../kit/error.ts';
import type { Once } from '../kit/once.ts';
import { answerJson, bodyOf, statusOf } from './answer.ts';
import type { Answer, ApiRoute } from './define-route.ts';
import type { C } from './hono-env.ts';
import type { SentJson } from './input.ts';
import { type Rereads, writeEffect } from './write-effect.ts';

/**
 * The idempotency key of a request; null when there is none or the route accepts none. Throws
 * invalid_request.
 */
function idempotencyKey(c: C, route: ApiRoute): string | null {
  if (route.method !== 'POST' || typeof route.idempotency === 'object') return null;
  const key = c.req.raw.headers.get('idempotency-key');
  if (key === null) {
    if (route.idempotency === 'required')
      throw new AppError('invalid_request', 'Send an Idempotency-Key header.');
    return null;
  }
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
    throw new AppError('invalid_request', 'Idempotency-Key must be 1 to 255 visible characters.');
  }
  return key;
}

/** What makes a repeat of this request known; null when it has no key. Throws invalid_request. */
export function onceOf(c: C, route: ApiRoute, sent: SentJson | undefined): Once | null {
  const key = idempotencyKey(c, route);
  if (key === null) return null;
  return { key, request: sha256Hex(`${c.req.method} ${c.req.path}\n${sent && bodyAsHashed(sent)}`) };
}

interface Effect {
  handle: () => Promise<Answer<unknown>>;
  /** Commits the handler's changes, together with the answer. */
  commit: () => Promise<void>;
}

/** Handles a request, unless one with the same key was handled before: then repeats that answer. */
export async function answerOnce(
  c: C,
  ctx: Ctx & StaffCtx,
  route: ApiRoute,
  { key, request: requestHash }: Once,
  { handle, commit }: Effect,
): Promise<Response> {
  let answer: Answer<unknown> | undefined;
  const first = async () => {
    answer = await handle();
    return { status: statusOf(answer), body: bodyOf(route, storable(route, answer)) };
  };
  const owner = ctx.actor ? actingId(ctx.actor) : staffOwner(ctx);
  const earlier = await once(
    ctx,
    { owner, key, requestHash, kept: route.idempotency === 'required', rereads: route.rereads },
    first,
    commit,
  );
  if (earlier) return answerJson(c, earlier.body, earlier.status, { 'Idempotency-Replayed': 'true' });
  return answerJson(c, bodyOf(route, answer!), statusOf(answer!));
}

/**
 * The same text for the same content in any formatting. Content without a canonical form (RFC 8785) stays as
 * it was sent.
 */
function bodyAsHashed({ text, value }: SentJson): string {
  try {
    return canonicalize(value)!;
  } catch {
    return text;
  }
}

/** The owner under which a staff member's idempotency keys are stored. */
export function staffOwner({ staff }: Pick<StaffCtx, 'staff'>): string {
  return `staff ${staff}`;
}

interface KnownBy extends Rereads {
  owner: string;
  key: string;
  /** The hash of the request: another request with the same key is refused. */
  requestHash: string;
  /** Whether the answer is kept forever. */
  kept: boolean;
}

/**
 * Lets something take effect once. Throws idempotency_conflict.
 * @param first does it, and returns what to store of its answer.
 * @returns the stored answer when another request with this key was first; null for the first.
 */
export async function once(
  ctx: SystemCtx,
  { owner, key, requestHash, kept, rereads }: KnownBy,
  first: () => Promise<Pick<StoredAnswer, 'status' | 'body'>>,
  commit: () => Promise<void>,
): Promise<StoredAnswer | null> {
  const replay = async () => {
    const stored = await storedAnswer(ctx, owner, key);
    if (stored && stored.requestHash !== requestHash) {
      throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
    }
    return stored;
  };
  const earlier = await replay();
  if (earlier) return earlier;
  const prepare = async () => {
    storeAnswer(ctx, owner, key, { requestHash, ...(await first()) }, kept);
  };
  try {
    await writeEffect(ctx, { rereads }, prepare, commit);
    return null;
  } catch (error) {
    // Another request with this key may have been first, and its effect may have stopped this one: then its
    // answer counts.
    const meanwhile = await replay();
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/** An answer as it is stored: null for the fields that are shown once, or may be deleted before it is repeated. */
export function storable<T>(
  { secrets = [], unstored = [] }: Pick<ApiRoute, 'secrets' | 'unstored'>,
  answer: Answer<T>,
): Answer<T> {
  if (!('data' in answer)) return answer;
  const data = { ...(answer.data as Record<string, unknown>) };
  for (const field of [...secrets, ...unstored]) data[field] = null;
  return { ...answer, data: data as T };
}
