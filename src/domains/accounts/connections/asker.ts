// Who asks for access when somebody is sent to a provider's consent page.
import type { SystemCtx } from '../../../context.ts';
import { findNameAndStatus } from '../accounts/interface.ts';
import { isCreators } from './connectable-of.ts';
import type { VisitRow } from './visit-store.ts';

export interface Asker {
  /** The account, or the creator's person. */
  name: string;
  /** The creator for whom the account asks; null when the account or the person asks for itself. */
  actsAs: string | null;
}

/**
 * Who asks by a visit; null when nobody can any more. A visit that an account began as a creator ends when a person
 * verifies the creator's address: the consent page had named the account.
 */
export async function askerOf(
  ctx: SystemCtx,
  visit: Pick<VisitRow, 'holder' | 'standIn'>,
): Promise<Asker | null> {
  if (!isCreators(visit)) return await accountAsks(ctx, visit.holder, null);
  const side = await (await ctx.reactions.creatorSide())(ctx, visit.holder);
  if (!side || side.standIn !== visit.standIn) return null;
  return side.standIn === null
    ? { name: side.name, actsAs: null }
    : await accountAsks(ctx, side.standIn, side.name);
}

async function accountAsks(ctx: SystemCtx, id: string, actsAs: string | null): Promise<Asker | null> {
  const account = await findNameAndStatus(ctx, id);
  return account?.status === 'active' ? { name: account.name, actsAs } : null;
}
