// One thread. The Durable Object makes it serial: what many change at once is one transaction (grouped-commit.ts). An
// alarm in the same commit tells the databases, and sockets hear of it. The rules are in src/domains/messaging/thread-log.

import { DurableObject } from 'cloudflare:workers';
import type { Standing } from '../src/auth/standing.ts';
import { answered, applyChange } from '../src/domains/messaging/thread-log/apply-change.ts';
import type { Acting, Change, Outcome } from '../src/domains/messaging/thread-log/change.ts';
import { eraseSide } from '../src/domains/messaging/thread-log/erase-side.ts';
import { listChanges } from '../src/domains/messaging/thread-log/list-changes.ts';
import { listAround, listLogged } from '../src/domains/messaging/thread-log/list-messages.ts';
import { listSides } from '../src/domains/messaging/thread-log/list-sides.ts';
import { type Incoming, typingFrame } from '../src/domains/messaging/thread-log/live-frames.ts';
import {
  attachedTo,
  CLOSED,
  type LiveRights,
  type Opening,
} from '../src/domains/messaging/thread-log/live-socket.ts';
import { LiveThread, markFrame } from '../src/domains/messaging/thread-log/live-thread.ts';
import { owed, owes, postpone, settle, toldAt } from '../src/domains/messaging/thread-log/owed.ts';
import { portionOf } from '../src/domains/messaging/thread-log/portion.ts';
import type {
  LoggedChange,
  MessageRecord,
  Portion,
  SideState,
  ThreadHead,
} from '../src/domains/messaging/thread-log/record.ts';
import { redeemTicket } from '../src/domains/messaging/thread-log/redeem-ticket.ts';
import { findMessage, recordOf } from '../src/domains/messaging/thread-log/stored-message.ts';
import type { Changed, MessageQuery, ThreadApi } from '../src/domains/messaging/thread-log/thread-client.ts';
import { ThreadLog } from '../src/domains/messaging/thread-log/thread-log.ts';
import { isBlocked } from '../src/domains/messaging/thread-log/write-message.ts';
import { type Env, vars } from '../src/env.ts';
import * as clock from '../src/kit/clock.ts';
import { log } from '../src/kit/log.ts';
import type { Once } from '../src/kit/once.ts';
import { systemCtx } from '../src/system-ctx.ts';
import { GroupedCommit } from './grouped-commit.ts';

/** The most portions that one alarm tells. */
const PORTIONS = 50;

