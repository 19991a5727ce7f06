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
import { type Embed, presentEmbed } from './embed.ts';
import * as store from './store.ts';

/** A session of the acting account, without its secret. Throws not_found. */
export async function getEmbed(ctx: Ctx, id: string): Promise<Embed> {
  return presentEmbed(await store.requireEmbed(ctx, id), ctx.now);
}

export interface EmbedQuery extends ListInput {
  creator?: string | undefined;
  status?: 'created' | 'open' | undefined;
}

export async function listEmbeds(ctx: Ctx, query: EmbedQuery): Promise<ListPage<Embed>> {
  const list = listOf(ctx, `embeds ${actingId(ctx.actor)}`);
  const found = await store.listEmbeds(ctx, query, query.limit, idRange(list, 'embed', query));
  const page = toListPage(
    list,
    query,
    found.map((one) => ({ ...one, id: one.row.id })),
  );
  return mapListPage(page, (one) => presentEmbed(one, ctx.now));
}
