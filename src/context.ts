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

/** Where the conversions of a submission are kept. */
export interface ConversionsHome {
  creatorId: string;
  accountId: string;
  /** The shard of the account's events; null while there are none. */
  shard: number | null;
}

/** What a page asked beside the question who visits it: what may be read by it is still decided for the actor. */
export interface Beside {
  submission: string;
  home: Promise<ConversionsHome | null>;
}

/** The context of a verb. Stores add the actor's scope to every statement. */
export interface Ctx extends SystemCtx {
  actor: Actor;
  requestId: string;
  beside?: Beside;
}

/** The context of an internal route's verb: a staff member, and no account. */
export interface StaffCtx extends SystemCtx {
  /** The caller's name in STAFF_TOKENS. */
  staff: string;
  requestId: string;
}
