// The sockets of a thread: who may have one, and what is sent to whom. It needs no timer: a socket whose hour or right is
// over gets nothing more, and is closed when there is something to send.
import type { Standing } from '../../../auth/standing.ts';
import * as clock from '../../../kit/clock.ts';
import { log as logLine } from '../../../kit/log.ts';
import { rowsOfChanges } from './list-changes.ts';
import {
  changeFrame,
  type Incoming,
  movedFrame,
  ownFrame,
  parseIncoming,
  readyFrame,
  resyncFrame,
} from './live-frames.ts';
import {
  type Attached,
  attach,
  attachedTo,
  CLOSED,
  FrameCounts,
  isOver,
  type LiveRights,
  type Opening,
  RIGHTS_MS,
} from './live-socket.ts';
import { messageId } from './message-id.ts';
import { messageAt } from './stored-message.ts';
import { REPLAYED, type Side, type ThreadLog } from './thread-log.ts';

const OF_A_THREAD = 200;
/** The most changes that are read at once. */
const AT_ONCE = 100;

/** What each caller may do in the thread now; null if it may not even read. */
export type AskRights = (thread: string, callers: readonly Standing[]) => Promise<(LiveRights | null)[]>;

export class LiveThread {
  readonly #state: DurableObjectState;
  readonly #log: () => ThreadLog;
  readonly #ask: AskRights;
  readonly #ofASide: () => number;
  /** Up to what the sockets have it. */
  #sent: { seq: number; stamp: number } | null = null;
  /** Frames for everybody but one side that are of no change in the log. */
  #passing: { except: string; frame: string }[] = [];
  #sending = false;
  readonly #counts = new FrameCounts();

  /** @param ofASide how many sockets a side may have. */
  constructor(state: DurableObjectState, log: () => ThreadLog, ask: AskRights, ofASide: () => number) {
    this.#state = state;
    this.#log = log;
    this.#ask = ask;
    this.#ofASide = ofASide;
  }

  /** Notes where the log stands before its first change, which is the first that is sent. */
  begin(): void {
    const log = this.#log();
    this.#sent ??= log.exists ? { seq: log.state.seq, stamp: log.state.stamp } : { seq: 0, stamp: 0 };
  }

