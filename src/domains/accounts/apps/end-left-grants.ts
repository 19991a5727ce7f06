import type { SystemCtx } from '../../../context.ts';
import { endGrantsOfPerson } from './grant-store.ts';

/** Whoever leaves an account, or is removed from it, leaves no app behind there. */
export async function endLeftGrants(
  ctx: SystemCtx,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  endGrantsOfPerson(ctx, { accountId, personId }, 'left');
}
