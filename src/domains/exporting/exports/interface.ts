// How exports reach the API's lists: src/run.ts has them.
import type { Ctx } from '../../../context.ts';
import type { ApiRoute } from '../../../http/define-route.ts';
import type { ListPage } from '../../../resource/list-page.ts';

export interface ApiLists {
  /** A route of the API by its name, such as `GET /v1/payments`. Throws for any other. */
  named: (name: string) => Promise<ApiRoute>;
  /** A page of a list, as `ctx.actor` may read it. Throws the API's errors. */
  read: (ctx: Ctx, name: string, query: Record<string, string>) => Promise<ListPage<unknown>>;
}
