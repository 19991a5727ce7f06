import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListPage, listOf, mapListPage, toListPage } from '../../../resource/list-page.ts';
import { listOwnWithdrawals, requireWithdrawal } from './store.ts';
import {
  presentWithdrawal,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  type WithdrawalListQuery,
} from './withdrawal.ts';

export async function getWithdrawal(ctx: Ctx, id: string): Promise<Withdrawal> {
  return presentWithdrawal(await requireWithdrawal(ctx, id));
}

export async function listWithdrawals(
  ctx: Ctx,
  query: z.output<typeof WithdrawalListQuery>,
): Promise<ListPage<Withdrawal>> {
  const list = listOf(ctx, `withdrawals ${actingId(ctx.actor)}`);
  const rows = await listOwnWithdrawals(ctx, {
    statuses: query.status ? [...new Set(query.status)] : WITHDRAWAL_STATUSES,
    limit: query.limit,
    range: idRange(list, 'withdrawal', query),
  });
  return mapListPage(toListPage(list, query, rows), presentWithdrawal);
}
