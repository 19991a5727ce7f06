import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import type { ExportedList } from './lists.ts';
import { TABLES } from './tables.ts';

/** What a list's query may be. Throws permission_denied where the caller may not read the list. */
export async function queryOfList(ctx: Ctx, list: ExportedList): Promise<z.ZodType> {
  const lists = await ctx.reactions.apiLists();
  return await lists.queryOf(ctx, TABLES[list].route);
}
