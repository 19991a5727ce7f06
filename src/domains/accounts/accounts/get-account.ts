import type { Ctx } from '../../../context.ts';
import type { Account } from './account.ts';
import { requireCurrentAccount } from './store.ts';
import { withPicture } from './with-pictures.ts';

/** The account that the key acts as. */
export async function getAccount(ctx: Ctx): Promise<Account> {
  return await withPicture(ctx, await requireCurrentAccount(ctx));
}
