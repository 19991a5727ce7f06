import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { requireBrand } from '../accounts/interface.ts';
import { type Invited, invite } from './create-invitation.ts';
import { cancelBeforeFirst } from './invitation-store.ts';
import { hasMembers } from './membership-store.ts';
import { type FirstOwnerCreate, requireOver } from './team.ts';

/**
 * A partner's owner invites the first owner of a brand that it manages. After that the brand's own people invite.
 * Throws permission_denied for an admin, who could otherwise give anybody control over the brand's money.
 */
export async function inviteFirstOwner(
  ctx: Ctx,
  brandId: string,
  { email }: z.output<typeof FirstOwnerCreate>,
  network: string | null,
): Promise<Invited> {
  requireOver(ctx, 'owner');
  const brand = await requireBrand(ctx, brandId);
  const refusal = () =>
    new AppError(
      'conflict',
      'This brand already has members, who invite others, or you no longer manage it.',
    );
  if (
    actingAccount(ctx.actor).type !== 'partner' ||
    brand.status === 'ended' ||
    (await hasMembers(ctx, brandId))
  ) {
    throw refusal();
  }
  // Only one invitation is open at a time. Otherwise a second person could join by the partner's invitation.
  cancelBeforeFirst(ctx, brandId, refusal);
  return await invite(ctx, brandId, { email, role: 'owner' }, network);
}
