import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { type AccountKey, presentKey } from './account-key.ts';
import { listAccountKeys, requireAccountKey } from './store.ts';

export async function getKey(ctx: Ctx, id: string): Promise<AccountKey> {
  return presentKey(await requireAccountKey(ctx, id), ctx.now);
}

/** The account's keys, newest first: either the active or the revoked ones. */
export async function listKeys(
  ctx: Ctx,
  query: ListInput & { status: 'active' | 'revoked' },
): Promise<ListPage<AccountKey>> {
  const list = listOf(ctx, `keys ${actingAccount(ctx.actor).id}`);
  const found = await listAccountKeys(
    ctx,
    query.limit,
    idRange(list, 'key', query),
    query.status === 'revoked',
  );
  const page = toListPage(
    list,
    query,
    found.map((one) => ({ id: one.row.id, one })),
  );
  return mapListPage(page, ({ one }) => presentKey(one, ctx.now));
}
