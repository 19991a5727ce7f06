import { type SQL, sql } from 'drizzle-orm';
import { isKeptOut } from '../../../auth/person.ts';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { type MailKind, NOTICES, type NoticeKind, WAITS } from '../../../events/notices.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { UNSCHEDULED } from './digest-store.ts';
import type { NoticeRow } from './notice.ts';

/** A person in a workspace. */
export interface Reader {
  person: string;
  place: string;
}

/** Events whose people have no notices yet, the oldest first. */
export async function listUnnoticed(ctx: SystemCtx, limit: number): Promise<string[]> {
  const found = await mainDb(ctx.env).all<{ id: string }>(
    sql`SELECT id FROM events WHERE unnoticed IS NOT NULL ORDER BY id LIMIT ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** What the table of notices says, for SQL: cause, side, whether for admins, kind, whether for the account's own alone, mailed. */
const RULES = JSON.stringify(
  Object.entries(NOTICES).flatMap(([cause, notices]) =>
    notices.map(({ to, kind, own, mailed }) => [
      cause,
      to === 'creator' || to === 'person' ? to : 'account',
      Number(to === 'admins'),
      kind,
      Number(own ?? false),
      Number(mailed ?? false),
    ]),
  ),
);

/** In the same form, for whom something begins to wait. */
const WAITING = JSON.stringify(
  Object.entries(WAITS).map(([cause, to]) => [
    cause,
    to === 'creator' ? 'creator' : 'account',
    Number(to === 'admins'),
    'digest',
    0,
    0,
  ]),
);

/** The notices `d` that events are due. */
const dueOf = (
  ids: string,
  rules: string,
) => sql`due AS (SELECT e.id, e.account_id, e.creator_id, e.unnoticed AS actor, r.value ->> 1 AS side,
    r.value ->> 2 AS for_admins, r.value ->> 3 AS kind, r.value ->> 4 AS own, r.value ->> 5 AS is_mailed,
    e.data ->> 'person' AS subject
  FROM json_each(${ids}) i JOIN events e ON e.id = i.value AND e.unnoticed IS NOT NULL
  JOIN json_each(${rules}) r ON r.value ->> 0 = e.type)`;

/** Who gets the notices: an account without people of its own has its partner's. */
const TOLD = sql`told AS (
    SELECT c.person_id, c.id AS place, d.* FROM due d
      JOIN creators c ON c.id = d.creator_id AND c.claimed_at IS NOT NULL AND c.person_id IS NOT NULL
      WHERE d.side = 'creator'
    UNION ALL SELECT c.person_id, c.id, d.* FROM due d
      JOIN creators c ON c.person_id = d.subject AND c.claimed_at IS NOT NULL WHERE d.side = 'person'
    UNION ALL SELECT m.person_id, m.account_id, d.* FROM due d JOIN memberships m ON m.person_id = d.subject
      WHERE d.side = 'person'
    UNION ALL SELECT m.person_id, m.account_id, d.* FROM due d JOIN memberships m ON m.account_id = d.account_id
      WHERE d.side = 'account' AND (NOT d.for_admins OR m.role <> 'member')
    UNION ALL SELECT m.person_id, a.id, d.* FROM due d JOIN accounts a ON a.id = d.account_id AND a.status = 'active'
      JOIN memberships m ON m.account_id = a.managed_by
      WHERE d.side = 'account' AND NOT d.own AND (NOT d.for_admins OR m.role <> 'member')
        AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.account_id = a.id))`;

/**
 * Gives everybody whom these events concern their notices, and lets mails follow: once, since it ends the events' mark.
 * @param waitMs the least time between two mails of a kind.
 */
export function insertNotices(ctx: SystemCtx, events: readonly string[], waitMs: number): void {
  const ids = JSON.stringify(events);
  ctx.write.addSql(sql`INSERT INTO notices (person_id, place, event_id, kind, for_admins, mailed)
    WITH ${dueOf(ids, RULES)}, ${TOLD}
    SELECT t.person_id, t.place, t.id, t.kind, t.for_admins, MAX(COALESCE(o.off, 0), t.is_mailed)
    FROM told t LEFT JOIN notice_mails o ON o.person_id = t.person_id AND o.place = t.place AND o.kind = t.kind
    WHERE t.place <> t.actor ON CONFLICT DO NOTHING`);
  ctx.write.addSql(sql`INSERT INTO notice_mails (person_id, place, kind, due_at)
    SELECT DISTINCT n.person_id, n.place, n.kind, ${ctx.now} FROM json_each(${ids}) i
    JOIN events e ON e.id = i.value AND e.unnoticed IS NOT NULL
    JOIN notices n ON n.event_id = e.id AND n.mailed = 0 WHERE true
    ON CONFLICT (person_id, place, kind) DO UPDATE
      SET due_at = COALESCE(notice_mails.due_at, CASE WHEN notice_mails.kind = 'security' THEN excluded.due_at
        ELSE MAX(excluded.due_at, notice_mails.made_at + ${waitMs}) END)`);
  // The digest's job chooses the morning. One that is due within a day stays.
  ctx.write.addSql(sql`INSERT INTO notice_mails (person_id, place, kind, due_at)
    WITH ${dueOf(ids, WAITING)}, ${TOLD} SELECT DISTINCT t.person_id, t.place, t.kind, ${UNSCHEDULED} FROM told t
    WHERE t.place <> t.actor
    ON CONFLICT (person_id, place, kind) DO UPDATE SET due_at = excluded.due_at
      WHERE NOT notice_mails.off AND (notice_mails.due_at IS NULL OR notice_mails.due_at > ${ctx.now + DAY_MS})`);
  ctx.write.addSql(sql`UPDATE events SET unnoticed = NULL WHERE id IN (SELECT value FROM json_each(${ids}))`);
}

/** What the creator's approved work has earned. A submission is paid in one currency. */
const EARNED = (what: string) =>
  sql.raw(`(SELECT ${what} FROM payments
      WHERE e.type = 'submission.approved' AND submission_id = e.data ->> 'submission' AND creator_id = n.place
        AND status <> 'failed')`);

/** What a notice says, of the records as they are now. */
const factsAt = (
  now: number,
) => sql`n.event_id AS id, n.kind, n.seen_at AS seenAt, e.type AS cause, e.data, e.occurred_at AS occurredAt,
    a.name AS account, c.name AS creator, g.name AS program, k.name AS campaign, maker.name AS partner,
    link.provider AS platform, k2.name AS key, member.name AS person,
    EXISTS (SELECT 1 FROM memberships z WHERE z.account_id = n.place AND z.person_id = n.person_id) AS isOwn,
    COALESCE(CASE WHEN n.place = p.creator_id THEN p.net ELSE p.amount END, w.amount, o.amount, ${EARNED('SUM(net)')}) AS amount,
    COALESCE(p.currency, w.currency, o.currency, ${EARNED('MAX(currency)')}) AS currency,
    CASE WHEN plan.approval_state NOT IN ('draft', 'pending_approval') THEN plan.approval_state
      WHEN plan.execution_state = 'cancelled' THEN 'cancelled' WHEN plan.expires_at <= ${now} THEN 'expired' END AS answer
  FROM notices n JOIN events e ON e.id = n.event_id
  LEFT JOIN accounts a ON a.id = e.account_id
  LEFT JOIN creators c ON c.id = e.creator_id
  LEFT JOIN programs g ON g.id = e.data ->> 'program'
  LEFT JOIN campaigns k ON k.id = e.data ->> 'campaign'
  LEFT JOIN ads_plans plan ON plan.id = e.data ->> 'ads_plan' LEFT JOIN accounts maker ON maker.id = plan.maker_id
  LEFT JOIN connections link ON link.id = e.data ->> 'connection'
  LEFT JOIN api_keys k2 ON k2.id = e.data ->> 'key' LEFT JOIN people member ON member.id = e.data ->> 'person'
  LEFT JOIN payments p ON p.id = e.data ->> 'payment'
  LEFT JOIN withdrawals w ON w.id = e.data ->> 'withdrawal'
  LEFT JOIN payouts o ON o.id = e.data ->> 'payout'`;

async function listWhere(ctx: SystemCtx, where: SQL, limit: number): Promise<NoticeRow[]> {
  const rows = await mainDb(ctx.env).all<Omit<NoticeRow, 'data'> & { data: string }>(
    sql`SELECT ${factsAt(ctx.now)} WHERE ${where} ORDER BY n.event_id DESC LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as NoticeRow['data'] }));
}

