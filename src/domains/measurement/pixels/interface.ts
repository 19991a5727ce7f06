// What other domains ask of pixels. Statements for a batch of a shard that is theirs.
import type { RowsWrite } from '../../../db/shard/json-rows.ts';

export { requireOwnPixel } from './store.ts';

/** The counters that a pixel has for each day. */
export interface DailyCounts {
  events: number;
  consented: number;
  fromServer: number;
  withUserData: number;
  withClickIds: number;
  credited: number;
  located: number;
  bots: number;
}

/** What a pixel's day (UTC) gains. */
export interface DayCounts {
  pixelId: string;
  day: string;
  counts: DailyCounts;
  /** Milliseconds. */
  lastSeenAt: number;
}

const COUNT_DAYS = `INSERT INTO pixel_daily
    (pixel_id, day, events, consented, from_server, with_user_data, with_click_ids, credited, located, bots,
      last_seen_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9, value ->> 10 FROM json_each(?1) WHERE true
  ON CONFLICT (pixel_id, day) DO UPDATE SET events = events + excluded.events,
    consented = consented + excluded.consented, from_server = from_server + excluded.from_server,
    with_user_data = with_user_data + excluded.with_user_data,
    with_click_ids = with_click_ids + excluded.with_click_ids, credited = credited + excluded.credited,
    located = located + excluded.located, bots = bots + excluded.bots,
    last_seen_at = MAX(last_seen_at, excluded.last_seen_at)`;

/** Adds to the daily counters of pixels. */
export function countDays(days: DayCounts[]): RowsWrite {
  const rows = days.map(({ pixelId, day, counts: c, lastSeenAt }) => [
    pixelId,
    day,
    c.events,
    c.consented,
    c.fromServer,
    c.withUserData,
    c.withClickIds,
    c.credited,
    c.located,
    c.bots,
    lastSeenAt,
  ]);
  return { sql: COUNT_DAYS, rows };
}
