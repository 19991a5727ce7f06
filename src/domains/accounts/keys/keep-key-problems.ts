import type { SystemCtx } from '../../../context.ts';
import { pruneInBatches } from '../../../db/prune.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { KeysFailed } from './interface.ts';
import { addProblems, deleteProblemsBefore } from './store.ts';

export const KEEP_PROBLEMS_MS = 7 * DAY_MS;

/** Adds what the requests of an isolate summed up (src/http/key-problems.ts). */
export const keepKeyProblems: KeysFailed = addProblems;

/** Forgets what went wrong more than seven days ago. A job. */
export async function pruneKeyProblems(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteProblemsBefore(ctx, ctx.now - KEEP_PROBLEMS_MS));
}
