import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { findSecondFactor, isInUse } from '../people/interface.ts';
import { deleteFactorRequirement, saveFactorRequirement } from './factor-requirement-store.ts';

/**
 * Requires a second factor of the acting account's people, or no longer. Who has none sees nothing of the account until it is
 * set up; keys and apps go on. Throws permission_denied for anybody but its own owners, conflict for an owner without one.
 */
export async function setFactorRequirement(
  ctx: Ctx,
  { required }: { required: boolean },
): Promise<{ required: boolean }> {
  const { id } = actingAccount(ctx.actor);
  const { role, home, callerId } = ctx.actor;
  if (role !== 'owner' || home?.id !== id)
    throw new AppError('permission_denied', 'Only owners of the account decide that.');
  if (!required) {
    deleteFactorRequirement(ctx, id);
    return { required };
  }
  const own = await findSecondFactor(ctx, callerId);
  if (!own || !isInUse(own, ctx.now))
    throw new AppError('conflict', 'Set up your own second factor first: you would lock yourself out.');
  saveFactorRequirement(ctx, id, callerId);
  return { required };
}
