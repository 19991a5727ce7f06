import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListPage, listOf, mapListPage, toListPage } from '../../../resource/list-page.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { type LedgerLine, type LedgerLineQuery, presentLine } from './ledger-line.ts';

/** The statement of the acting creator or account, newest first, in one call to the ledger. */
export async function listTransactions(
  ctx: Ctx,
  query: z.output<typeof LedgerLineQuery>,
): Promise<ListPage<LedgerLine>> {
  const holder = actingId(ctx.actor);
  const list = listOf(ctx, `transactions ${holder}`);
  const rows = await ledgerOf(ctx.env, holder).lines({
    types: query.type ?? null,
    program: query.program ?? null,
    range: idRange(list, 'ledgerLine', query),
    limit: query.limit + 1,
  });
  return mapListPage(toListPage(list, query, rows), presentLine);
}
