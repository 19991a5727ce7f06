import type { Ctx } from '../../../context.ts';
import { type Counted, countListed, MOST_COUNTED } from '../../../db/count-listed.ts';
import type { ProgramStatus } from '../program-terms/program.ts';
import { programListIds } from './store.ts';

/** How many programs of these statuses the caller's list has. */
export async function countPrograms(ctx: Ctx, statuses: readonly ProgramStatus[]): Promise<Counted> {
  const range = { after: null, before: null };
  return await countListed(
    ctx,
    programListIds(ctx, { network: false, statuses, limit: MOST_COUNTED, range }),
  );
}