export class Thread extends DurableObject<Env> implements ThreadApi {
  #read: ThreadLog | null = null;
  readonly #grouped = new GroupedCommit(this.ctx, {
    flush: () => this.#log.flush(),
    reload: () => this.#log.reload(),
    dueAt: () => toldAt(this.#log),
  });
  readonly #live = new LiveThread(
    this.ctx,
    () => this.#log,
    (thread, callers) => this.#ask(thread, callers),
    () => vars(this.env).SOCKETS_A_SIDE,
  );

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    // Answered by the platform, which does not wake the object for it.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
  }

  get #log(): ThreadLog {
    this.#read ??= new ThreadLog(this.ctx.storage.sql);
    return this.#read;
  }

  async change(head: ThreadHead, by: Acting, change: Change, once: Once | null): Promise<Outcome<Changed>> {
    this.#live.begin();
    const outcome = await this.#grouped.run(() => {
      const before = this.#log.exists ? this.#log.findSide(by.side)?.read_seq : 0;
      const done = applyChange(this.#log, head, by, change, once);
      const side = this.#log.findSide(by.side);
      const moved = change.kind === 'read' && side !== null && side.read_seq !== (before ?? 0);
      return { done, mark: moved ? markFrame(this.#log, side) : null };
    });
    // Who reads in a program is nobody else's business.
    if (outcome.mark !== null && head.kind !== 'program') this.#live.pass(by.side, outcome.mark);
    if (outcome.done.ok) this.#live.deliver();
    return outcome.done;
  }

  async answered(
    by: Acting,
    once: Once | null,
    clientMessageId: string | null,
  ): Promise<Outcome<Changed> | null> {
    return answered(this.#log, by, once, clientMessageId);
  }

  /** Opens a socket for a caller whose rights were asked: `Live-Opening` says what came of it. */
  override async fetch(request: Request): Promise<Response> {
    const opening = JSON.parse(request.headers.get('live-opening') ?? '') as Opening;
    const { head, ticket } = opening;
    this.#live.begin();
    const opens = await this.#grouped.run(() => {
      this.#log.open(head);
      return ticket === null || redeemTicket(this.#log, ticket, clock.now());
    });
    return opens ? this.#live.open(opening) : new Response(null, { status: 401 });
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const incoming = this.#live.hear(socket, data);
    if (incoming === null) return;
    try {
      await this.#heard(socket, incoming);
    } catch (error) {
      log('error', { thread: this.#log.head.id, live: String(error) });
      socket.close(...CLOSED.unsure);
    }
  }

  async #heard(socket: WebSocket, incoming: Incoming): Promise<void> {
    const rights = await this.#live.rightsOf(socket, incoming.type === 'read');
    const { caller } = attachedTo(socket);
    if (incoming.type === 'typing') {
      if (rights?.sends && !isBlocked(this.#log)) this.#live.pass(caller.side, typingFrame(caller.side));
      return;
    }
    if (!rights?.marks) return;
    const by = { side: caller.side, caller: caller.callerId, now: clock.now(), limits: null };
    await this.change(this.#log.head, by, { kind: 'read', message: incoming.message }, null);
  }

  async #ask(thread: string, callers: readonly Standing[]): Promise<(LiveRights | null)[]> {
    const { findLiveRights } = await import('../src/domains/messaging/thread-record/find-live-rights.ts');
    return await findLiveRights(systemCtx(this.env, clock.now()), thread, callers);
  }

  override async alarm(): Promise<void> {
    await this.#grouped.alarm(() => this.#tell());
  }

  /** Tells the databases what changed, a portion at a time. */
  async #tell(): Promise<void> {
    const { tellChanges } = await import('../src/domains/messaging/messages/tell-changes.ts');
    for (let n = 0; n < PORTIONS; n++) {
      const telling = owed(this.#log);
      if (!telling) return;
      // Nothing is told that a crash could still take back.
      await this.ctx.storage.sync();
      try {
        await tellChanges(systemCtx(this.env, clock.now()), telling);
      } catch (error) {
        log('error', { thread: telling.head.id, untold: telling.seq, error: String(error) });
        await this.#grouped.run(() => postpone(this.#log, clock.now()));
        return;
      }
      await this.#grouped.run(() => settle(this.#log, telling));
    }
  }

  async messages(query: MessageQuery): Promise<MessageRecord[] | null> {
    return listLogged(this.#log, query);
  }

  async message(
    id: string,
    side: string | null,
  ): Promise<{ head: ThreadHead; message: MessageRecord } | null> {
    const log = this.#log;
    const message = log.exists ? findMessage(log, id) : null;
    return message && { head: log.head, message: recordOf(log, message, side) };
  }

  async around(id: string, beside: number): Promise<MessageRecord[]> {
    return listAround(this.#log, id, beside);
  }

  async sides(names: string[]): Promise<SideState[]> {
    return listSides(this.#log, names);
  }

  async changes(after: number, side: string | null): Promise<LoggedChange[] | null> {
    return listChanges(this.#log, after, side);
  }

  async erase(by: Acting, after: number): Promise<number | null> {
    this.#live.begin();
    const next = await this.#grouped.run(() => eraseSide(this.#log, by, after));
    if (this.#log.exists) this.#live.deliver();
    return next;
  }

  async portion(after: number, since: number): Promise<Portion | null> {
    return portionOf(this.#log, after, since);
  }

  async tell(): Promise<boolean> {
    await this.#tell();
    return !owes(this.#log);
  }
}
