import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { type CreatorCode, presentCode } from './creator-code.ts';
import { listCodes, requireCode } from './store.ts';
import { STATUSES, type Status } from './transitions.ts';

/** A code of the acting account or creator. Throws not_found. */
export async function getCreatorCode(ctx: Ctx, id: string): Promise<CreatorCode> {
  return presentCode(await requireCode(ctx, id), ctx.actor.account !== null);
}

export interface CodeQuery extends ListInput {
  program?: string | undefined;
  creator?: string | undefined;
  status?: Status[] | undefined;
}

const SHOWN = STATUSES.filter((status) => status !== 'archived');

/** The codes that the acting account gave, or that the acting creator has. Archived ones only when asked for. */
export async function listCreatorCodes(ctx: Ctx, query: CodeQuery): Promise<ListPage<CreatorCode>> {
  const list = listOf(ctx, `creator codes ${actingId(ctx.actor)}`);
  const rows = await listCodes(ctx, {
    program: query.program,
    creator: query.creator,
    statuses: [...new Set(query.status ?? SHOWN)],
    limit: query.limit,
    range: idRange(list, 'creatorCode', query),
  });
  return mapListPage(toListPage(list, query, rows), (row) => presentCode(row, ctx.actor.account !== null));
}
