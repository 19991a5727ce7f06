// Everything that one app sees at Meta, in SQLite, at its own time.
import * as clock from '../clock.ts';
import { Scripted } from '../scripted.ts';
import { FIXTURES } from './fixtures.ts';
import { missingObject, type Params } from './wire.ts';

/** A node, and the simulator's own notes under names with an underscore. */
export interface Node extends Params {
  id: string;
}

export type NodeKind =
  | 'user'
  | 'business'
  | 'account'
  | 'page'
  | 'instagram'
  | 'pixel'
  | 'app'
  | 'audience'
  | 'token'
  | 'code'
  | 'campaign'
  | 'adset'
  | 'ad'
  | 'creative'
  | 'video'
  | 'image'
  | 'session';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export class World extends Scripted {
  constructor(sql: SqlStorage) {
    super(sql);
    sql.exec(`
      CREATE TABLE IF NOT EXISTS nodes (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
        parent TEXT NOT NULL, data TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS nodes_kind ON nodes (kind, parent, seq);
      CREATE TABLE IF NOT EXISTS calls (request TEXT PRIMARY KEY, count INTEGER NOT NULL)`);
    if (this.setting('furnished', false)) return;
    for (const { kind, parent, node } of FIXTURES) this.add(kind, parent, { ...node });
    this.set('furnished', true);
  }

  /** Milliseconds. Real time, moved by what the clock was advanced. */
  now(): number {
    return clock.now() + this.setting('clock', 0);
  }

  /** A numeric ID of a new node. */
  newId(): string {
    return `1202${Array.from(crypto.getRandomValues(new Uint8Array(13)), (byte) => byte % 10).join('')}`;
  }

  /** @param parent the ad account of what lies in one; else empty. */
  add(kind: NodeKind, parent: string, node: Node): Node {
    const whole: Node = { ...node, _created: this.now(), _updated: this.now() };
    this.sql.exec(
      'INSERT INTO nodes (id, kind, parent, data) VALUES (?, ?, ?, ?)',
      whole.id,
      kind,
      parent,
      JSON.stringify(whole),
    );
    return whole;
  }

  save(node: Node): Node {
    const whole = { ...node, _updated: this.now() };
    this.sql.exec('UPDATE nodes SET data = ? WHERE id = ?', JSON.stringify(whole), node.id);
    return whole;
  }

  find(id: unknown): { kind: NodeKind; parent: string; node: Node } | null {
    const row = this.sql
      .exec<{ kind: NodeKind; parent: string; data: string }>(
        'SELECT kind, parent, data FROM nodes WHERE id = ?',
        String(id),
      )
      .toArray()[0];
    return row ? { kind: row.kind, parent: row.parent, node: JSON.parse(row.data) } : null;
  }

  /** Throws what the platform says of an unknown ID, or of one of another kind or ad account. */
  get(kind: NodeKind, id: unknown, parent?: string): Node {
    const found = this.find(id);
    if (found?.kind === kind && (parent === undefined || found.parent === parent)) return found.node;
    throw missingObject(String(id));
  }

  /** Newest first. */
  all(kind: NodeKind, parent?: string): Node[] {
    return this.sql
      .exec<{ data: string }>(
        'SELECT data FROM nodes WHERE kind = ? AND parent = coalesce(?, parent) ORDER BY seq DESC',
        kind,
        parent ?? null,
      )
      .toArray()
      .map((row) => JSON.parse(row.data) as Node);
  }

  /** How often each kind of request took effect: what tests count by. */
  count(request: string): void {
    this.sql.exec(
      'INSERT INTO calls VALUES (?, 1) ON CONFLICT (request) DO UPDATE SET count = count + 1',
      request,
    );
  }

  counts(): Record<string, number> {
    const rows = this.sql.exec<{ request: string; count: number }>('SELECT request, count FROM calls');
    return Object.fromEntries(rows.toArray().map(({ request, count }) => [request, count]));
  }
}

/** A moment as the platform writes it. */
export function stamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+0000`;
}
