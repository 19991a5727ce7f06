// Limits how many of a brand's browser events come from one network, so that one visitor cannot use up the daily limit
// of all others. The edge derives a network's name, which is valid for one day and account: see
// src/pixel/name-network.ts.
import { sha256Number } from '../../../kit/crypto.ts';

/** A network on a day (UTC). */
export interface NetworkDay {
  accountId: string;
  day: string;
  network: string;
}

/** The addition to a network's count. */
export interface NetworkCount extends NetworkDay {
  events: number;
  /** The count to start with if the network has no row yet; 0 to create none. */
  opening: number;
}

export function nameOfNetwork({ accountId, day, network }: NetworkDay): string {
  return `${accountId} ${day} ${network}`;
}

const LEAST = 1_000;

/** How many events a network may have: a tenth of the account's daily limit. */
export function networkLimit(beaconsADay: number): number {
  return Math.max(LEAST, Math.floor(beaconsADay / 10));
}

/**
 * Most networks send a few events a day and get no row. One in this many events creates the row and counts for all of
 * them: with the usual limit of 100,000, a network gets its row after about 1,000 events.
 */
function eventsARow(limit: number): number {
  return Math.floor(limit / 100);
}

/**
 * The number of refused events that this one represents in the owner's view; 0 if it is not shown. Every shown event
 * has to be remembered, so that a second delivery adds nothing, and a persistent sender must not fill the database with
 * them.
 */
export function refusalsShownBy(eventId: string, limit: number): number {
  const each = Math.max(1, Math.floor(limit / 1_000));
  return sha256Number(eventId) % each === 0 ? each : 0;
}

/** Counts a batch's events by network. */
export class NetworkCounter {
  readonly #limit: number;
  readonly #before: (name: string) => number | undefined;
  readonly #counts = new Map<string, NetworkCount>();

  /**
   * @param before the number of events that a network had before this batch; undefined if its row does not exist or was
   * not read.
   */
  constructor(limit: number, before: (name: string) => number | undefined) {
    this.#limit = limit;
    this.#before = before;
  }

  /** Counts an event. Returns false when its network has reached the limit. */
  take(network: NetworkDay, eventId: string): boolean {
    const name = nameOfNetwork(network);
    const count = this.#counts.get(name) ?? { ...network, events: 0, opening: 0 };
    if ((this.#before(name) ?? 0) + count.events >= this.#limit) return false;
    count.events++;
    const every = eventsARow(this.#limit);
    if (count.opening > 0) count.opening++;
    else if (sha256Number(eventId) % every === 0) count.opening = every;
    this.#counts.set(name, count);
    return true;
  }

  get counts(): NetworkCount[] {
    return [...this.#counts.values()];
  }
}

const COUNT = `UPDATE network_days SET events = CASE WHEN events + (j.value ->> 3) <= ?2 THEN events + (j.value ->> 3)
    ELSE json('stale') END
  FROM json_each(?1) j WHERE network_days.account_id = j.value ->> 0 AND network_days.day = j.value ->> 1
    AND network_days.network = j.value ->> 2`;

// Runs after COUNT, which has already counted networks that have a row.
const OPEN = `INSERT OR IGNORE INTO network_days (account_id, day, network, events)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)`;

/** Statements that add to networks' counts. They make the batch fail when a count would exceed the limit. */
export function countNetworks(
  db: D1Database,
  counts: readonly NetworkCount[],
  limit: number,
): D1PreparedStatement[] {
  const rows = (of: readonly NetworkCount[], number: 'events' | 'opening') =>
    JSON.stringify(of.map((one) => [one.accountId, one.day, one.network, one[number]]));
  const opened = counts.filter(({ opening }) => opening > 0);
  return [
    ...(counts.length > 0 ? [db.prepare(COUNT).bind(rows(counts, 'events'), limit)] : []),
    ...(opened.length > 0 ? [db.prepare(OPEN).bind(rows(opened, 'opening'))] : []),
  ];
}

/** A row of `findNetworks`. */
export interface NetworkRow {
  account_id: string;
  day: string;
  network: string;
  events: number;
}

/** Reads the counts of those networks that have a row. */
export function findNetworks(db: D1Database, networks: readonly NetworkDay[]): D1PreparedStatement {
  const rows = networks.map((one) => [one.accountId, one.day, one.network]);
  return db
    .prepare(
      `SELECT n.* FROM json_each(?1) j CROSS JOIN network_days n ON n.account_id = j.value ->> 0
         AND n.day = j.value ->> 1 AND n.network = j.value ->> 2`,
    )
    .bind(JSON.stringify(rows));
}
