// Events that a thread still has to tell: `teller` in their row, which the batch of the event writes.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';

export interface UntoldEvent {
  id: string;
  type: string;
  /** The acting side; empty where the service acted. */
  teller: string;
  account: string;
  creator: string;
  program: string | null;
  thread: string;
  /** When the thread was made, in milliseconds. */
  createdAt: number;
}

const THREAD = sql`t.kind = 'direct' AND t.account_id = e.account_id AND t.creator_id = e.creator_id`;

/** Events with a thread that has to tell them, oldest first. */
export async function listUntold(ctx: SystemCtx, limit: number): Promise<UntoldEvent[]> {
  return await mainDb(ctx.env).all<UntoldEvent>(sql`SELECT e.id, e.type, e.teller, e.account_id AS account,
      e.creator_id AS creator, p.name AS program, t.id AS thread, t.created_at AS createdAt
    FROM events e JOIN threads t ON ${THREAD} LEFT JOIN programs p ON p.id = e.data ->> 'program'
    WHERE e.teller IS NOT NULL ORDER BY e.id LIMIT ${limit}`);
}

/** Nothing tells events of two who have no thread: none is opened for them. */
export async function saveUntellableNow(ctx: SystemCtx, limit: number): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`UPDATE events SET teller = NULL WHERE id IN (
    SELECT e.id FROM events e WHERE e.teller IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM threads t WHERE ${THREAD}) LIMIT ${limit})`);
  return meta.changes;
}

export async function saveToldNow(ctx: SystemCtx, ids: readonly string[]): Promise<void> {
  await mainDb(ctx.env).run(
    sql`UPDATE events SET teller = NULL WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
}
