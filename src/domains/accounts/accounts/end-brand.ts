import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { Account } from './account.ts';
import { edited } from './profile-changes.ts';
import { requireBrand, saveAccount } from './store.ts';
import { withPicture } from './with-pictures.ts';

/** Ends a partner's relationship with a brand: from then on the brand reads but does not change. */
export async function endBrand(ctx: Ctx, id: string): Promise<Account> {
  const before = await requireBrand(ctx, id);
  if (before.managedBy === null) throw new AppError('conflict', 'Nobody manages this brand.');
  if (before.status === 'ended') return await withPicture(ctx, before);
  saveAccount(ctx, before, { status: 'ended' });
  return await withPicture(ctx, edited(ctx, before, { status: 'ended' }));
}
