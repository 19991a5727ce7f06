import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { Account } from './account.ts';
import { edited } from './edit-account.ts';
import { showAccount } from './show-accounts.ts';
import { getBrand, updateAccount } from './store.ts';

/** Ends a partner's relationship with a brand: from then on the brand reads but does not change. */
export async function endBrand(ctx: Ctx, id: string): Promise<Account> {
  const before = await getBrand(ctx, id);
  if (before.managedBy === null) throw new AppError('conflict', 'Nobody manages this brand.');
  if (before.status === 'ended') return await showAccount(ctx, before);
  updateAccount(ctx, before, { status: 'ended' });
  return await showAccount(ctx, edited(ctx, before, { status: 'ended' }));
}
