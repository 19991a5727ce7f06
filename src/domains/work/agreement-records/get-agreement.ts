import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, type Page, toPage } from '../../../resource/page.ts';
import { AGREEMENT_STATUSES } from '../agreements/agreement.ts';
import { documentLinks } from '../agreements/interface.ts';
import { type Agreement, type FoundAgreement, presentAgreement } from './agreement-record.ts';
import * as store from './store.ts';

/** An agreement with a link to its document. */
export async function presentLinked(ctx: Ctx, found: FoundAgreement): Promise<Agreement> {
  const links = await documentLinks(ctx, [found.latest]);
  return presentAgreement(found, links.get(found.latest.file) ?? null);
}

export async function getAgreement(ctx: Ctx, id: string): Promise<Agreement> {
  return await presentLinked(ctx, await store.requireAgreement(ctx, id));
}

export async function listAgreements(
  ctx: Ctx,
  query: ListInput & { status?: ('active' | 'archived')[] | undefined },
): Promise<Page<Agreement>> {
  const list = `agreements ${actingAccount(ctx.actor).id}`;
  const rows = await store.listAgreements(ctx, {
    statuses: query.status ? [...new Set(query.status)] : AGREEMENT_STATUSES,
    limit: query.limit,
    range: idRange(list, 'agreement', query),
  });
  const page = toPage(list, query, rows);
  const links = await documentLinks(
    ctx,
    page.items.map((row) => row.latest),
  );
  return {
    ...page,
    items: page.items.map((row) => presentAgreement(row, links.get(row.latest.file) ?? null)),
  };
}
