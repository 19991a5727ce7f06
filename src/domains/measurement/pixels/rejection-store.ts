// Stores in the pixel's shard what the edge refused, and what the consumer refused of networks over their limit.
// Strangers choose the origins, so a pixel stores only the first few of a day by name and the rest together.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import type { RejectionsMessage } from '../../../env.ts';
import { DAY_MS, day, HOUR_MS } from '../../../kit/time.ts';
import type { IncomingEvent } from '../../../pixel/event-body.ts';
import { MOST_ORIGINS, OTHER_ORIGINS } from '../../../pixel/rejections.ts';
import { refusalsShownBy } from './network-limit.ts';

const SEEN = `INSERT OR IGNORE INTO rejection_messages (id, added_at) SELECT value, ?2 FROM json_each(?1)`;

// Runs directly after SEEN, so `changes()` is the number of messages that were not added before.
const ADD = `INSERT INTO pixel_rejections (pixel_id, hour, origin, reason, count)
  WITH known AS (SELECT DISTINCT origin FROM pixel_rejections WHERE pixel_id = ?1 AND hour > ?2 - ${DAY_MS})
  SELECT ?1, ?2,
    CASE WHEN j.value ->> 0 IN (SELECT origin FROM known) OR (SELECT COUNT(*) FROM known) < ${MOST_ORIGINS}
      THEN j.value ->> 0 ELSE '${OTHER_ORIGINS}' END AS name,
    j.value ->> 1 AS why, SUM(j.value ->> 2) * changes()
  FROM json_each(?3) j WHERE changes() > 0 GROUP BY name, why
  ON CONFLICT (pixel_id, hour, origin, reason) DO UPDATE SET count = count + excluded.count`;

export async function saveRejections(
  ctx: SystemCtx,
  shard: number,
  messages: RejectionsMessage[],
): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  await db.batch(
    messages.flatMap(({ id, pixel, at, rows }) => addOnce(db, [id], { pixel, at, rows }, ctx.now)),
  );
}

/** Statements that add `rows` for each ID that was not added before. */
function addOnce(
  db: D1Database,
  ids: string[],
  { pixel, at, rows }: Pick<RejectionsMessage, 'pixel' | 'at' | 'rows'>,
  now: number,
): D1PreparedStatement[] {
  const named = rows.map(([origin, reason, count]) => [origin ?? '', reason, count]);
  return [
    db.prepare(SEEN).bind(JSON.stringify(ids), now),
    db.prepare(ADD).bind(pixel, at - (at % HOUR_MS), JSON.stringify(named)),
  ];
}

/** Refused events of a pixel, an hour and an origin. Each represents `count` events. */
interface Refused {
  pixel: string;
  at: number;
  origin: string | null;
  count: number;
  ids: string[];
}

/** The origin of a page; null when its URL is invalid. */
function originOf(pageUrl: string | undefined): string | null {
  return pageUrl !== undefined && URL.canParse(pageUrl) ? new URL(pageUrl).origin.slice(0, 255) : null;
}

/**
 * Statements that show a pixel's owner the refused events of networks over their limit: see refusalsShownBy. The same
 * events again add nothing.
 */
export function refuseNetworks(
  db: D1Database,
  events: readonly IncomingEvent[],
  limit: number,
  now: number,
): D1PreparedStatement[] {
  const groups = new Map<string, Refused>();
  for (const { id, pixelId, receivedAt, body } of events) {
    const count = refusalsShownBy(id, limit);
    if (count === 0) continue;
    const at = receivedAt - (receivedAt % HOUR_MS);
    const origin = originOf(body.pageUrl);
    const name = `${pixelId} ${at} ${origin}`;
    const group = groups.get(name) ?? { pixel: pixelId, at, origin, count, ids: [] };
    group.ids.push(id);
    groups.set(name, group);
  }
  return [...groups.values()].flatMap(({ pixel, at, origin, count, ids }) =>
    addOnce(db, ids, { pixel, at, rows: [[origin, 'network_limit', count]] }, now),
  );
}

export interface RejectionRow {
  origin: string;
  reason: string;
  count: number;
}

/** The refused events since the beginning of an hour, the most frequent first. */
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

/** Deletes what is too old to be shown. */
export async function deleteRejections(ctx: SystemCtx, shard: number, before: number): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  await db.batch([
    db.prepare('DELETE FROM pixel_rejections WHERE hour < ?1').bind(before),
    db.prepare('DELETE FROM rejection_messages WHERE added_at < ?1').bind(before),
    db.prepare('DELETE FROM beacon_days WHERE day < ?1').bind(day(before)),
    db.prepare('DELETE FROM network_days WHERE day < ?1').bind(day(before)),
  ]);
}
