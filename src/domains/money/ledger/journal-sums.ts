// Sums over time that a ledger keeps beside its balances. They are written with the entries, and verified
// like balances.
import { DAY_MS, yearOf } from '../../../kit/time.ts';
import type { Bucket } from './chart.ts';

/** Cents, by currency. */
export interface Moved {
  currency: string;
  sent: number;
  received: number;
}

export interface PaidInYear {
  currency: string;
  /** A calendar year, UTC. */
  year: number;
  /** Net of earnings paid, less clawbacks; below zero in a year with more clawbacks than payments. */
  cents: number;
}

type Row<T> = T & Record<string, SqlStorageValue>;

/** Adds the amount that an entry dated `at` (milliseconds) moved in a bucket. */
export function addToSums(
  sql: SqlStorage,
  currency: string,
  bucket: Bucket,
  at: number,
  cents: number,
): void {
  if (bucket === 'paid') addPaid(sql, currency, at, cents);
  if (bucket === 'sent') addMoved(sql, currency, at, cents, 0);
  if (bucket === 'received') addMoved(sql, currency, at, 0, cents);
}

function addPaid(sql: SqlStorage, currency: string, at: number, cents: number): void {
  sql.exec(
    `INSERT INTO paid_by_year (currency, year, cents) VALUES (?, ?, ?)
    ON CONFLICT (currency, year) DO UPDATE SET cents = cents + excluded.cents`,
    currency,
    yearOf(at),
    cents,
  );
}

function addMoved(sql: SqlStorage, currency: string, at: number, sent: number, received: number): void {
  sql.exec(
    `INSERT INTO moved_by_day (currency, day, sent, received) VALUES (?, ?, ?, ?)
    ON CONFLICT (currency, day) DO UPDATE SET sent = sent + excluded.sent, received = received + excluded.received`,
    currency,
    Math.floor(at / DAY_MS),
    sent,
    received,
  );
}

export function paidByYear(sql: SqlStorage): PaidInYear[] {
  return sql
    .exec<Row<PaidInYear>>('SELECT currency, year, cents FROM paid_by_year ORDER BY year DESC, currency')
    .toArray();
}

export function movedBefore(sql: SqlStorage, until: number): Moved[] {
  return sql
    .exec<Row<Moved>>(
      `SELECT currency, SUM(sent) AS sent, SUM(received) AS received FROM moved_by_day WHERE day < ?
      GROUP BY currency`,
      Math.floor(until / DAY_MS),
    )
    .toArray();
}
