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
import { type Connection, UNUSED } from './connection.ts';
import { listOwnConnections, requireOwnConnection } from './connection-store.ts';
import { usesOf } from './connection-use.ts';
import { presentConnection } from './present-connection.ts';

export async function getConnection(ctx: Ctx, id: string): Promise<Connection> {
  const [row, uses] = await Promise.all([requireOwnConnection(ctx, id), usesOf(ctx)]);
  return presentConnection(row, uses.get(id) ?? UNUSED, ctx.now);
}

export async function listConnections(ctx: Ctx, query: ListInput): Promise<ListPage<Connection>> {
  const list = listOf(ctx, `connections ${actingId(ctx.actor)}`);
  const [rows, uses] = await Promise.all([
    listOwnConnections(ctx, query.limit, idRange(list, 'connection', query)),
    usesOf(ctx),
  ]);
  return mapListPage(toListPage(list, query, rows), (row) =>
    presentConnection(row, uses.get(row.id) ?? UNUSED, ctx.now),
  );
}
