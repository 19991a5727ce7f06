import type { Ctx } from '../../../context.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { sumSalesOfCode } from '../../measurement/conversions/interface.ts';
import { requireCode } from './store.ts';

/** The sales that wait for the answer to a flag. */
export interface CodeSales {
  sales: number;
  /** What they are worth, less what came back. */
  values: { currency: string; amount: number }[];
}

/** What the answer to a code's flag is about; nothing while it has no open flag. Throws not_found. */
export async function getCodeSales(ctx: Ctx, id: string): Promise<CodeSales> {
  const { accountId, key, status, flaggedAt } = await requireCode(ctx, id);
  const shard = await eventsShardOf(ctx, accountId);
  if (status !== 'flagged' || flaggedAt === null || shard === null) return { sales: 0, values: [] };
  const sums = await sumSalesOfCode(ctx, shard, { accountId, code: key, since: flaggedAt });
  return {
    sales: sums.reduce((all, { sales }) => all + sales, 0),
    values: sums.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }])),
  };
}
