import type { SystemCtx } from '../../../context.ts';
import { endGrantsOfPerson } from './grant-store.ts';

/** Ends the grants of a person who leaves an account or is removed from it. */
export async function endLeftGrants(
  ctx: SystemCtx,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  endGrantsOfPerson(ctx, { accountId, personId }, 'left');
}
