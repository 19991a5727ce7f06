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
import { type AdTemplate, type AdTemplateRow, presentTemplate } from './ad-template.ts';
import { listOwnTemplates, requireOwnTemplate } from './store.ts';

export async function getAdTemplate(ctx: Ctx, id: string): Promise<AdTemplate> {
  return presentTemplate(await requireOwnTemplate(ctx, id));
}

/** Archived templates are listed only on request. */
export async function listAdTemplates(
  ctx: Ctx,
  query: ListInput & { status?: AdTemplateRow['status'][] | undefined },
): Promise<ListPage<AdTemplate>> {
  const list = listOf(ctx, `ad-templates ${actingAccount(ctx.actor).id}`);
  const statuses = query.status ? [...new Set(query.status)] : (['active'] as const);
  const rows = await listOwnTemplates(ctx, statuses, query.limit, idRange(list, 'adTemplate', query));
  return mapListPage(toListPage(list, query, rows), presentTemplate);
}
