// Writes what a thread's object tells, as statements of one batch that may run twice or late: what it is guarded by is the
// number of the last change in the thread's row, which the batch moves as one of its last statements.

import { type SQL, sql } from 'drizzle-orm';
import { addressVerified } from '../../../auth/reach.ts';
import type { SystemCtx } from '../../../context.ts';
import { addRelayed, type RelayedEvent } from '../../../db/outbox.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { startOfDay } from '../../../kit/time.ts';
import { saveHolds } from '../../platform/files/interface.ts';
import { SUPPORT_SIDE } from '../thread-log/interface.ts';
import type { Telling, ThreadHead } from '../thread-log/record.ts';

type Told = Telling['changes'][number];

/** The changes as rows: number, kind, message, sender, automated, deleted, version, the day of the message, its files. */
function rowsOf(changes: readonly Told[]): SQL {
  return sql`json_each(${JSON.stringify(
    changes.map(({ seq, kind, message }) => [
      seq,
      kind,
      message.id,
      message.sender,
      Number(message.automated),
      Number(message.deletedAt !== null),
      message.version,
      startOfDay(message.createdAt),
      message.files.map((file) => file.id),
    ]),
  )})`;
}

/** Whether a change, whose number this is, was not told yet. */
const isNew = (number: SQL, { id }: ThreadHead): SQL =>
  sql`${number} > (SELECT seq FROM threads WHERE id = ${id})`;

/** The new messages among the changes `c`. */
const NEW_MESSAGES = (head: ThreadHead): SQL =>
  sql`c.value ->> 1 = 'message' AND ${isNew(sql`c.value ->> 0`, head)}`;

/** Adds the new messages to what their senders have sent that day. */
export function saveSent(ctx: SystemCtx, { head, changes }: Telling): void {
  ctx.write.addSql(sql`INSERT INTO quota_use (day, account_id, what, amount)
    SELECT c.value ->> 7, c.value ->> 3, 'messages', COUNT(*) FROM ${rowsOf(changes)} c
    WHERE ${NEW_MESSAGES(head)} AND c.value ->> 4 = 0 AND c.value ->> 3 <> ${SUPPORT_SIDE} GROUP BY 1, 2
    ON CONFLICT (day, account_id, what) DO UPDATE SET amount = quota_use.amount + excluded.amount`);
}

/** Shows the files of new messages to their readers, and no more those of deleted ones. */
export function saveFiles(ctx: SystemCtx, { head, changes }: Telling): void {
  const withFiles = changes.filter(({ kind, message }) => kind === 'message' && message.files.length > 0);
  if (withFiles.length > 0) {
    const sent = sql`FROM ${rowsOf(withFiles)} c, json_each(c.value, '$[8]') f WHERE ${NEW_MESSAGES(head)}`;
    saveHolds(ctx, sql`SELECT f.value AS file, COUNT(*) AS n ${sent} GROUP BY 1`);
    ctx.write.addSql(sql`INSERT INTO message_files (file_id, message_id, thread_id)
      SELECT f.value, c.value ->> 2, ${head.id} ${sent} ON CONFLICT DO NOTHING`);
  }
  deleteShownFiles(ctx, changes);
}

/** The same for messages that a database may have lost: whatever it does not have. */
export function saveFilesAgain(ctx: SystemCtx, { head, changes }: Telling): void {
  const withFiles = changes.filter(({ message }) => message.files.length > 0);
  if (withFiles.length > 0) {
    const lost = sql`FROM ${rowsOf(withFiles)} c, json_each(c.value, '$[8]') f WHERE NOT EXISTS (
      SELECT 1 FROM message_files m WHERE m.file_id = f.value AND m.message_id = c.value ->> 2)`;
    saveHolds(ctx, sql`SELECT f.value AS file, COUNT(*) AS n ${lost} GROUP BY 1`);
    ctx.write.addSql(sql`INSERT INTO message_files (file_id, message_id, thread_id)
      SELECT f.value, c.value ->> 2, ${head.id} ${lost} ON CONFLICT DO NOTHING`);
  }
  deleteShownFiles(ctx, changes);
}

