import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';

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

const HOLD = `INSERT INTO code_holds (account_id, code, since, state, until) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (account_id, code, since) DO UPDATE SET state = excluded.state, until = excluded.until`;
const OPEN = 'account_id = ?1 AND code = ?2 AND occurred_at >= ?3 AND harvest = 0';
// Sales without a date are told to the money domains, which give them one.
const AGAIN = `UPDATE recorded_conversions SET matures_at = NULL, look_at = NULL WHERE ${OPEN} AND code IS NOT NULL`;
const JUDGE = `UPDATE pixel_events SET state = 'recorded', rev = rev + 1 WHERE state = 'processed'
  AND id IN (SELECT group_id FROM recorded_conversions WHERE ${OPEN} AND code IS NOT NULL)`;

/**
 * Lets the sales of a code wait, count, or earn nothing: those that have not matured yet, and those still to come. Repeating
 * it changes nothing.
 */
export async function holdSales(ctx: SystemCtx, shard: number, hold: CodeHold): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  const sales = [hold.accountId, hold.code, hold.since];
  await db.batch([
    db.prepare(HOLD).bind(...sales, hold.state, hold.until),
    db.prepare(AGAIN).bind(...sales),
    // Whether it earns is worked out with the event.
    ...(hold.state === 'stopped' ? [db.prepare(JUDGE).bind(...sales)] : []),
  ]);
}
