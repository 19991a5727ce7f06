// The storage of a thread's object: its state, its sides and the log of its changes. All methods are synchronous and
// run inside one transaction of the object; nothing else writes these tables.
import type { Acting } from './change.ts';
import { checkSchema, createSchema, hasSchema } from './log-schema.ts';
import { type LoggedChange, SUPPORT_SIDE, type ThreadHead } from './record.ts';

/** How many changes a reader may have missed to be given them; older ones are forgotten once they are told. */
export const REPLAYED = 500;
/** The most sides that are kept in memory after a transaction. */
const REMEMBERED = 1000;

export interface LogState extends Record<string, SqlStorageValue> {
  /** The number of the last change. */
  seq: number;
  messages: number;
  /** The last message's time, in milliseconds: no message is dated before another that was there. */
  created_at: number;
  active_at: number;
  /** The number of the last change of a side's state. */
  stamp: number;
  /** Up to which change, and which stamp, the databases were told. */
  told: number;
  told_stamp: number;
  /** How often the databases could not be reached since then. */
  attempts: number;
  next_at: number | null;
}

export interface Side extends Record<string, SqlStorageValue> {
  n: number;
  side: string;
  /** 0 for none. */
  read_seq: number;
  muted: number;
  blocked: number;
  unread: number;
  /** Messages that it wrote. */
  written: number;
  /** Those of them since another side wrote. */
  unanswered: number;
  /** The last minute in which it changed something other than by a message, and how much in it. */
  minute: number;
  changes: number;
  stamp: number;
}

const STATE = 'seq, messages, created_at, active_at, stamp, told, told_stamp, attempts, next_at';

export class ThreadLog {
  readonly sql: SqlStorage;
  #head: ThreadHead | null = null;
  #state: LogState | null = null;
  #stateChanged = false;
  readonly #sides = new Map<string, Side>();
  readonly #changed = new Set<Side>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.reload();
  }

  /** Reads the state again, at the start and after a rollback. */
  reload(): void {
    this.#sides.clear();
    this.#changed.clear();
    this.#stateChanged = false;
    this.#head = null;
    this.#state = null;
    if (!hasSchema(this.sql)) return;
    const row = this.sql
      .exec<LogState & { head: string; schema: number }>(`SELECT head, schema, ${STATE} FROM log_state`)
      .one();
    checkSchema(row.schema);
    const { head, schema, ...state } = row;
    this.#head = JSON.parse(head) as ThreadHead;
    this.#state = state as LogState;
  }

  /** Whether anything was ever written here. */
  get exists(): boolean {
    return this.#state !== null;
  }

  get head(): ThreadHead {
    if (!this.#head) throw new Error('this thread has not begun');
    return this.#head;
  }

  get state(): Readonly<LogState> {
    if (!this.#state) throw new Error('this thread has not begun');
    return this.#state;
  }

  /** Begins the thread with its first change. Throws when it is called as another thread. */
  open(head: ThreadHead): void {
    if (!this.exists) {
      createSchema(this.sql, head);
      this.reload();
      for (const side of this.known) this.side(side);
    }
    if (this.head.id !== head.id) throw new Error(`this is the thread ${this.head.id}, not ${head.id}`);
  }

  /** The sides that the thread was made for; those that belong to a program come as they act. */
  get known(): string[] {
    const { kind, account, creator } = this.head;
    return [account, creator, kind === 'support' ? SUPPORT_SIDE : null].filter((side) => side !== null);
  }

  set(changes: Partial<LogState>): void {
    Object.assign(this.#state!, changes);
    this.#stateChanged = true;
  }

  /** A side that acts. */
  side(name: string): Side {
    const known = this.findSide(name);
    if (known) return known;
    const side = this.sql
      .exec<Side>(
        'INSERT INTO log_sides (side, read_seq, muted, blocked, unread, written, unanswered, minute, changes, stamp) VALUES (?, 0, 0, 0, 0, 0, 0, 0, 0, 0) RETURNING *',
        name,
      )
      .one();
    this.#sides.set(name, side);
    return side;
  }

  findSide(name: string): Side | null {
    const known = this.#sides.get(name);
    if (known) return known;
    const [side] = this.sql.exec<Side>('SELECT * FROM log_sides WHERE side = ?', name).toArray();
    if (side) this.#sides.set(name, side);
    return side ?? null;
  }

  sideName(n: number): string {
    for (const side of this.#sides.values()) if (side.n === n) return side.side;
    return this.sql.exec<{ side: string }>('SELECT side FROM log_sides WHERE n = ?', n).one().side;
  }

  /** Changes what is counted of a side, which nobody is told. */
  count(side: Side, changes: Partial<Side>): void {
    Object.assign(side, changes);
    this.#changed.add(side);
  }

  /** Changes a side's state. */
  setSide(side: Side, changes: Partial<Side>): void {
    const stamp = this.state.stamp + 1;
    this.set({ stamp });
    this.count(side, { ...changes, stamp });
  }

  /** Numbers a change of a message. @param message null for the message that this change writes. */
  append(kind: LoggedChange['kind'], by: Acting, message: number | null): number {
    const seq = this.state.seq + 1;
    this.set({ seq });
    this.sql.exec(
      'INSERT INTO log_changes (seq, kind, message, side, caller) VALUES (?, ?, ?, ?, ?)',
      seq,
      kind,
      message ?? seq,
      this.side(by.side).n,
      by.caller,
    );
    return seq;
  }

  /** Writes what the open transaction has in memory. */
  flush(): void {
    if (!this.#state) return;
    for (const side of this.#changed) {
      this.sql.exec(
        'UPDATE log_sides SET read_seq = ?, muted = ?, blocked = ?, unread = ?, written = ?, unanswered = ?, minute = ?, changes = ?, stamp = ? WHERE n = ?',
        ...[side.read_seq, side.muted, side.blocked, side.unread, side.written, side.unanswered],
        ...[side.minute, side.changes, side.stamp, side.n],
      );
    }
    this.#changed.clear();
    if (this.#sides.size > REMEMBERED) this.#sides.clear();
    if (!this.#stateChanged) return;
    const state = this.#state;
    this.sql.exec('DELETE FROM log_changes WHERE seq <= ?', Math.min(state.told, state.seq - REPLAYED));
    this.sql.exec(
      'UPDATE log_state SET seq = ?, messages = ?, created_at = ?, active_at = ?, stamp = ?, told = ?, told_stamp = ?, attempts = ?, next_at = ?',
      ...[state.seq, state.messages, state.created_at, state.active_at, state.stamp, state.told],
      ...[state.told_stamp, state.attempts, state.next_at],
    );
    this.#stateChanged = false;
  }
}
