import type { SystemCtx } from '../../../context.ts';
import { filesById, imageOf } from '../../platform/files/interface.ts';
import { type Account, type CountedAccountRow, presentAccount } from './account.ts';

/** Accounts as callers see them, with links to their pictures. */
export async function withPictures(ctx: SystemCtx, rows: CountedAccountRow[]): Promise<Account[]> {
  const pictures = await filesById(
    ctx,
    rows.map((row) => row.profilePicture),
  );
  return await Promise.all(
    rows.map(async (row) => presentAccount(row, await imageOf(ctx, pictures.get(row.profilePicture ?? '')))),
  );
}

export async function withPicture(ctx: SystemCtx, row: CountedAccountRow): Promise<Account> {
  const [account] = await withPictures(ctx, [row]);
  return account!;
}
