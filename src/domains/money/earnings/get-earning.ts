import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { idRange, type ListPage, listOf, mapListPage, toListPage } from '../../../resource/list-page.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { type Earning, type EarningListQuery, type EarningQuery, presentEarning } from './earning.ts';
import { explainEarning } from './explain-earning.ts';

/** The earnings of the acting creator or account, newest first. */
export async function listEarnings(
  ctx: Ctx,
  query: z.output<typeof EarningListQuery>,
): Promise<ListPage<Earning>> {
  const holder = actingId(ctx.actor);
  const list = listOf(ctx, `earnings ${holder}`);
  const rows = await ledgerOf(ctx.env, holder).earnings({
    statuses: query.status ?? null,
    sources: query.source ?? null,
    range: idRange(list, 'earning', query),
    limit: query.limit + 1,
  });
  return mapListPage(toListPage(list, query, rows), presentEarning);
}

/**
 * One earning. Throws not_found also for another holder's earning, and for one whose payment was never
 * charged.
 */
export async function getEarning(
  ctx: Ctx,
  id: string,
  { expand, cursor }: z.output<typeof EarningQuery>,
): Promise<Earning> {
  if (cursor !== undefined && !expand)
    throw new AppError('invalid_request', 'cursor goes with expand=explanation.');
  const earning = await ledgerOf(ctx.env, actingId(ctx.actor)).earning(id);
  if (!earning) throw notFound('earning');
  const shown = presentEarning(earning);
  if (!expand) return shown;
  const { steps, nextCursor } = await explainEarning(ctx, earning, cursor);
  return { ...shown, explanation: steps, explanationCursor: nextCursor };
}
