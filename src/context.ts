import type { Actor } from './auth/actor.ts';
import type { WriteSet } from './db/write-set.ts';
import type { Env, Vars } from './env.ts';
import type { Reactions } from './reactions.ts';

/** The context that requests, queue messages and cron runs share. */
export interface SystemCtx {
  env: Env;
  vars: Vars;
  /** The time to work at, in milliseconds: now, or a cron's scheduled time. */
  now: number;
  write: WriteSet;
  /** The domains that are told what happens here: see reactions.ts. */
  reactions: Reactions;
}

/** The context of a verb. Stores add the actor's scope to every statement. */
export interface Ctx extends SystemCtx {
  actor: Actor;
  requestId: string;
}

/** The context of an internal route's verb: a staff member, and no account. */
export interface StaffCtx extends SystemCtx {
  /** The caller's name in STAFF_TOKENS. */
  staff: string;
  requestId: string;
}
