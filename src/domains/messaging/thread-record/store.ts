import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { ALPHABET, isId } from '../../../kit/ids.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { shownFiles } from '../../platform/files/interface.ts';
import { SUPPORT_SIDE } from '../thread-log/interface.ts';
import type { ThreadKind } from '../thread-log/record.ts';
import { type FoundThread, foundThread, type ThreadColumns } from './found-thread.ts';

/** The most that is counted as unread in one program's thread, and the most threads that a count looks at. */
export const MOST_COUNTED = 1000;

/** When a creator came into a program, by its application `j`. */
const JOINED_AT = sql`COALESCE(j.reviewed_at, j.accepted_at, j.created_at)`;

/** The smallest ID of a message at a time in milliseconds: idTime of src/kit/ids.ts the other way round. */
export function firstMessageAt(ms: SQL): SQL {
  const digits = Array.from({ length: 10 }, (_, i) => 45 - 5 * i).map(
    (bits) => sql`substr(${sql.raw(`'${ALPHABET}'`)}, ((${ms} >> ${sql.raw(String(bits))}) & 31) + 1, 1)`,
  );
  return sql`'msg_' || ${sql.join(digits, sql` || `)} || '0000000000000000'`;
}

/** The most programs of a creator whose messages one count looks at, those that were active last. */
const MOST_PROGRAMS = 200;

/**
 * The ID behind which messages of a program's thread are unread for a creator: of the message that its side `own` marked, or
 * the first possible of when it came into the program by its application `j`, whichever is later.
 */
export const READ_TO = sql`MAX(COALESCE(own.read_message, ''), ${firstMessageAt(JOINED_AT)})`;

/** Others' messages `m` in a thread behind one of them. */
const unreadBehind = (
  side: string,
  thread: SQL,
  readTo: SQL,
) => sql`m.thread_id = ${thread} AND m.id > ${readTo}
  AND m.sender <> ${side} AND m.deleted = 0`;

const UP_TO_MOST = sql.raw(`LIMIT ${MOST_COUNTED}`);

/** What is unread in a program's thread `t`. */
const unreadOfProgram = (side: string) => sql`(SELECT COUNT(*) FROM (SELECT 1 FROM thread_messages m
  WHERE ${unreadBehind(side, sql`t.id`, READ_TO)} ${UP_TO_MOST}))`;

/** What a reader is shown of the threads of `from`, which names them `t`. */
function selectThreads(side: string, from: SQL): SQL {
  const pictures = sql`SELECT a.profile_picture UNION ALL SELECT c.profile_picture
    UNION ALL SELECT one.value ->> 'id' FROM json_each(t.last, '$.files') one`;
  const other = sql`CASE WHEN t.kind = 'support'
      THEN ${side === SUPPORT_SIDE ? sql`COALESCE(t.account_id, t.creator_id)` : sql`${SUPPORT_SIDE}`}
    WHEN t.account_id = ${side} THEN t.creator_id ELSE t.account_id END`;
  return sql`SELECT t.id, t.kind, t.account_id AS account, t.creator_id AS creator, t.program_id AS program,
      t.created_at AS createdAt, ${other} AS other,
      a.name AS accountName, a.profile_picture AS accountPicture, a.status AS accountStatus,
      c.name AS creatorName, c.profile_picture AS creatorPicture,
      p.name AS programName, p.creator_count AS members, r.consent, ${JOINED_AT} AS joinedAt,
      EXISTS (SELECT 1 FROM message_bars b WHERE b.side IN (t.account_id, t.creator_id, ${side})) AS barred,
      own.read_message AS ownRead, own.muted AS ownMuted, own.blocked AS ownBlocked,
      CASE WHEN t.kind <> 'program' THEN own.unread WHEN j.id IS NULL THEN 0 ELSE ${unreadOfProgram(side)} END AS unread,
      theirs.read_message AS otherRead, theirs.blocked AS otherBlocked,
      t.seq, t.support_status AS supportStatus, t.resolved_at AS resolvedAt, t.active_at AS activeAt,
      t.updated_at AS updatedAt, t.last, ${shownFiles(pictures)} AS files
    FROM ${from}
    LEFT JOIN accounts a ON a.id = t.account_id
    LEFT JOIN creators c ON c.id = CASE t.kind WHEN 'program' THEN ${side} ELSE t.creator_id END
    LEFT JOIN programs p ON p.id = t.program_id
    LEFT JOIN creator_relationships r
      ON r.account_id = t.account_id AND r.creator_id = t.creator_id AND t.kind = 'direct'
    LEFT JOIN applications j ON j.program_id = t.program_id AND j.creator_id = ${side} AND j.status = 'approved'
    LEFT JOIN thread_sides own ON own.thread_id = t.id AND own.side = ${side}
    LEFT JOIN thread_sides theirs ON theirs.thread_id = t.id AND theirs.side = ${other}`;
}

