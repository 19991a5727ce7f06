import type { SystemCtx } from './context.ts';
import { WriteSet } from './db/write-set.ts';
import { type Env, vars } from './env.ts';
import { reactions } from './reactions.ts';

/**
 * What an entry point (fetch, queue, cron, an object) hands to the verbs it calls.
 * @param now the moment to work at, in milliseconds.
 */
export function systemCtx(env: Env, now: number): SystemCtx {
  return { env, vars: vars(env), now, write: new WriteSet(env.DB), reactions };
}
