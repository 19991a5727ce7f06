import type { Ctx } from '../../../context.ts';
import { type Counted, countListed, MOST_COUNTED } from '../../../db/count-listed.ts';
import { submissionListIds } from './list-store.ts';
import type { State } from './transitions.ts';

/** How many submissions of these statuses the caller's list has. */
export async function countSubmissions(ctx: Ctx, statuses: readonly State[]): Promise<Counted> {
  const filter = { program: undefined, creator: undefined, statuses, limit: MOST_COUNTED };
  return await countListed(ctx, submissionListIds(ctx, { ...filter, range: { after: null, before: null } }));
}
