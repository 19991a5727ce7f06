import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { AdViewsAsked } from '../../content/posts/interface.ts';

/** How often ads with a work were played as of the platforms' reports, by the work's ID. Works without any are left out. */
export async function findAdViews(
  ctx: SystemCtx,
  asked: readonly AdViewsAsked[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await mainDb(ctx.env).all<{ id: string; views: number }>(sql`
    SELECT d.submission_id AS id, sum(d.plays) AS views
    FROM json_each(${JSON.stringify(asked.map(({ submissionId, until }) => [submissionId, until]))}) j
    JOIN ad_days d ON d.submission_id = j.value ->> 0 AND d.day <= j.value ->> 1
    GROUP BY 1 HAVING sum(d.plays) > 0`);
  return new Map(rows.map(({ id, views }) => [id, views]));
}
