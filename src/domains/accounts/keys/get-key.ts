import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, listOf, mapPage, type Page, toPage } from '../../../resource/page.ts';
import { type AccountKey, presentKey } from './account-key.ts';
import { listAccountKeys, requireAccountKey } from './store.ts';

export async function getKey(ctx: Ctx, id: string): Promise<AccountKey> {
  return presentKey(await requireAccountKey(ctx, id), ctx.now);
}

/** The account's keys, newest first: either the active or the revoked ones. */
export async function listKeys(
  ctx: Ctx,
  query: ListInput & { status: 'active' | 'revoked' },
): Promise<Page<AccountKey>> {
  const list = listOf(ctx, `keys ${actingAccount(ctx.actor).id}`);
  const found = await listAccountKeys(
    ctx,
    query.limit,
    idRange(list, 'key', query),
    query.status === 'revoked',
  );
  const page = toPage(
    list,
    query,
    found.map((one) => ({ id: one.row.id, one })),
  );
  return mapPage(page, ({ one }) => presentKey(one, ctx.now));
}