/** A thread as one side would read it. Whether it may is for the rights to say. */
export async function findThread(ctx: SystemCtx, side: string, id: string): Promise<FoundThread | null> {
  if (!isId(id, ['thread'])) return null;
  return await findOne(ctx, side, sql`t.id = ${id}`);
}

async function findOne(ctx: SystemCtx, side: string, where: SQL): Promise<FoundThread | null> {
  const row = await mainDb(ctx.env).get<ThreadColumns | undefined>(
    sql`${selectThreads(side, sql`threads t`)} WHERE ${where}`,
  );
  return row ? foundThread(side, row) : null;
}

export async function findDirectThread(
  ctx: SystemCtx,
  side: string,
  account: string,
  creator: string,
): Promise<FoundThread | null> {
  const of = sql`t.kind = 'direct' AND t.account_id = ${account} AND t.creator_id = ${creator}`;
  return await findOne(ctx, side, of);
}

export async function findProgramThread(
  ctx: SystemCtx,
  side: string,
  program: string,
): Promise<FoundThread | null> {
  return await findOne(ctx, side, sql`t.program_id = ${program}`);
}

/** @param holder the account or creator whose support thread it is. */
export async function findSupportThread(
  ctx: SystemCtx,
  side: string,
  holder: string,
): Promise<FoundThread | null> {
  return await findOne(ctx, side, sql`t.kind = 'support' AND ${ownColumn(holder)} = ${holder}`);
}

const ownColumn = (side: string): SQL =>
  isId(side, ['creator']) ? sql.raw('t.creator_id') : sql.raw('t.account_id');

/** A place in a list: behind the thread that was active then. */
export interface ThreadPlace {
  activeAt: number;
  id: string;
}

export interface ThreadFilter {
  kinds: readonly ThreadKind[];
  program: string | undefined;
  /** Only threads of this account. */
  account?: string | undefined;
  limit: number;
  behind: ThreadPlace | null;
  range: IdRange;
}

/** The query of a list, apart from its columns: `id` of each thread, most recently active first. */
export function threadListIds(side: string, filter: ThreadFilter): SQL {
  const rows = filter.limit + 1;
  const { behind, range } = filter;
  const shared = sql.join(
    [
      behind && sql`(t.active_at, t.id) < (${behind.activeAt}, ${behind.id})`,
      range.before !== null && sql`t.id < ${range.before}`,
      range.after !== null && sql`t.id > ${range.after}`,
      filter.account !== undefined && sql`t.account_id = ${filter.account}`,
      filter.program !== undefined && sql`t.program_id = ${filter.program}`,
      sql`1`,
    ].filter((one) => one !== false && one !== null),
    sql` AND `,
  );
  const own = (kind: ThreadKind) => sql`threads t WHERE ${ownColumn(side)} = ${side} AND t.kind = ${kind}`;
  // A creator is no side of a program's thread: it reads those of the programs that it is in.
  const joined = sql`applications k JOIN threads t ON t.program_id = k.program_id
    WHERE k.creator_id = ${side} AND k.status = 'approved'`;
  const branches = filter.kinds.map((kind) => {
    const from = kind === 'program' && isId(side, ['creator']) ? joined : own(kind);
    return sql`SELECT * FROM (SELECT t.id, t.active_at FROM ${from} AND ${shared}
      ORDER BY t.active_at DESC, t.id DESC LIMIT ${rows})`;
  });
  return sql`SELECT id, active_at FROM (${sql.join(branches, sql` UNION ALL `)})
    ORDER BY active_at DESC, id DESC LIMIT ${rows}`;
}

