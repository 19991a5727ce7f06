import type { Ctx } from '../../../context.ts';
import { type Counted, countListed, MOST_COUNTED } from '../../../db/count-listed.ts';
import type { ApplicationStatus } from './application.ts';
import { applicationListIds } from './store.ts';

/** How many applications of these statuses the caller's list has. */
export async function countApplications(ctx: Ctx, statuses: readonly ApplicationStatus[]): Promise<Counted> {
  const filter = { program: undefined, creator: undefined, statuses, limit: MOST_COUNTED };
  return await countListed(ctx, applicationListIds(ctx, { ...filter, range: { after: null, before: null } }));
}
