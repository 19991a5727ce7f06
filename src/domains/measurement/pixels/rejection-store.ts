// What the edge refused, in the pixel's shard. A stranger chooses the origins, so that a pixel has few of them a day: the
// first ones by name, the rest together.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import type { RejectionsMessage } from '../../../env.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/time.ts';
import { MOST_ORIGINS, OTHER_ORIGINS } from '../../../pixel/rejections.ts';

const SEEN = `INSERT OR IGNORE INTO rejection_messages (id, added_at) VALUES (?1, ?2)`;

// Directly behind SEEN: `changes()` is 0 for a message that was added before.
const ADD = `INSERT INTO pixel_rejections (pixel_id, hour, origin, reason, count)
  WITH known AS (SELECT DISTINCT origin FROM pixel_rejections WHERE pixel_id = ?1 AND hour > ?2 - ${DAY_MS})
  SELECT ?1, ?2,
    CASE WHEN j.value ->> 0 IN (SELECT origin FROM known) OR (SELECT COUNT(*) FROM known) < ${MOST_ORIGINS}
      THEN j.value ->> 0 ELSE '${OTHER_ORIGINS}' END AS name,
    j.value ->> 1 AS why, SUM(j.value ->> 2)
  FROM json_each(?3) j WHERE changes() = 1 GROUP BY name, why
  ON CONFLICT (pixel_id, hour, origin, reason) DO UPDATE SET count = count + excluded.count`;

export async function saveRejections(
  ctx: SystemCtx,
  shard: number,
  messages: RejectionsMessage[],
): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  await db.batch(
    messages.flatMap(({ id, pixel, at, rows }) => [
      db.prepare(SEEN).bind(id, ctx.now),
      db
        .prepare(ADD)
        .bind(
          pixel,
          at - (at % HOUR_MS),
          JSON.stringify(rows.map(([origin, reason, count]) => [origin ?? '', reason, count])),
        ),
    ]),
  );
}

export interface RejectionRow {
  origin: string;
  reason: string;
  count: number;
}

/** What was refused since the beginning of an hour, the most frequent first. */
export async function listRejections(
  ctx: SystemCtx,
  shard: number,
  pixelId: string,
  since: number,
): Promise<RejectionRow[]> {
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(
      `SELECT origin, reason, SUM(count) AS count FROM pixel_rejections WHERE pixel_id = ?1 AND hour >= ?2
       GROUP BY origin, reason ORDER BY count DESC, origin, reason`,
    )
    .bind(pixelId, since)
    .all<RejectionRow>();
  return results;
}

/** Forgets what is older than anybody is shown. */
export async function deleteRejections(ctx: SystemCtx, shard: number, before: number): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  await db.batch([
    db.prepare('DELETE FROM pixel_rejections WHERE hour < ?1').bind(before),
    db.prepare('DELETE FROM rejection_messages WHERE added_at < ?1').bind(before),
    db
      .prepare(`DELETE FROM beacon_days WHERE day < strftime('%Y-%m-%d', ?1 / 1000, 'unixepoch')`)
      .bind(before),
  ]);
}
