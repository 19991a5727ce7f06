// One thread. The Durable Object makes it serial: what many change at once is one transaction (grouped-commit.ts). The
// rules are in src/domains/messaging/thread-log.

import { DurableObject } from 'cloudflare:workers';
import { applyChange } from '../src/domains/messaging/thread-log/apply-change.ts';
import type { Acting, Change, Once, Outcome } from '../src/domains/messaging/thread-log/change.ts';
import { eraseSide } from '../src/domains/messaging/thread-log/erase-side.ts';
import { listChanges } from '../src/domains/messaging/thread-log/list-changes.ts';
import { listAround, listLogged } from '../src/domains/messaging/thread-log/list-messages.ts';
import { listSides } from '../src/domains/messaging/thread-log/list-sides.ts';
import type {
  LoggedChange,
  MessageRecord,
  SideState,
  ThreadHead,
} from '../src/domains/messaging/thread-log/record.ts';
import { findMessage, recordOf } from '../src/domains/messaging/thread-log/stored-message.ts';
import type { Changed, MessageQuery, ThreadApi } from '../src/domains/messaging/thread-log/thread-client.ts';
import { ThreadLog } from '../src/domains/messaging/thread-log/thread-log.ts';
import type { Env } from '../src/env.ts';
import { GroupedCommit } from './grouped-commit.ts';

export class Thread extends DurableObject<Env> implements ThreadApi {
  #read: ThreadLog | null = null;
  readonly #grouped = new GroupedCommit(this.ctx, {
    flush: () => this.#log.flush(),
    reload: () => this.#log.reload(),
    dueAt: () => null,
  });

  get #log(): ThreadLog {
    this.#read ??= new ThreadLog(this.ctx.storage.sql);
    return this.#read;
  }

  async change(head: ThreadHead, by: Acting, change: Change, once: Once | null): Promise<Outcome<Changed>> {
    return await this.#grouped.run(() => applyChange(this.#log, head, by, change, once));
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
    return await this.#grouped.run(() => eraseSide(this.#log, by, after));
  }
}
