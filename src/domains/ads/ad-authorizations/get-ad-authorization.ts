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
import {
  type AdAuthorization,
  AUTHORIZATION_STATUSES,
  type AuthorizationPlatform,
  presentAuthorization,
} from './ad-authorization.ts';
import { listAuthorizations, requireAuthorization } from './store.ts';
import type { State } from './transitions.ts';

export async function getAdAuthorization(ctx: Ctx, id: string): Promise<AdAuthorization> {
  const { row, shown } = await requireAuthorization(ctx, id);
  return presentAuthorization(ctx, row, shown);
}

interface Query extends ListInput {
  submission?: string | undefined;
  platform?: AuthorizationPlatform | undefined;
  status?: State[] | undefined;
}

/** The authorizations that the acting account requested, or that the acting creator was asked for. */
export async function listAdAuthorizations(ctx: Ctx, query: Query): Promise<ListPage<AdAuthorization>> {
  const list = listOf(ctx, `ad-authorizations ${actingId(ctx.actor)}`);
  const rows = await listAuthorizations(ctx, {
    submission: query.submission,
    kind: query.platform,
    statuses: query.status ? [...new Set(query.status)] : AUTHORIZATION_STATUSES,
    limit: query.limit,
    range: idRange(list, 'adAuthorization', query),
  });
  const page = toListPage(
    list,
    query,
    rows.map((one) => ({ id: one.row.id, one })),
  );
  return mapListPage(page, ({ one }) => presentAuthorization(ctx, one.row, one.shown));
}