const isOf = ({ person, place }: Reader) => sql`n.person_id = ${person} AND n.place = ${place}`;
const mayRead = (isAdmin: boolean) => sql`(NOT n.for_admins OR ${Number(isAdmin)})`;

/**
 * A reader's notices, the newest first.
 * @param isAdmin whether the reader may read what is for owners and admins.
 * @param before the event that the page before ended with.
 */
export async function listNotices(
  ctx: SystemCtx,
  reader: Reader,
  { isAdmin, before, limit }: { isAdmin: boolean; before: string | null; limit: number },
): Promise<NoticeRow[]> {
  const from = before === null ? sql`true` : sql`n.event_id < ${before}`;
  return await listWhere(ctx, sql`${isOf(reader)} AND ${mayRead(isAdmin)} AND ${from}`, limit);
}

export async function findNotice(
  ctx: SystemCtx,
  reader: Reader,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<NoticeRow | null> {
  const where = sql`${isOf(reader)} AND n.event_id = ${id} AND ${mayRead(isAdmin)}`;
  return (await listWhere(ctx, where, 1))[0] ?? null;
}

/** Marks one notice as seen, or all up to it. Nothing is mailed about what was seen. */
export function saveSeen(ctx: SystemCtx, { person, place }: Reader, event: string, andBefore: boolean): void {
  const which = andBefore ? sql`event_id <= ${event}` : sql`event_id = ${event}`;
  ctx.write.addSql(sql`UPDATE notices SET seen_at = ${ctx.now}, mailed = 1
    WHERE person_id = ${person} AND place = ${place} AND ${which} AND seen_at IS NULL`);
}

export interface DueMail extends Reader {
  kind: NoticeKind;
  dueAt: number;
  email: string;
  /** The workspace's name. */
  name: string;
  /** What the person is there now; null where they are no longer, or may not go in without a second factor. */
  role: 'owner' | 'admin' | 'member' | 'creator' | null;
}

/** The account that a person of it, or of its partner, goes in by. */
const ENTERED = 'CASE WHEN m.role IS NULL THEN a.managed_by ELSE a.id END';

/** The mails that are due, to the addresses that people sign in with, which they have verified. */
export async function listDueMails(ctx: SystemCtx, limit: number): Promise<DueMail[]> {
  return await mainDb(
    ctx.env,
  ).all<DueMail>(sql`SELECT d.person_id AS person, d.place, d.kind, d.due_at AS dueAt, p.email,
      COALESCE(a.name, c.name) AS name, CASE WHEN c.id IS NOT NULL THEN 'creator'
        WHEN ${sql.raw(isKeptOut(ENTERED, 'p.id', ctx.now))} THEN NULL ELSE COALESCE(m.role, pm.role) END AS role
    FROM notice_mails d JOIN people p ON p.id = d.person_id
    LEFT JOIN accounts a ON a.id = d.place
    LEFT JOIN memberships m ON m.account_id = a.id AND m.person_id = d.person_id
    LEFT JOIN memberships pm ON pm.account_id = a.managed_by AND pm.person_id = d.person_id
    LEFT JOIN creators c ON c.id = d.place AND c.person_id = d.person_id AND c.claimed_at IS NOT NULL
    WHERE d.due_at <= ${ctx.now} AND d.kind <> 'digest' ORDER BY d.due_at LIMIT ${limit}`);
}

/** What a mail tells: what its person has not seen, and was not mailed. */
export async function listToMail(ctx: SystemCtx, due: DueMail, limit: number): Promise<NoticeRow[]> {
  return await listWhere(
    ctx,
    sql`${isOf(due)} AND n.kind = ${due.kind} AND n.mailed = 0 AND ${mayRead(due.role !== 'member')}`,
    limit,
  );
}

/**
 * Records that everything up to a notice is mailed; null: there was nothing to mail. What came meanwhile waits for the next
 * mail. The batch fails when another run made this one, or it was switched off.
 */
export function saveMailed(ctx: SystemCtx, due: DueMail, newest: string | null, waitMs: number): void {
  const { person, place, kind, dueAt } = due;
  const own = sql`person_id = ${person} AND place = ${place} AND kind = ${kind}`;
  const next = ctx.now + (kind === 'security' ? 0 : waitMs);
  const isDue = sql`EXISTS (SELECT 1 FROM notice_mails WHERE ${own} AND due_at = ${dueAt} AND NOT off)`;
  ctx.write.require(isDue, overtaken);
  if (newest === null) {
    ctx.write.addSql(sql`UPDATE notice_mails SET due_at = NULL WHERE ${own}`);
    return;
  }
  ctx.write.addSql(sql`UPDATE notices SET mailed = 1 WHERE ${own} AND mailed = 0 AND event_id <= ${newest}`);
  ctx.write.addSql(sql`UPDATE notice_mails SET made_at = ${ctx.now},
    due_at = CASE WHEN EXISTS (SELECT 1 FROM notices WHERE ${own} AND mailed = 0) THEN ${next} END
    WHERE ${own}`);
}

/** The kinds that a reader is not mailed. */
export async function listMailsOff(ctx: SystemCtx, { person, place }: Reader): Promise<MailKind[]> {
  const rows = await mainDb(ctx.env).all<{ kind: MailKind }>(
    sql`SELECT kind FROM notice_mails WHERE person_id = ${person} AND place = ${place} AND off`,
  );
  return rows.map(({ kind }) => kind);
}

/** Switches the mails of a kind on or off. What came before is not mailed later. */
export function saveMailsOff(ctx: SystemCtx, { person, place }: Reader, kind: MailKind, off: boolean): void {
  ctx.write.addSql(sql`INSERT INTO notice_mails (person_id, place, kind, off) VALUES (${person}, ${place}, ${kind}, ${Number(off)})
    ON CONFLICT (person_id, place, kind) DO UPDATE SET off = excluded.off,
      due_at = CASE WHEN excluded.off THEN NULL ELSE notice_mails.due_at END`);
  if (off)
    ctx.write.addSql(sql`UPDATE notices SET mailed = 1
      WHERE person_id = ${person} AND place = ${place} AND kind = ${kind} AND mailed = 0`);
}
