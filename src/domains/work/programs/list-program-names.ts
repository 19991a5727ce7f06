import type { Ctx } from '../../../context.ts';
import { PROGRAM_STATUSES } from '../program-terms/program.ts';
import * as store from './store.ts';

/** The number of names that a list page can need. */
export const MOST_NAMED = 250;
/** A choice offers so many of the newest programs; older ones lead to their lists from their own pages. */
const MOST_NEWEST = 100;

export interface ProgramNames {
  names: { id: string; name: string }[];
}

/**
 * The names of programs, newest first: of those with these IDs that the caller can see, and of the caller's newest ones if
 * `newest` asks for them.
 */
export async function listProgramNames(
  ctx: Ctx,
  { ids, newest }: { ids: readonly string[]; newest: boolean },
): Promise<ProgramNames> {
  if (ids.length === 0 && !newest) return { names: [] };
  const own = {
    network: false,
    statuses: PROGRAM_STATUSES,
    limit: MOST_NEWEST - 1,
    range: { after: null, before: null },
  };
  return { names: await store.listNames(ctx, ids, newest ? own : null) };
}
