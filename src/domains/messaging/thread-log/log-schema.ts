// The tables of a thread's object. They are created with the first change, so reading an unused object stores nothing.
import type { ThreadHead } from './record.ts';

/** Raise it with every change of the tables, and migrate objects that have the previous number. */
export const THREAD_SCHEMA = 1;

export const THREAD_TABLES = `
CREATE TABLE log_state (head TEXT NOT NULL, schema INTEGER NOT NULL, seq INTEGER NOT NULL, messages INTEGER NOT NULL,
  created_at INTEGER NOT NULL, active_at INTEGER NOT NULL, stamp INTEGER NOT NULL, told INTEGER NOT NULL,
  told_stamp INTEGER NOT NULL, attempts INTEGER NOT NULL, next_at INTEGER);
CREATE TABLE log_sides (n INTEGER PRIMARY KEY, side TEXT NOT NULL UNIQUE, read_seq INTEGER NOT NULL,
  muted INTEGER NOT NULL, blocked INTEGER NOT NULL, unread INTEGER NOT NULL, written INTEGER NOT NULL,
  unanswered INTEGER NOT NULL, minute INTEGER NOT NULL, changes INTEGER NOT NULL, stamp INTEGER NOT NULL);
CREATE INDEX log_sides_stamp ON log_sides (stamp);
-- \`nth\` counts what its sender wrote; an automated message has none.
CREATE TABLE log_messages (seq INTEGER PRIMARY KEY, sender INTEGER NOT NULL, nth INTEGER, body TEXT NOT NULL,
  files TEXT, reply_to TEXT, reactions TEXT, client_id TEXT, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
  edited_at INTEGER, deleted_at INTEGER, removed INTEGER NOT NULL);
CREATE INDEX log_messages_nth ON log_messages (sender, nth);
CREATE UNIQUE INDEX log_messages_client ON log_messages (client_id, sender) WHERE client_id IS NOT NULL;
CREATE TABLE log_reactions (message INTEGER NOT NULL, side INTEGER NOT NULL, emoji TEXT NOT NULL,
  PRIMARY KEY (message, side, emoji)) WITHOUT ROWID;
CREATE TABLE log_changes (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, message INTEGER NOT NULL, side INTEGER NOT NULL,
  caller TEXT NOT NULL);
CREATE TABLE log_requests (key TEXT PRIMARY KEY, request TEXT NOT NULL, message INTEGER, at INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE INDEX log_requests_at ON log_requests (at);
-- Those that opened a socket, while they would be good.
CREATE TABLE log_tickets (name TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
`;

export function hasSchema(sql: SqlStorage): boolean {
  const found = sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'log_state'");
  return found.toArray().length > 0;
}

export function createSchema(sql: SqlStorage, head: ThreadHead): void {
  sql.exec(THREAD_TABLES);
  sql.exec(
    'INSERT INTO log_state VALUES (?, ?, 0, 0, ?, ?, 0, 0, 0, 0, NULL)',
    JSON.stringify(head),
    THREAD_SCHEMA,
    head.createdAt,
    head.createdAt,
  );
}

/** Refuses an object with another schema before anything is read or written. */
export function checkSchema(schema: number): void {
  if (schema === THREAD_SCHEMA) return;
  throw new Error(
    `This thread has schema ${schema}, and this release works with schema ${THREAD_SCHEMA} only. Run the release that made the thread; on a machine of your own, delete the local data and start again.`,
  );
}
