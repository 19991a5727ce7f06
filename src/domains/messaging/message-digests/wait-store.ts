import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { READ_TO } from '../thread-record/interface.ts';

export interface DueWait {
  thread: string;
  side: string;
  /** The program of the thread; null in other threads. */
  program: string | null;
  first: string;
  cursor: string;
  last: string | null;
  muted: 0 | 1;
  /** The first message of the wait that the side has not read; of a program's thread null. */
  unread: string | null;
  /** The newest message of the thread. */
  newest: string;
}

/** Others' messages in a wait `w` that a side has not read: without deleted and automated ones. */
const unreadOf = (side: ReturnType<typeof sql>, readBefore: ReturnType<typeof sql>) => sql`thread_messages m
  WHERE m.thread_id = w.thread_id AND m.id >= w.first_message AND m.id > ${readBefore}
    AND m.sender <> ${side} AND m.automated = 0 AND m.deleted = 0`;

const READ = sql`COALESCE(own.read_message, '')`;

export async function listDueWaits(ctx: SystemCtx, limit: number): Promise<DueWait[]> {
  return await mainDb(
    ctx.env,
  ).all<DueWait>(sql`SELECT w.thread_id AS thread, w.side, t.program_id AS program, w.first_message AS first,
      w.cursor, w.last_message AS last, COALESCE(own.muted, 0) AS muted,
      CASE WHEN t.program_id IS NULL THEN (SELECT MIN(m.id) FROM ${unreadOf(sql`w.side`, READ)}) END AS unread,
      (SELECT MAX(m.id) FROM thread_messages m WHERE m.thread_id = w.thread_id) AS newest
    FROM unread_waits w JOIN threads t ON t.id = w.thread_id
    LEFT JOIN thread_sides own ON own.thread_id = w.thread_id AND own.side = w.side
    WHERE w.due_at <= ${ctx.now} ORDER BY w.due_at LIMIT ${limit}`);
}

type Wait = Pick<DueWait, 'thread' | 'side'>;
const isWait = ({ thread, side }: Wait) => sql`w.thread_id = ${thread} AND w.side = ${side}`;

export function saveLater(ctx: SystemCtx, wait: Wait, first: string, dueAt: number): void {
  ctx.write.addSql(sql`UPDATE unread_waits AS w SET first_message = ${first}, due_at = ${dueAt}
    WHERE ${isWait(wait)}`);
}

export function deleteWait(ctx: SystemCtx, wait: Wait): void {
  ctx.write.addSql(sql`DELETE FROM unread_waits AS w WHERE ${isWait(wait)}`);
}

/** Deletes the wait of a side that has read all, unless it was written to in the meantime. */
export function deleteReadWait(ctx: SystemCtx, wait: Wait): void {
  ctx.write.addSql(sql`DELETE FROM unread_waits AS w WHERE ${isWait(wait)} AND NOT EXISTS (
    SELECT 1 FROM ${unreadOf(
      sql`w.side`,
      sql`COALESCE((SELECT own.read_message FROM thread_sides own
      WHERE own.thread_id = w.thread_id AND own.side = w.side), '')`,
    )})`);
}

/**
 * Has those mailed who read as a side: the person of a creator; an account's owners and admins, who alone can answer, and
 * those of its partner where it has no people of its own.
 */
export function saveDueForSide(ctx: SystemCtx, side: string): void {
  dueFor(
    ctx,
    sql`SELECT c.person_id AS person FROM creators c WHERE c.id = ${side} AND c.claimed_at IS NOT NULL
    UNION SELECT n.person_id FROM memberships n WHERE n.account_id = ${side} AND n.role <> 'member'
    UNION SELECT n.person_id FROM accounts a JOIN memberships n ON n.account_id = a.managed_by
      WHERE a.id = ${side} AND n.role <> 'member'
        AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.account_id = a.id)`,
  );
}

/** Has those people of a program's creators mailed who have not read the messages of the wait. */
export function saveDueForMembers(
  ctx: SystemCtx,
  wait: Pick<DueWait, 'thread' | 'side' | 'program'>,
  creators: readonly string[],
): void {
  dueFor(
    ctx,
    sql`SELECT c.person_id AS person FROM json_each(${JSON.stringify(creators)}) one
    JOIN creators c ON c.id = one.value AND c.claimed_at IS NOT NULL
    JOIN applications j ON j.program_id = ${wait.program} AND j.creator_id = c.id AND j.status = 'approved'
    JOIN unread_waits w ON ${isWait(wait)}
    LEFT JOIN thread_sides own ON own.thread_id = w.thread_id AND own.side = c.id
    WHERE COALESCE(own.muted, 0) = 0 AND EXISTS (SELECT 1 FROM ${unreadOf(sql`c.id`, READ_TO)})`,
  );
}

/**
 * Makes people due now. Those who are due already become due a millisecond sooner: a run that has read what their mail says
 * goes by the moment that it found (`isDue` of digest-store.ts), so it makes none, and the next one has this too.
 */
function dueFor(ctx: SystemCtx, people: ReturnType<typeof sql>): void {
  ctx.write.addSql(sql`INSERT INTO message_digests (person_id, due_at)
    SELECT DISTINCT person, ${ctx.now} FROM (${people}) WHERE person IS NOT NULL
    ON CONFLICT (person_id) DO UPDATE SET due_at = COALESCE(message_digests.due_at - 1, excluded.due_at)
    WHERE NOT message_digests.off AND COALESCE(message_digests.due_at, 0) <= excluded.due_at`);
}

/** The creators in a program, in the order of their IDs. */
export async function listMembers(
  ctx: SystemCtx,
  program: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await mainDb(ctx.env).all<{ creator: string }>(sql`SELECT j.creator_id AS creator
    FROM applications j WHERE j.program_id = ${program} AND j.creator_id > ${after} AND j.status = 'approved'
    ORDER BY j.creator_id LIMIT ${limit}`);
  return rows.map(({ creator }) => creator);
}

/** Goes on behind a member. @param last the newest message when the first member was looked at. */
export function saveCursor(ctx: SystemCtx, wait: Wait, cursor: string, last: string): void {
  ctx.write.addSql(sql`UPDATE unread_waits AS w SET cursor = ${cursor}, last_message = ${last}
    WHERE ${isWait(wait)} AND w.cursor < ${cursor}`);
}

/**
 * Ends a wait whose members were all looked at. If more was written since, it begins again with that.
 * @param last the newest message when the first member was looked at.
 */
export function saveEndOfMembers(ctx: SystemCtx, wait: Wait, last: string, dueAt: number): void {
  const next = sql`(SELECT MIN(m.id) FROM thread_messages m WHERE m.thread_id = ${wait.thread} AND m.id > ${last}
    AND m.automated = 0)`;
  ctx.write
    .addSql(sql`DELETE FROM unread_waits AS w WHERE ${isWait(wait)} AND ${next} IS NULL`)
    .addSql(sql`UPDATE unread_waits AS w SET first_message = ${next}, due_at = ${dueAt}, cursor = '',
      last_message = NULL WHERE ${isWait(wait)}`);
}
