import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import type { Account, AccountRow } from './account.ts';
import type { BrandUpdate } from './account-input.ts';
import { edited, feeColumns, profileChanges } from './profile-changes.ts';
import { requireBrand, saveAccount } from './store.ts';
import { withPicture } from './with-pictures.ts';

/** A partner changes a brand that it manages. An ended brand can no longer be changed. */
export async function updateBrand(
  ctx: Ctx,
  id: string,
  input: z.output<typeof BrandUpdate>,
): Promise<Account> {
  const before = await requireBrand(ctx, id);
  if (before.managedBy !== actingAccount(ctx.actor).id) {
    throw new AppError('permission_denied', 'Only the managing partner changes this brand here.');
  }
  if (before.status === 'ended') {
    throw new AppError('permission_denied', 'The relationship with this brand has ended.');
  }
  checkVersion(before, input.version);
  const changes: Partial<AccountRow> = await profileChanges(ctx, before, input);
  if (input.brandFee !== undefined) {
    const fee = feeColumns(input.brandFee);
    changes.brandFeeOf = fee.of;
    changes.brandFeeBps = fee.bps;
  }
  if (Object.keys(changes).length === 0) return await withPicture(ctx, before);
  saveAccount(ctx, before, changes);
  return await withPicture(ctx, edited(ctx, before, changes));
}
