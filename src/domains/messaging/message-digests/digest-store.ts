import { sql } from 'drizzle-orm';
import { isKeptOut } from '../../../auth/person.ts';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { firstMessageAt, READ_TO } from '../thread-record/interface.ts';
import { messageDigests } from './table.ts';

export interface DueDigest {
  person: string;
  email: string;
  dueAt: number;
  madeAt: number;
  madeThatDay: number;
}

/** The people who are due, with the addresses that they sign in with, which they have verified. */
export async function listDueDigests(ctx: SystemCtx, limit: number): Promise<DueDigest[]> {
  return await mainDb(
    ctx.env,
  ).all<DueDigest>(sql`SELECT d.person_id AS person, p.email, d.due_at AS dueAt, d.made_at AS madeAt,
      d.made_that_day AS madeThatDay
    FROM message_digests d JOIN people p ON p.id = d.person_id
    WHERE d.due_at IS NOT NULL AND d.due_at <= ${ctx.now} ORDER BY d.due_at LIMIT ${limit}`);
}

const isDue = (due: DueDigest) => sql`person_id = ${due.person} AND due_at = ${due.dueAt} AND NOT off`;

/** @param dueAt null when there is nothing to mail. */
export function saveDueAt(ctx: SystemCtx, due: DueDigest, dueAt: number | null): void {
  ctx.write.addSql(sql`UPDATE message_digests SET due_at = ${dueAt} WHERE ${isDue(due)}`);
}

/** Records in the batch of the mail that it was made. The batch fails when another run made it, or it was switched off. */
export function saveMade(ctx: SystemCtx, due: DueDigest, madeThatDay: number): void {
  const made = mainDb(ctx.env)
    .update(messageDigests)
    .set({ dueAt: null, madeAt: ctx.now, madeThatDay })
    .where(isDue(due));
  ctx.write.guarded(made, overtaken);
}

/** How many unread messages of one thread are counted. */
const MOST_COUNTED = 1000;

export interface UnreadTalk {
  /** The account or creator that reads it. */
  place: string;
  placeName: string;
  /** Who wrote: null for our staff. */
  name: string | null;
  unread: number;
}

/**
 * What a person has not read, in the threads of all sides that it reads as, most recently active first, without muted
 * ones: those with a message that is newer than `since` (milliseconds).
 */
export async function listUnread(
  ctx: SystemCtx,
  person: string,
  since: number,
  limit: number,
): Promise<UnreadTalk[]> {
  const keptOut = sql.raw(isKeptOut('n.account_id', 'n.person_id', ctx.now));
  const newest = firstMessageAt(sql`${since}`);
  const unread = (from: ReturnType<typeof sql>) => sql`thread_messages m WHERE m.thread_id = t.id
    AND m.id > ${from} AND m.sender <> sides.id AND m.automated = 0 AND m.deleted = 0`;
  const counted = (from: ReturnType<typeof sql>) =>
    sql`(SELECT COUNT(*) FROM (SELECT 1 FROM ${unread(from)} LIMIT ${sql.raw(String(MOST_COUNTED))}))`;
  const marked = sql`COALESCE(own.read_message, '')`;
  return await mainDb(ctx.env).all<UnreadTalk>(sql`WITH sides AS (
      SELECT c.id, c.name, 1 AS is_creator FROM creators c WHERE c.person_id = ${person} AND c.claimed_at IS NOT NULL
      UNION ALL SELECT a.id, a.name, 0 FROM memberships n JOIN accounts a ON a.id = n.account_id AND a.status = 'active'
        WHERE n.person_id = ${person} AND n.role <> 'member' AND NOT ${keptOut}
      UNION ALL SELECT a.id, a.name, 0 FROM memberships n JOIN accounts a ON a.managed_by = n.account_id
        AND a.status = 'active' AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.account_id = a.id)
        WHERE n.person_id = ${person} AND n.role <> 'member' AND NOT ${keptOut})
    SELECT place, placeName, name, unread FROM (
      SELECT sides.id AS place, sides.name AS placeName, t.active_at AS activeAt, ${counted(marked)} AS unread,
        CASE WHEN t.kind = 'support' THEN NULL WHEN t.account_id = sides.id THEN c.name ELSE a.name END AS name
      FROM sides JOIN thread_sides own ON own.side = sides.id AND own.unread > 0 AND own.muted = 0
      JOIN threads t ON t.id = own.thread_id
      LEFT JOIN accounts a ON a.id = t.account_id LEFT JOIN creators c ON c.id = t.creator_id
      WHERE EXISTS (SELECT 1 FROM ${unread(sql`MAX(${marked}, ${newest})`)})
      UNION ALL
      SELECT sides.id, sides.name, t.active_at, ${counted(READ_TO)}, p.name
      FROM sides JOIN applications j ON j.creator_id = sides.id AND j.status = 'approved' AND sides.is_creator
      JOIN threads t ON t.program_id = j.program_id JOIN programs p ON p.id = t.program_id
      LEFT JOIN thread_sides own ON own.thread_id = t.id AND own.side = sides.id
      WHERE COALESCE(own.muted, 0) = 0 AND EXISTS (SELECT 1 FROM ${unread(sql`MAX(${READ_TO}, ${newest})`)}))
    ORDER BY activeAt DESC LIMIT ${limit}`);
}

export async function findMailsOff(ctx: SystemCtx, person: string): Promise<boolean> {
  const row = await mainDb(ctx.env).get<{ off: number } | undefined>(
    sql`SELECT off FROM message_digests WHERE person_id = ${person}`,
  );
  return row?.off === 1;
}

export function saveMailsOff(ctx: SystemCtx, person: string, off: boolean): void {
  ctx.write.addSql(sql`INSERT INTO message_digests (person_id, off) VALUES (${person}, ${Number(off)})
    ON CONFLICT (person_id) DO UPDATE SET off = excluded.off,
      due_at = CASE WHEN excluded.off THEN NULL ELSE message_digests.due_at END`);
}