function deleteShownFiles(ctx: SystemCtx, changes: readonly Told[]): void {
  const deleted = changes
    .filter(({ message }) => message.deletedAt !== null)
    .map(({ message }) => message.id);
  if (deleted.length === 0) return;
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(deleted)])}))`;
  saveHolds(
    ctx,
    sql`SELECT m.file_id AS file, -COUNT(*) AS n FROM message_files m WHERE m.message_id IN ${ids} GROUP BY 1`,
  );
  ctx.write.addSql(sql`DELETE FROM message_files WHERE message_id IN ${ids}`);
}

export function saveMessages(ctx: SystemCtx, { head, changes }: Telling): void {
  ctx.write.addSql(sql`INSERT INTO thread_messages (thread_id, id, sender, automated, deleted, version, seq)
    SELECT ${head.id}, c.value ->> 2, c.value ->> 3, c.value ->> 4, c.value ->> 5, c.value ->> 6, c.value ->> 0
    FROM ${rowsOf(changes)} c WHERE true
    ON CONFLICT (thread_id, id) DO UPDATE SET deleted = excluded.deleted, version = excluded.version, seq = excluded.seq
    WHERE excluded.seq > thread_messages.seq`);
}

/** What the messages of a support thread make of its status. */
export interface SupportAfter {
  /** The newest message that somebody wrote. */
  seq: number;
  createdAt: number;
  status: 'waiting_on_lucra' | 'waiting_on_customer';
  dueAt: number | null;
  /** When the first customer's message was sent that nobody answered, and whether the staff wrote before it. */
  askedAt: number | null;
  answered: boolean;
}

/** The staff may have resolved a thread before its own last answer was told: then it stays resolved. */
function supportColumns({ seq, createdAt, status, dueAt, askedAt, answered }: SupportAfter): SQL {
  const stays =
    status === 'waiting_on_customer'
      ? sql`support_status = 'resolved' AND resolved_at >= ${createdAt}`
      : sql`0`;
  const changed = (column: string, value: SQL) => {
    const name = sql.raw(column);
    return sql`, ${name} = CASE WHEN ${seq} <= seq OR (${stays}) THEN ${name} ELSE ${value} END`;
  };
  const since =
    askedAt === null
      ? sql`NULL`
      : sql`CASE WHEN support_status = 'waiting_on_lucra' AND ${Number(answered)} = 0
          THEN waiting_since ELSE ${askedAt} END`;
  return sql.join([
    changed('support_status', sql`${status}`),
    changed('support_due_at', sql`${dueAt}`),
    changed('waiting_since', since),
    changed('resolved_at', sql`NULL`),
  ]);
}

/** The thread's own row, last: with it all changes have been told. @param support what the newest message makes of it. */
export function saveThread(ctx: SystemCtx, telling: Telling, at: number, support: SupportAfter | null): void {
  const { head, seq, messages, last, activeAt } = telling;
  const asked = support ? supportColumns(support) : sql``;
  ctx.write.addSql(sql`UPDATE threads SET message_count = ${messages}, last = ${last && JSON.stringify(last)},
      active_at = ${activeAt}, updated_at = MAX(updated_at, ${at})${asked}, seq = ${seq}
    WHERE id = ${head.id} AND seq < ${seq}`);
}

export function saveSides(ctx: SystemCtx, { head, sides }: Telling): void {
  if (sides.length === 0) return;
  const rows = sides.map((one) => [
    one.side,
    one.readMessage,
    Number(one.muted),
    Number(one.blocked),
    one.unread ?? 0,
    one.stamp,
  ]);
  ctx.write.addSql(sql`INSERT INTO thread_sides (thread_id, side, read_message, muted, blocked, unread, stamp)
    SELECT ${head.id}, s.value ->> 0, s.value ->> 1, s.value ->> 2, s.value ->> 3, s.value ->> 4, s.value ->> 5
    FROM json_each(${JSON.stringify(rows)}) s WHERE true
    ON CONFLICT (thread_id, side) DO UPDATE SET read_message = excluded.read_message, muted = excluded.muted,
      blocked = excluded.blocked, unread = excluded.unread, stamp = excluded.stamp
    WHERE excluded.stamp > thread_sides.stamp`);
}

/** Adds the events that are new, for whoever is not the sender's side. */
export function insertEvents(ctx: SystemCtx, head: ThreadHead, events: RelayedEvent[]): void {
  if (events.length === 0) return;
  // An account's message was sent by it or its partner, and a creator's by who answers for a record that nobody verified.
  const senders = sql`SELECT a.id FROM accounts a WHERE a.id = ${head.account} AND e.account_id IS NULL
    UNION SELECT a.managed_by FROM accounts a WHERE a.id = ${head.account} AND e.account_id IS NULL
    UNION SELECT c.managed_by FROM creators c WHERE c.id = ${head.creator} AND e.account_id IS NOT NULL
      AND c.claimed_at IS NULL AND NOT ${sql.raw(addressVerified('c'))}`;
  addRelayed(ctx.write, events, randomBase62(16), {
    isNew: isNew(sql`value ->> 6`, head),
    except: sql`k.account_id IN (SELECT id FROM (${senders}) WHERE id IS NOT NULL)`,
  });
}
