import type { Actor } from './auth/actor.ts';
import type { WriteSet } from './db/write-set.ts';
import type { Env, Vars } from './env.ts';
import type { Reactions } from './reactions.ts';

/** What is the same for a request, a queue message and a cron run. */
export interface SystemCtx {
  env: Env;
  vars: Vars;
  /** The present, in milliseconds: a cron's is its scheduled time. */
  now: number;
  write: WriteSet;
  /** Who hears of what happens here: see reactions.ts. */
  reactions: Reactions;
}

/** What a verb works with. Stores add the actor's scope to every statement. */
export interface Ctx extends SystemCtx {
  actor: Actor;
  requestId: string;
}

/** What a verb of the internal routes works with: who of the staff calls, and no account. */
export interface StaffCtx extends SystemCtx {
  /** The name that STAFF_TOKENS gives the caller. */
  staff: string;
  requestId: string;
}
