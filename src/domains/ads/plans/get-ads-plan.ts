import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { findPlan, listPlans, type PlanFilter } from '../plan-record/interface.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import { type AdsPlan, type AdsPlanSummary, presentPlan, presentSummary } from './ads-plan.ts';

/** A plan of the acting account. Throws not_found. */
export async function requireOwnPlan(ctx: Ctx, id: string): Promise<WholePlan> {
  const plan = await findPlan(ctx, actingAccount(ctx.actor).id, id);
  if (!plan) throw notFound('plan');
  return plan;
}

export async function getAdsPlan(ctx: Ctx, id: string): Promise<AdsPlan> {
  return presentPlan(await requireOwnPlan(ctx, id), ctx.now);
}

/** The acting account's, newest first, whoever made them. */
export async function listAdsPlans(
  ctx: Ctx,
  query: ListInput & PlanFilter,
): Promise<ListPage<AdsPlanSummary>> {
  const accountId = actingAccount(ctx.actor).id;
  const list = listOf(ctx, `ads-plans ${accountId}`);
  const rows = await listPlans(ctx, accountId, query, query.limit + 1, idRange(list, 'adsPlan', query));
  return mapListPage(toListPage(list, query, rows), (row) => presentSummary(row, ctx.now));
}
