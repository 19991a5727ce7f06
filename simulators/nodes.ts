// The objects of one simulated world, in SQLite and at its own time, and how often each kind of request took effect.
import * as clock from './clock.ts';
import { Scripted } from './scripted.ts';

/** An object as the platform has it; names that begin with an underscore are the simulator's own notes. */
export interface StoredNode {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each handler knows what its own checks let through
  [name: string]: any;
}

export interface Fixture<Kind extends string> {
  kind: Kind;
  parent: string;
  node: StoredNode;
}

export class Nodes<Kind extends string> extends Scripted {
  constructor(sql: SqlStorage, fixtures: readonly Fixture<Kind>[]) {
    super(sql);
    sql.exec(`
      CREATE TABLE IF NOT EXISTS nodes (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
        parent TEXT NOT NULL, data TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS nodes_kind ON nodes (kind, parent, seq);
      CREATE TABLE IF NOT EXISTS calls (request TEXT PRIMARY KEY, count INTEGER NOT NULL)`);
    if (this.setting('furnished', false)) return;
    for (const { kind, parent, node } of fixtures) this.add(kind, parent, { ...node });
    this.set('furnished', true);
  }

  /** Milliseconds. Real time, moved by what the clock was advanced. */
  now(): number {
    return clock.now() + this.setting('clock', 0);
  }

  /** @param parent the ad account of what lies in one; else empty. */
  add(kind: Kind, parent: string, node: StoredNode): StoredNode {
    const whole: StoredNode = { ...node, _created: this.now(), _updated: this.now() };
    this.sql.exec(
      'INSERT INTO nodes (id, kind, parent, data) VALUES (?, ?, ?, ?)',
      whole.id,
      kind,
      parent,
      JSON.stringify(whole),
    );
    return whole;
  }

  save(node: StoredNode): StoredNode {
    const whole = { ...node, _updated: this.now() };
    this.sql.exec('UPDATE nodes SET data = ? WHERE id = ?', JSON.stringify(whole), node.id);
    return whole;
  }

  find(id: unknown): { kind: Kind; parent: string; node: StoredNode } | null {
    const row = this.sql
      .exec<{ kind: Kind; parent: string; data: string }>(
        'SELECT kind, parent, data FROM nodes WHERE id = ?',
        String(id),
      )
      .toArray()[0];
    return row ? { kind: row.kind, parent: row.parent, node: JSON.parse(row.data) } : null;
  }

  /** Newest first. */
  all(kind: Kind, parent?: string): StoredNode[] {
    return this.sql
      .exec<{ data: string }>(
        'SELECT data FROM nodes WHERE kind = ? AND parent = coalesce(?, parent) ORDER BY seq DESC',
        kind,
        parent ?? null,
      )
      .toArray()
      .map((row) => JSON.parse(row.data) as StoredNode);
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
