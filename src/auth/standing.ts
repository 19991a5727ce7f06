// What a credential that was admitted before may do now, by its ID: for connections that outlive the request that opened them.
import type { Env } from '../env.ts';
import { AppError } from '../kit/error.ts';
import { type Actor, readingOnly } from './actor.ts';
import { findFrameOfSession, findPersonFrameOfSession } from './frame-store.ts';
import { findActorAt } from './person.ts';
import { findKeyById } from './store.ts';
import { findTokenOfGrant } from './token-store.ts';

/** A credential, and the account or creator that it acts as. */
export interface Standing {
  by: Actor['by'];
  callerId: string;
  /** A person's, or the embed session of the frame that a person acts in: its connections end with it. */
  session?: string | undefined;
  side: string;
}

/** The actor as it is now; null once the credential has ended or does not reach the account or creator any more. */
export async function findStanding(
  env: Env,
  { by, callerId, session, side }: Standing,
  now: number,
): Promise<Actor | null> {
  if (by === 'person') return session === undefined ? null : await findActorAt(env, session, side, now);
  const found = await (by === 'key'
    ? findKeyById(env, callerId, side)
    : by === 'grant'
      ? findTokenOfGrant(env, callerId, side, now)
      : session === undefined
        ? findFrameOfSession(env, callerId, now).catch(endedToNull)
        : findPersonFrameOfSession(env, session, now).catch(endedToNull));
  if (!found?.reachable || (found.actor.account?.id ?? found.actor.creator) !== side) return null;
  return found.verified ? readingOnly(found.actor) : found.actor;
}

function endedToNull(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
