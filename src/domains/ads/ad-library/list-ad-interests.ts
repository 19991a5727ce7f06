import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import type { AdInterest, InterestQuery } from './ad-target.ts';
import { lookUp } from './look-up.ts';

/** The platform's interests that match a text. */
export async function listAdInterests(
  ctx: Ctx,
  query: z.output<typeof InterestQuery>,
): Promise<ListPage<AdInterest>> {
  const page = await lookUp(ctx, query, {
    list: `ad-interests ${JSON.stringify(query.q)}`,
    offered: ({ interests }) => interests,
    ask: (platform, session, next) => platform.interests(session, query.q, next),
  });
  return page as ListPage<AdInterest>;
}
