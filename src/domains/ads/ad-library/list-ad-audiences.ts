import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import type { AdAudience, AudienceQuery } from './ad-target.ts';
import { lookUp } from './look-up.ts';

/** The audiences of the connection's ad account. */
export async function listAdAudiences(
  ctx: Ctx,
  query: z.output<typeof AudienceQuery>,
): Promise<ListPage<AdAudience>> {
  const page = await lookUp(ctx, query, {
    list: 'ad-audiences',
    offered: ({ audiences }) => audiences,
    ask: (platform, session, next) => platform.audiences(session, next),
  });
  return page as ListPage<AdAudience>;
}
