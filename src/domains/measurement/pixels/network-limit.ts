// How many of a brand's browser events come from one network, so that no visitor uses up the day of all others. What a
// network is called is made at the edge and good for one day and account: see src/pixel/name-network.ts.
import { sha256Number } from '../../../kit/crypto.ts';

/** A network on a day (UTC). */
export interface NetworkDay {
  accountId: string;
  day: string;
  network: string;
}

/** What its count gains. */
export interface NetworkCount extends NetworkDay {
  events: number;
  /** With how many it begins if it has no row yet; 0 where none is to be opened. */
  opening: number;
}

export function nameOfNetwork({ accountId, day, network }: NetworkDay): string {
  return `${accountId} ${day} ${network}`;
}

const LEAST = 1_000;

/** How many events a network may have of an account's day: a tenth. */
export function networkLimit(beaconsADay: number): number {
  return Math.max(LEAST, Math.floor(beaconsADay / 10));
}

/**
 * Most networks have a few events a day, and no row. One event in so many opens it and counts for as many: with the usual
 * limit of 100,000 a network gets its row after 1,000 events, give or take as many.
 */
function eventsARow(limit: number): number {
  return Math.floor(limit / 100);
}

/**
 * For how many refused events one stands that is shown, or 0 for one that is not. Each that is shown has to be remembered, so that
 * a second delivery adds nothing; a stranger who goes on for days must not fill the database with that.
 */
export function refusalsShownBy(eventId: string, limit: number): number {
  const each = Math.max(1, Math.floor(limit / 1_000));
  return sha256Number(eventId) % each === 0 ? each : 0;
}

/** Adds up what the events of a batch are to their networks. */
export class NetworkCounter {
  readonly #limit: number;
  readonly #before: (name: string) => number | undefined;
  readonly #counts = new Map<string, NetworkCount>();

  /** @param before how many events a network had, as far as it has a row and it was asked for. */
  constructor(limit: number, before: (name: string) => number | undefined) {
    this.#limit = limit;
    this.#before = before;
  }

  /** Counts an event, or tells that its network has had all of its own. */
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

// Behind COUNT: what has a row has been counted there.
const OPEN = `INSERT OR IGNORE INTO network_days (account_id, day, network, events)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)`;

/** Statements that add to networks' counts. They fail their batch where one would go beyond the limit. */
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

/** Asks how many events those networks had that have a row. */
export function findNetworks(db: D1Database, networks: readonly NetworkDay[]): D1PreparedStatement {
  const rows = networks.map((one) => [one.accountId, one.day, one.network]);
  return db
    .prepare(
      `SELECT n.* FROM json_each(?1) j CROSS JOIN network_days n ON n.account_id = j.value ->> 0
         AND n.day = j.value ->> 1 AND n.network = j.value ->> 2`,
    )
    .bind(JSON.stringify(rows));
}
