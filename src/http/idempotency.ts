// A POST with an Idempotency-Key takes effect once; its answer is stored with the effect and given again.
import { actingId } from '../auth/actor.ts';
import type { Ctx } from '../context.ts';
import { storeAnswer, storedAnswer } from '../db/idempotency-store.ts';
import { sha256Hex } from '../kit/crypto.ts';
import { AppError } from '../kit/error.ts';
import { answerJson, bodyOf, statusOf } from './answer.ts';
import type { Answer, ApiRoute } from './define-route.ts';
import type { C } from './hono-env.ts';

/** The key of a request; null when there is none or the route takes none. Throws invalid_request. */
export function idempotencyKey(c: C, route: ApiRoute): string | null {
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

interface Effect {
  key: string;
  /** The request's body, as it was sent. */
  text: string | undefined;
  handle: () => Promise<Answer<unknown>>;
  /** Writes what the handler filled, and the answer with it. */
  commit: () => Promise<void>;
}

/** Handles a request unless one with its key was handled before: then the answer is that one's. */
export async function answerOnce(c: C, ctx: Ctx, route: ApiRoute, effect: Effect): Promise<Response> {
  const { key } = effect;
  const requestHash = sha256Hex(`${c.req.method} ${c.req.path}\n${effect.text}`);
  const owner = actingId(ctx.actor);
  const replay = async () => {
    const stored = await storedAnswer(ctx, owner, key);
    if (!stored) return null;
    if (stored.requestHash !== requestHash) {
      throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
    }
    return answerJson(c, stored.body, stored.status, { 'Idempotency-Replayed': 'true' });
  };
  const earlier = await replay();
  if (earlier) return earlier;
  let answer: Answer<unknown>;
  try {
    answer = await effect.handle();
    const stored = {
      requestHash,
      status: statusOf(answer),
      body: bodyOf(route, withoutSecrets(route, answer)),
    };
    storeAnswer(ctx, owner, key, stored, route.idempotency === 'required');
    await effect.commit();
  } catch (error) {
    // Another request with this key may have been first, and its effect what stopped this one: then its answer is
    // the answer.
    const first = await replay();
    if (first) return first;
    throw error;
  }
  return answerJson(c, bodyOf(route, answer), statusOf(answer));
}

function withoutSecrets(route: ApiRoute, answer: Answer<unknown>): Answer<unknown> {
  if (!route.secrets || !('data' in answer)) return answer;
  const data = { ...(answer.data as Record<string, unknown>) };
  for (const field of route.secrets) data[field] = null;
  return { ...answer, data };
}
