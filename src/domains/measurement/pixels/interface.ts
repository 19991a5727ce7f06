// The interface of pixels for other domains, with statements for a batch of their shard.
import type { RowsWrite } from '../../../db/json-rows.ts';
import { newId } from '../../../kit/ids.ts';
import { day } from '../../../kit/time.ts';

export { addPixel } from './create-pixel.ts';
export {
  countNetworks,
  findNetworks,
  type NetworkCount,
  NetworkCounter,
  type NetworkDay,
  type NetworkRow,
  nameOfNetwork,
  networkLimit,
} from './network-limit.ts';
export { deleteRejections, refuseNetworks } from './rejection-store.ts';
export { findPixel, findPixelForHost, hasVerifiedPixel, requireOwnPixel, saveWithoutShop } from './store.ts';

/** A pixel's counters for each day. */
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

/** The additions to a pixel's counters for one day (UTC). */
export interface DayCounts {
  pixelId: string;
  day: string;
  counts: DailyCounts;
  /** In milliseconds. */
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

/** Adds to pixels' daily counters. */
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

/** The number of an account's browser events on a day (UTC). */
export interface BeaconDay {
  accountId: string;
  /** One of the pixels that received them. */
  pixelId: string;
  day: string;
  events: number;
}

const COUNT_BEACONS = `INSERT INTO beacon_days (account_id, day, events)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1) WHERE true
  ON CONFLICT (account_id, day) DO UPDATE SET events = events + excluded.events`;

/** Adds to accounts' daily numbers of browser events. */
export function countBeacons(days: BeaconDay[]): RowsWrite {
  return { sql: COUNT_BEACONS, rows: days.map((one) => [one.accountId, one.day, one.events]) };
}

// Runs after COUNT_BEACONS in the same batch, so exactly one batch of a day crosses the limit.
const LIMIT_ACCOUNTS = `INSERT INTO outbox (id, type, account_id, creator_id, data, occurred_at)
  SELECT j.value ->> 0, 'pixel.limited', j.value ->> 1, NULL, json_object('pixel', j.value ->> 2), ?2
  FROM json_each(?1) j JOIN beacon_days d ON d.account_id = j.value ->> 1 AND d.day = j.value ->> 3
  WHERE d.events >= ?3 AND d.events - (j.value ->> 4) < ?3`;

/**
 * A statement that adds `pixel.limited` to the outbox for accounts that reach the limit with these events of today;
 * null if there are none of today.
 */
export function limitAccounts(
  db: D1Database,
  days: BeaconDay[],
  limit: number,
  now: number,
): D1PreparedStatement | null {
  const rows = days
    .filter((one) => one.day === day(now))
    .map((one) => [newId('event', now), one.accountId, one.pixelId, one.day, one.events]);
  return rows.length === 0 ? null : db.prepare(LIMIT_ACCOUNTS).bind(JSON.stringify(rows), now, limit);
}
