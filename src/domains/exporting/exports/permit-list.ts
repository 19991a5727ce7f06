import type { Ctx } from '../../../context.ts';
import type { ApiRoute } from '../../../http/define-route.ts';
import { permit } from '../../../http/permit.ts';
import type { ExportedList } from './lists.ts';
import { TABLES } from './tables.ts';

/** The API's route of a list that the caller may read. Throws permission_denied for any other. */
export async function permitList(ctx: Ctx, list: ExportedList): Promise<ApiRoute> {
  const lists = await ctx.reactions.apiLists();
  const route = await lists.named(TABLES[list].route);
  if (route.access.kind !== 'key') throw new Error(`${route.operationId} is no list of accounts.`);
  permit(ctx.actor, route.access);
  return route;
}
