import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { RunningObject } from '../../../integrations/ads/steps.ts';
import { newId } from '../../../kit/ids.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { adStatusOf, reviewOf } from '../campaign-record/status.ts';
import { saveExternalObjects } from '../resources/interface.ts';

/**
 * Stores ad sets and ads that the service did not create, as the platform reports them now. Those missing from its
 * lists were deleted there. The service's own ones are not touched.
 * @param campaigns the platform's IDs of the campaigns that were read.
 */
export async function saveExternal(
  ctx: SystemCtx,
  { id: connection, holder, provider, currency }: ConnectionRow,
  campaigns: readonly string[],
  objects: readonly RunningObject[],
): Promise<void> {
  const sets = objects
    .filter(({ kind }) => kind === 'ad_set')
    .map((one) => ({
      id: newId('adSet', ctx.now),
      platformId: one.id,
      name: one.name,
      status: adStatusOf(one),
      budget: one.budget,
    }));
  const ads = objects
    .filter(({ kind }) => kind === 'ad')
    .map((one) => ({
      id: newId('ad', ctx.now),
      platformId: one.id,
      name: one.name,
      status: adStatusOf(one),
      adSet: one.parent,
      review: reviewOf(one, null, provider),
    }));
  const { now } = ctx;
  await inOneBatch(ctx, (own) => {
    const { write } = own;
    for (const [json] of jsonRows(sets))
      write.addSql(sql`INSERT INTO ad_sets (id, account_id, platform, connection_id, platform_id, position, name, status,
        budget, currency, source, version, created_at, updated_at)
      SELECT j.value ->> 'id', ${holder}, ${provider}, ${connection}, j.value ->> 'platformId', 0,
        j.value ->> 'name', j.value ->> 'status', j.value -> 'budget', ${currency ?? 'usd'}, 'external', 1,
        ${now}, ${now}
      FROM json_each(${json}) j WHERE true
      ON CONFLICT (connection_id, platform_id) DO UPDATE SET name = excluded.name, status = excluded.status,
        budget = excluded.budget, version = ad_sets.version + 1, updated_at = ${now}
      WHERE ad_sets.source = 'external' AND (ad_sets.name <> excluded.name OR ad_sets.status <> excluded.status
        OR ad_sets.budget IS NOT excluded.budget)`);
    for (const [json] of jsonRows(ads))
      write.addSql(sql`INSERT INTO ads (id, account_id, ad_set_id, platform, connection_id, platform_id, position, name,
        status, review, source, version, created_at, updated_at)
      SELECT j.value ->> 'id', ${holder}, s.id, ${provider}, ${connection}, j.value ->> 'platformId', 0,
        j.value ->> 'name', j.value ->> 'status', j.value -> 'review', 'external', 1, ${now}, ${now}
      FROM json_each(${json}) j
      JOIN ad_sets s ON s.connection_id = ${connection} AND s.platform_id = j.value ->> 'adSet' WHERE true
      ON CONFLICT (connection_id, platform_id) DO UPDATE SET name = excluded.name, status = excluded.status,
        review = excluded.review, version = ads.version + 1, updated_at = ${now}
      WHERE ads.source = 'external' AND (ads.name <> excluded.name OR ads.status <> excluded.status
        OR ads.review IS NOT excluded.review)`);
    const read = JSON.stringify(campaigns);
    const listed = JSON.stringify(objects.map(({ id }) => id));
    for (const [table, part] of [
      [sql`ad_sets`, sql`ad_set`],
      [sql`ads`, sql`ad`],
    ] as const)
      write.addSql(sql`UPDATE ${table} SET status = 'deleted', version = version + 1, updated_at = ${now}
        WHERE connection_id = ${connection} AND source = 'external' AND status NOT IN ('archived', 'deleted')
          AND platform_id IN (SELECT d.${part} FROM json_each(${read}) j
            JOIN ad_days d ON d.connection_id = ${connection} AND d.campaign = j.value)
          AND platform_id NOT IN (SELECT value FROM json_each(${listed}))`);
    saveExternalObjects(own, connection);
  });
}
