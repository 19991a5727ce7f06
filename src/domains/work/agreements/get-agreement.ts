import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { linkTo } from '../../platform/files/interface.ts';
import { AGREEMENT_STATUSES } from '../agreement-rules/agreement.ts';
import { type Agreement, type FoundAgreement, presentAgreement } from './agreement-record.ts';
import * as store from './store.ts';

/** An agreement with a link to its document. */
export async function presentLinked(ctx: Ctx, found: FoundAgreement): Promise<Agreement> {
  return presentAgreement(found, await linkTo(ctx, found.document));
}

export async function getAgreement(ctx: Ctx, id: string): Promise<Agreement> {
  return await presentLinked(ctx, await store.requireAgreement(ctx, id));
}

export async function listAgreements(
  ctx: Ctx,
  query: ListInput & { status?: ('active' | 'archived')[] | undefined },
): Promise<ListPage<Agreement>> {
  const list = listOf(ctx, `agreements ${actingAccount(ctx.actor).id}`);
  const rows = await store.listAgreements(ctx, {
    statuses: query.status ? [...new Set(query.status)] : AGREEMENT_STATUSES,
    limit: query.limit,
    range: idRange(list, 'agreement', query),
  });
  const page = toListPage(list, query, rows);
  return { ...page, items: await Promise.all(page.items.map((row) => presentLinked(ctx, row))) };
}