  /** Opens a socket and sends what its client missed. The thread has begun. */
  open({ caller, rights, askedAt, after, protocol }: Opening): Response {
    const now = clock.now();
    const open = this.#entries(now);
    const own = open.filter(({ attached }) => attached.caller.side === caller.side);
    if (own.length >= this.#ofASide() || open.length >= OF_A_THREAD)
      return new Response(null, { status: 429 });
    const log = this.#log();
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server);
    const attached: Attached = { caller, rights, askedAt, openedAt: now, from: log.state.seq };
    attach(server, attached);
    for (const frame of missed(log, after, caller.side)) server.send(frame);
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: protocol === null ? {} : { 'Sec-WebSocket-Protocol': protocol },
    });
  }

  /** What came in over a socket. @returns what its sender wants; null when it is closed or to be ignored. */
  hear(socket: WebSocket, data: string | ArrayBuffer): Incoming | null {
    if (socket.readyState !== WebSocket.OPEN) return null;
    const incoming =
      this.#counts.isTooMany(socket, clock.now()) || typeof data !== 'string' ? null : parseIncoming(data);
    if (incoming === null) socket.close(...CLOSED.policy);
    return incoming;
  }

  /** What the caller behind a socket may do. @param freshly whether to ask now, as for everything that is written. */
  async rightsOf(socket: WebSocket, freshly: boolean): Promise<LiveRights | null> {
    const now = clock.now();
    const attached = attachedTo(socket);
    if (!freshly && attached.askedAt > now - RIGHTS_MS) return attached.rights;
    const [rights = null] = await this.#ask(this.#log().head.id, [attached.caller]);
    return this.#renew({ socket, attached }, rights, now);
  }

  /** Sends what changed. It returns at once, and one call after the other sees everything. */
  deliver(): void {
    this.begin();
    void this.#send();
  }

  /** Sends to all sockets but those of one side something that is in no log. */
  pass(except: string, frame: string): void {
    if (this.#state.getWebSockets().length === 0) return;
    this.#passing.push({ except, frame });
    this.deliver();
  }

  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#owes()) await this.#sendNext();
    } catch (error) {
      logLine('error', { thread: this.#log().head.id, live: String(error) });
      for (const socket of this.#open()) socket.close(...CLOSED.unsure);
    } finally {
      this.#sending = false;
    }
  }

  #owes(): boolean {
    const { seq, stamp } = this.#log().state;
    return this.#passing.length > 0 || seq > this.#sent!.seq || stamp > this.#sent!.stamp;
  }

  async #sendNext(): Promise<void> {
    for (let old = this.#unsure(); old.length > 0; old = this.#unsure()) await this.#askAgain(old);
    // From here on nothing is awaited: a socket that opened meanwhile is among them, and begins where they stand.
    const sockets = this.#entries(clock.now());
    const log = this.#log();
    const sent = this.#sent!;
    const passing = this.#passing.splice(0);
    const { seq, stamp } = log.state;
    if (sockets.length === 0) {
      this.#sent = { seq, stamp };
      return;
    }
    const rows = rowsOfChanges(log, sent.seq, AT_ONCE);
    // The log forgets what was told, even while somebody was slow to say who may read it.
    if (rows.length > 0 && rows[0]!.seq !== sent.seq + 1) {
      for (const { socket } of sockets) socket.send(resyncFrame(seq));
      this.#sent = { seq, stamp };
      return;
    }
    for (const row of rows) this.#sendChange(log, row, sockets);
    for (const side of changedSides(log, sent.stamp)) {
      const own = sockets.filter(({ attached }) => attached.caller.side === side.side);
      if (own.length > 0) for (const { socket } of own) socket.send(ownFrame(log, side));
    }
    for (const { except, frame } of passing)
      for (const { socket, attached } of sockets) if (attached.caller.side !== except) socket.send(frame);
    this.#sent = { seq: rows.at(-1)?.seq ?? seq, stamp };
  }

  #sendChange(
    log: ThreadLog,
    row: ReturnType<typeof rowsOfChanges>[number],
    sockets: readonly Entitled[],
  ): void {
    const by = log.sideName(row.side);
    let everybodys: string | null = null;
    let own: string | null = null;
    for (const { socket, attached } of sockets) {
      if (attached.from >= row.seq) continue;
      if (log.head.kind === 'program' && attached.caller.side === by) {
        own ??= changeFrame(log, row, by);
        socket.send(own);
      } else {
        everybodys ??= changeFrame(log, row, null);
        socket.send(everybodys);
      }
    }
  }

  /** The sockets whose rights are older than ten seconds. */
  #unsure(): Entitled[] {
    const now = clock.now();
    return this.#entries(now).filter(({ attached }) => attached.askedAt <= now - RIGHTS_MS);
  }

  async #askAgain(old: readonly Entitled[]): Promise<void> {
    const now = clock.now();
    const callers = new Map(old.map(({ attached: { caller } }) => [nameOf(caller), caller]));
    const answers = await this.#ask(this.#log().head.id, [...callers.values()]);
    const rights = new Map([...callers.keys()].map((name, index) => [name, answers[index] ?? null]));
    for (const one of old) this.#renew(one, rights.get(nameOf(one.attached.caller)) ?? null, now);
  }

  /** Keeps what was asked, or closes a socket whose right is over. */
  #renew(one: Entitled, rights: LiveRights | null, now: number): LiveRights | null {
    if (!rights?.reads) {
      one.socket.close(...CLOSED.lost);
      return null;
    }
    one.attached = { ...one.attached, rights, askedAt: now };
    attach(one.socket, one.attached);
    return rights;
  }

  #open(): WebSocket[] {
    return this.#state.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  /** The open sockets. Those whose hour is over are closed. */
  #entries(now: number): Entitled[] {
    const entries: Entitled[] = [];
    for (const socket of this.#open()) {
      const attached = attachedTo(socket);
      if (isOver(attached, now)) socket.close(...CLOSED.over);
      else entries.push({ socket, attached });
    }
    return entries;
  }
}

interface Entitled {
  socket: WebSocket;
  attached: Attached;
}

const nameOf = ({ by, callerId, session, side }: Standing): string => `${by} ${session ?? callerId} ${side}`;

/** The first frames of a socket: what its client missed, then where it stands. */
function missed(log: ThreadLog, after: number | null, side: string): string[] {
  const { seq } = log.state;
  if (after === null) return [readyFrame(seq)];
  if (after > seq || seq - after > REPLAYED) return [resyncFrame(seq)];
  return [...rowsOfChanges(log, after, REPLAYED).map((row) => changeFrame(log, row, side)), readyFrame(seq)];
}

function changedSides(log: ThreadLog, stamp: number): Side[] {
  return log.sql.exec<Side>('SELECT * FROM log_sides WHERE stamp > ? ORDER BY stamp', stamp).toArray();
}

/** The frame of a mark that moved. */
export function markFrame(log: ThreadLog, side: Side): string {
  const mark = messageAt(log, side.read_seq);
  return movedFrame(side.side, mark && messageId(log.head.id, mark.created_at, mark.seq));
}
