// When the sales of a creator's code wait for its account's answer, or earn nothing.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import type { RecordedConversion } from './recorded-conversion.ts';

/** What an account decided about the sales of a code, or that they wait for it. Times are in milliseconds. */
export interface CodeHold {
  accountId: string;
  /** In lower case. */
  code: string;
  /** Sales that happened from then on are meant. */
  since: number;
  state: 'waiting' | 'kept' | 'stopped';
  /** Waiting: until when. Stopped: from when on the code earns again; null while it does not. */
  until: number | null;
}

// An answer stays, and so does the moment from which a stopped code earns again: what was read before them may come after.
const HOLD = `INSERT INTO code_holds (account_id, code, since, state, until) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (account_id, code, since) DO UPDATE SET state = excluded.state, until = excluded.until
    WHERE state = 'waiting' OR (state = excluded.state AND until IS NULL)`;
const OPEN = 'account_id = ?1 AND code = ?2 AND occurred_at >= ?3 AND harvest = 0 AND code IS NOT NULL';
// Sales without a date are told to the money domains, which give them one.
const AGAIN = `UPDATE recorded_conversions SET matures_at = NULL, look_at = NULL WHERE ${OPEN}`;

/** Statements that keep a decision, and let the sales that it is about mature anew. Repeating them changes nothing. */
export function holdStatements(db: D1Database, hold: CodeHold): D1PreparedStatement[] {
  const sales = [hold.accountId, hold.code, hold.since];
  return [db.prepare(HOLD).bind(...sales, hold.state, hold.until), db.prepare(AGAIN).bind(...sales)];
}

/** A subquery of the events with sales of account ?1 by code ?2 since ?3 that have not matured. */
export const SALES_OF_CODE = `SELECT group_id FROM recorded_conversions WHERE ${OPEN}`;

const SUMS = `SELECT currency, count(*) AS sales, coalesce(sum(value_cents - returned_cents), 0) AS amount
  FROM recorded_conversions WHERE ${OPEN} AND late = 0 AND dropped = 0 GROUP BY currency ORDER BY currency`;

/** The sales of a code since a moment that have not matured, by currency (null: without a value). */
export async function sumSalesOfCode(
  ctx: SystemCtx,
  shard: number,
  { accountId, code, since }: Pick<CodeHold, 'accountId' | 'code' | 'since'>,
): Promise<{ currency: string | null; sales: number; amount: number }[]> {
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(SUMS)
    .bind(accountId, code, since)
    .all<{ currency: string | null; sales: number; amount: number }>();
  return results;
}

const READ = `SELECT h.account_id AS accountId, h.code, h.since, h.until FROM json_each(?1) j
  CROSS JOIN code_holds h ON h.account_id = j.value WHERE h.state = ?2`;

export type Hold = Pick<CodeHold, 'accountId' | 'code' | 'since' | 'until'>;

const select = (db: D1Database, accounts: readonly string[], state: CodeHold['state']) =>
  db.prepare(READ).bind(JSON.stringify([...new Set(accounts)]), state);

/** A statement that reads which codes wait for an answer of these accounts. */
export const selectWaits = (db: D1Database, accounts: readonly string[]): D1PreparedStatement =>
  select(db, accounts, 'waiting');

async function listHolds(
  db: D1Database,
  accounts: readonly string[],
  state: CodeHold['state'],
): Promise<Hold[]> {
  if (accounts.length === 0) return [];
  return (await select(db, accounts, state).all<Hold>()).results;
}

/** What these accounts stopped, as a function of account, code and a sale's time. */
export async function findStops(
  db: D1Database,
  accounts: readonly string[],
): Promise<(accountId: string, code: string, at: number) => boolean> {
  const stops = await listHolds(db, accounts, 'stopped');
  return (accountId, code, at) =>
    stops.some(
      (one) =>
        one.accountId === accountId &&
        one.code === code &&
        one.since <= at &&
        (one.until === null || at < one.until),
    );
}

/** Until when sales wait for an answer about their code, as a function that returns null for those that do not wait. */
export async function findWaits(
  ctx: SystemCtx,
  shard: number,
  hits: readonly RecordedConversion[],
): Promise<(hit: RecordedConversion) => number | null> {
  const accounts = hits.filter(mayWait).map(({ accountId }) => accountId);
  return waitAmong(await listHolds(shardBinding(ctx.env, shard), accounts, 'waiting'), ctx.now);
}

const mayWait = ({ code, harvest }: RecordedConversion) => code !== null && harvest === 0;

/** As findWaits, by what was read of the accounts' codes. */
export function waitAmong(waits: readonly Hold[], now: number): (hit: RecordedConversion) => number | null {
  return (hit) => {
    if (!mayWait(hit)) return null;
    const until = waits.find(
      (one) => one.accountId === hit.accountId && one.code === hit.code && one.since <= hit.occurredAt,
    )?.until;
    return until != null && until > now ? until : null;
  };
}
