import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../context.ts';
import { mainDb } from '../../db/client.ts';
import type { CityRow } from './city.ts';

const FOUND = sql.raw(`c.rank, c.geonames_id AS geonamesId, c.name, c.folded, c.country_code AS countryCode,
  c.region_code AS regionCode, c.region_name AS regionName, c.latitude, c.longitude, c.time_zone AS timeZone`);

/**
 * Cities whose folded name begins with `prefix`, largest first, behind `after`. The inner SELECT finds the one list
 * that answers (a few index look-ups); the outer one reads it in its order and stops at the limit. CROSS JOIN keeps
 * SQLite from turning the two around.
 */
export async function citiesByPrefix(
  ctx: SystemCtx,
  search: { keys: string[]; prefix: string; after: number; limit: number },
): Promise<CityRow[]> {
  return await mainDb(ctx.env).all<CityRow>(sql`SELECT ${FOUND}
    FROM city_prefixes p CROSS JOIN cities c ON c.rank = p.rank
    WHERE p.key = (SELECT k.key FROM json_each(${JSON.stringify(search.keys)}) j
        CROSS JOIN city_prefixes k ON k.key = j.value LIMIT 1)
      AND p.rank > ${search.after}
      AND c.folded >= ${search.prefix} AND c.folded < ${`${search.prefix}\u{10FFFF}`}
    ORDER BY p.rank LIMIT ${search.limit}`);
}