/** A page of a side's threads, one more than the limit, in one statement. */
export async function listThreads(
  ctx: SystemCtx,
  side: string,
  filter: ThreadFilter,
): Promise<FoundThread[]> {
  if (filter.kinds.length === 0) return [];
  const page = sql`(${threadListIds(side, filter)}) page JOIN threads t ON t.id = page.id`;
  const rows = await mainDb(ctx.env).all<ThreadColumns>(
    sql`${selectThreads(side, page)} ORDER BY t.active_at DESC, t.id DESC`,
  );
  return rows.map((row) => foundThread(side, row));
}

/** The program threads that a side reads, most recently active first: at most so many of them. */
export async function listProgramThreads(ctx: SystemCtx, side: string, most: number): Promise<string[]> {
  const filter: ThreadFilter = {
    kinds: ['program'],
    program: undefined,
    limit: most - 1,
    behind: null,
    range: { after: null, before: null },
  };
  const rows = await mainDb(ctx.env).all<{ id: string }>(threadListIds(side, filter));
  return rows.map(({ id }) => id);
}

/** All threads by their IDs, behind one. */
export async function listThreadIds(ctx: SystemCtx, after: string, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env).all<{ id: string }>(
    sql`SELECT id FROM threads WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Threads by their IDs, as one side would read them. Whether it may is for the rights to say. */
export async function findThreads(
  ctx: SystemCtx,
  side: string,
  ids: readonly string[],
): Promise<Map<string, FoundThread>> {
  if (ids.length === 0) return new Map();
  const rows = await mainDb(ctx.env).all<ThreadColumns>(sql`${selectThreads(side, sql`threads t`)}
    WHERE t.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map((row) => [row.id, foundThread(side, row)]));
}

/** `columns` of the threads `t` of a creator's programs, without muted ones. */
const programsOf = (side: string, columns: SQL) => sql`SELECT ${columns} FROM applications j
  JOIN threads t ON t.program_id = j.program_id
  LEFT JOIN thread_sides own ON own.thread_id = t.id AND own.side = ${side}
  WHERE j.creator_id = ${side} AND j.status = 'approved' AND COALESCE(own.muted, 0) = 0
  ORDER BY t.active_at DESC LIMIT ${sql.raw(String(MOST_PROGRAMS))}`;

/** What is unread in each thread that has something unread for a side itself, without muted ones. */
const unreadOfSide = (side: string) => sql`SELECT s.unread FROM thread_sides s
  WHERE s.side = ${side} AND s.unread > 0 AND s.muted = 0 ${UP_TO_MOST}`;

/** Unread messages of a side, and the threads that they are in, without muted ones. */
export async function countUnread(
  ctx: SystemCtx,
  side: string,
): Promise<{ messages: number; threads: number }> {
  return await mainDb(ctx.env).get<{ messages: number; threads: number }>(
    sql`SELECT COALESCE(SUM(unread), 0) AS messages, COUNT(NULLIF(unread, 0)) AS threads
      FROM (SELECT unread FROM (${unreadOfSide(side)})
        UNION ALL SELECT unread FROM (${programsOf(side, sql`${unreadOfProgram(side)} AS unread`)}))`,
  );
}

/** The query of countUnreadUpToMost. */
export const unreadUpToMost = (side: string): SQL =>
  sql`SELECT (SELECT COALESCE(SUM(unread), 0) FROM (${unreadOfSide(side)})) + (SELECT COUNT(*) FROM (
    SELECT 1 FROM (${programsOf(side, sql`t.id, ${READ_TO} AS read_to`)}) joined
      CROSS JOIN thread_messages m WHERE ${unreadBehind(side, sql`joined.id`, sql`joined.read_to`)}
      ${UP_TO_MOST})) AS unread`;

/** As countUnread, but the programs' messages are counted up to MOST_COUNTED together: it reads no more rows than that. */
export async function countUnreadUpToMost(ctx: SystemCtx, side: string): Promise<number> {
  return (await mainDb(ctx.env).get<{ unread: number }>(unreadUpToMost(side))).unread;
}
