import type { SystemCtx } from '../../../context.ts';
import { hasKeys } from '../../accounts/keys/interface.ts';
import { hasMembers } from '../../accounts/team/interface.ts';

/** Whether a brand has keys or people of its own, who could approve. */
export async function hasOwnCallers(ctx: SystemCtx, accountId: string): Promise<boolean> {
  const [people, keys] = await Promise.all([hasMembers(ctx, accountId), hasKeys(ctx, accountId)]);
  return people || keys;
}
