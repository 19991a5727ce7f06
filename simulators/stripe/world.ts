// Everything one Stripe account knows, in SQLite, at its own time.
import * as clock from '../clock.ts';
import { Scripted } from '../scripted.ts';
import type { Params, Spec } from './params.ts';
import { failure } from './wire.ts';

/** A Stripe object as it is on the wire, and the simulator's own notes under names with an underscore. */
export interface Obj extends Params {
  id: string;
  object: string;
}

export const DAY = 86_400;

/** The request that something happened by, if any. */
interface Origin {
  id: string | null;
  key: string | null;
}

/** Where thin events send one to read of what they are about. */
const FOLDERS: Record<string, string> = {
  'v2.core.account': '/v2/core/accounts',
  'v2.money_management.outbound_payment': '/v2/money_management/outbound_payments',
  'v2.money_management.payout_method': '/v2/money_management/payout_methods',
};

export class World extends Scripted {
  /** Names this world in the addresses of its pages. */
  readonly name: string;
  /** Where the simulator is reached, as the last request saw it. */
  origin = 'http://127.0.0.1';

  constructor(sql: SqlStorage, name: string) {
    super(sql);
    this.name = name;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS objects (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
        account TEXT NOT NULL, created INTEGER NOT NULL, data TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, account, seq);
      CREATE TABLE IF NOT EXISTS idempotency (
        account TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, status INTEGER NOT NULL,
        body TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (account, key));
      CREATE TABLE IF NOT EXISTS deliveries (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, due INTEGER NOT NULL, attempt INTEGER NOT NULL)`);
  }

  /** Seconds. Real time, moved by what the clock was advanced. */
  now(): number {
    return Math.floor(clock.now() / 1000) + this.setting('clock', 0);
  }

  /** A new ID as Stripe forms them. */
  id(prefix: string): string {
    return `${prefix}_sim${crypto.randomUUID().replaceAll('-', '').slice(0, 21)}`;
  }

  /** Stores a new object. `account` is empty for the platform's own. */
  add(object: Obj, account: string): Obj {
    const whole: Obj = { livemode: false, metadata: {}, ...object, created: this.now() };
    const { id, object: kind, created } = whole;
    const data = JSON.stringify(whole);
    this.sql.exec(
      'INSERT INTO objects (id, kind, account, created, data) VALUES (?, ?, ?, ?, ?)',
      id,
      kind,
      account,
      created,
      data,
    );
    return whole;
  }

  save(object: Obj): Obj {
    this.sql.exec('UPDATE objects SET data = ? WHERE id = ?', JSON.stringify(object), object.id);
    return object;
  }

  find(kind: string | null, id: unknown, account: string): Obj | null {
    const rows = this.sql.exec<{ data: string }>(
      'SELECT data FROM objects WHERE id = ? AND account = ? AND kind = coalesce(?, kind)',
      String(id),
      account,
      kind,
    );
    const row = rows.toArray()[0];
    return row ? (JSON.parse(row.data) as Obj) : null;
  }

  /** Throws the 404 of an unknown ID, or of one of another account. */
  get(kind: string, id: unknown, account: string, param = 'id'): Obj {
    const found = this.find(kind, id, account);
    if (found) return found;
    const message = `No such ${kind.replaceAll('.', ' ')}: '${String(id)}'`;
    throw failure(404, { code: 'resource_missing', message, param });
  }

  /** Newest first. */
  all(kind: string, account: string): Obj[] {
    return this.sql
      .exec<{ data: string }>(
        'SELECT data FROM objects WHERE kind = ? AND account = ? ORDER BY seq DESC',
        kind,
        account,
      )
      .toArray()
      .map((row) => JSON.parse(row.data) as Obj);
  }

  /** One page as Stripe pages: newest first, from an object's ID. */
  page(kind: string, account: string, url: string, params: Params, keep: (object: Obj) => boolean) {
    const { limit = 10, starting_after: after, ending_before: before, created = {} } = params;
    if (limit < 1 || limit > 100) {
      throw failure(400, { message: 'Invalid limit: must be between 1 and 100', param: 'limit' });
    }
    if (after !== undefined) this.get(kind, after, account, 'starting_after');
    if (before !== undefined) this.get(kind, before, account, 'ending_before');
    const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = created;
    const kept = this.all(kind, account).filter(
      (one) =>
        (keep(one) && one.created > gt && one.created >= gte && one.created < lt && one.created <= lte) ||
        one.id === after ||
        one.id === before,
    );
    const from = after === undefined ? 0 : kept.findIndex((one) => one.id === after) + 1;
    const to = before === undefined ? kept.length : kept.findIndex((one) => one.id === before);
    const range = kept.slice(from, to);
    const data = before === undefined ? range.slice(0, limit) : range.slice(-limit);
    return { object: 'list', data, has_more: range.length > data.length, url };
  }

  /** Tells the webhook receivers, and keeps it for GET /v1/events or, when its type is of version 2, /v2/core/events. */
  emit(type: string, object: Obj, account: string, request: Origin): void {
    const id = this.id('evt');
    const event = type.startsWith('v2.')
      ? this.#thin(id, type, object, account, request)
      : this.#snapshot(id, type, object, account, request);
    this.sql.exec('INSERT INTO deliveries (event, due, attempt) VALUES (?, ?, 0)', event.id, this.now());
  }

  /** Says what it is about and nothing of it. */
  #thin(id: string, type: string, about: Obj, account: string, request: Origin): Obj {
    const folder = FOLDERS[about.object];
    const related = { id: about.id, type: about.object, url: `${folder}/${about.id}` };
    const asked = { type: 'request', request: { id: request.id, idempotency_key: request.key } };
    return this.add(
      {
        id,
        object: 'v2.core.event',
        type,
        changes: null,
        context: account || null,
        reason: request.id ? asked : null,
        related_object: folder ? related : null,
      },
      '',
    );
  }

  #snapshot(id: string, type: string, object: Obj, account: string, request: Origin): Obj {
    return this.add(
      {
        id,
        object: 'event',
        type,
        api_version: this.setting('version', '2026-10-28.endive'),
        data: { object: structuredClone(object) },
        pending_webhooks: 1,
        request: { id: request.id, idempotency_key: request.key },
        ...(account ? { account } : {}),
      },
      '',
    );
  }
}

/** What a handler is given. */
export interface Call {
  world: World;
  /** Empty for the platform, else the account of the Stripe-Account or Stripe-Context header. */
  account: string;
  params: Params;
  /** The IDs in the path, in order. */
  ids: string[];
  url: string;
  /** What follows the question mark. */
  search: string;
  /** A thin event when the type is of version 2. */
  emit(type: string, object: Obj, account?: string): void;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `:` stands for an ID. */
  path: string;
  spec: Spec;
  handle(call: Call): unknown;
}
