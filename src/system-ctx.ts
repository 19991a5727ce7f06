import type { SystemCtx } from './context.ts';
import { WriteSet } from './db/write-set.ts';
import { type Env, vars } from './env.ts';
import { reactions } from './reactions.ts';

/**
 * The context that an entry point (fetch, queue, cron, a Durable Object) passes to the verbs that it calls.
 * @param now the time to work at, in milliseconds.
 */
export function systemCtx(env: Env, now: number): SystemCtx {
  return { env, vars: vars(env), now, write: new WriteSet(env.DB), reactions };
}
