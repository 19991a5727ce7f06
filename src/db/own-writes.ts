import type { SystemCtx } from '../context.ts';
import { WriteSet } from './write-set.ts';

/**
 * The same context with an empty write set of its own, for work that commits separately from the caller's
 * batch.
 */
export function withOwnWrites<C extends SystemCtx>(ctx: C): C {
  return { ...ctx, write: new WriteSet(ctx.env.DB) };
}
