// What other domains ask of the mails about unread messages.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

/** How long a message is left unread before anybody is mailed about it. */
export const UNREAD_MS = 15 * MINUTE_MS;

export interface WrittenMessage {
  /** The number of its change. */
  seq: number;
  id: string;
  /** Who reads it; the thread's ID in a program's thread. */
  side: string;
  /** When its readers are looked at, in milliseconds. */
  dueAt: number;
}

/**
 * Notes in the caller's batch that readers of a thread are looked at later. Messages that were told before count for
 * nothing, so the batch that moves the thread's number must do this first.
 */
export function saveWaits(ctx: SystemCtx, thread: string, written: readonly WrittenMessage[]): void {
  if (written.length === 0) return;
  const rows = JSON.stringify(written.map(({ seq, id, side, dueAt }) => [seq, id, side, dueAt]));
  ctx.write.addSql(sql`INSERT INTO unread_waits (thread_id, side, first_message, due_at)
    SELECT ${thread}, w.value ->> 2, w.value ->> 1, w.value ->> 3 FROM json_each(${rows}) w
    WHERE w.value ->> 0 > (SELECT seq FROM threads WHERE id = ${thread}) ORDER BY w.value ->> 0
    ON CONFLICT (thread_id, side) DO NOTHING`);
}
