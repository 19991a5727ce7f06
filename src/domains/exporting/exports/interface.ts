// How exports reach the API's lists: src/run.ts has them.
import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import type { ListPage } from '../../../resource/list-page.ts';

/** By the names of their routes, such as `GET /v1/payments`. */
export interface ApiLists {
  /** What a list's query may be. Throws permission_denied where `ctx.actor` may not read the list. */
  queryOf: (ctx: Ctx, name: string) => Promise<z.ZodType>;
  /** A page of a list, as `ctx.actor` may read it. Throws the API's errors. */
  read: (ctx: Ctx, name: string, query: Record<string, string>) => Promise<ListPage<unknown>>;
}
