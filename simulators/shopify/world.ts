// One shop: its objects in SQLite, its own time, its numbers, and what it still has to deliver.
import { type Fixture, Nodes, type StoredNode } from '../nodes.ts';
import { FIXTURES } from './fixtures.ts';

export type NodeKind =
  | 'app'
  | 'installation'
  | 'code'
  | 'token'
  | 'refresh'
  | 'subscription'
  | 'order'
  | 'product'
  | 'draft'
  | 'discount'
  | 'bulk'
  | 'cart'
  | 'checkout';

export type Node = StoredNode;
export type ShopFixture = Fixture<NodeKind>;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A moment as the platform writes it: whole seconds. */
export const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const gid = (type: string, number: number | string) => `gid://shopify/${type}/${number}`;
/** The number in an ID; null where it is another's or none. */
export const numberIn = (type: string, id: unknown): number | null => {
  const found = new RegExp(`^gid://shopify/${type}/(\\d+)(?:\\?.*)?$`).exec(String(id))?.[1];
  return found === undefined ? null : Number(found);
};
export const legacy = (id: string) => /(\d+)(?:\?.*)?$/.exec(id)?.[1] ?? '0';

export class World extends Nodes<NodeKind> {
  /** `<name>.myshopify.com`, as the address of the request has it. */
  shop = '';
  /** Where the simulators answer, as the caller of the request sees it. */
  origin = '';

  constructor(sql: SqlStorage) {
    super(sql, FIXTURES);
    sql.exec(`
      CREATE TABLE IF NOT EXISTS deliveries (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, subscription TEXT, topic TEXT NOT NULL, uri TEXT NOT NULL,
        headers TEXT NOT NULL, body TEXT NOT NULL, attempt INTEGER NOT NULL, due INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS bulk_lines (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL, root INTEGER NOT NULL, line TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS bulk_lines_of ON bulk_lines (operation, root, seq);
      CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due);
      CREATE INDEX IF NOT EXISTS nodes_updated ON nodes (kind, (data ->> 'updatedAt'), id)`);
  }

  /** A number that nothing else in this shop has; those of different shops lie apart. */
  number(): number {
    const next = this.setting('numbers', 0) + 1;
    this.set('numbers', next);
    let hash = 7;
    for (const letter of this.shop) hash = (hash * 31 + letter.charCodeAt(0)) % 899_999;
    return (100_000 + hash) * 10_000_000 + next;
  }

  /** Counts up by one for each kind of name, as order and draft names do. */
  count1(name: string, from: number): number {
    const next = this.setting(`counter ${name}`, from) + 1;
    this.set(`counter ${name}`, next);
    return next;
  }

  at(): string {
    return iso(this.now());
  }

  /** An object by its ID and kind. */
  get(kind: NodeKind, id: unknown): Node | null {
    const found = this.find(id);
    return found?.kind === kind ? found.node : null;
  }

  remove(id: string): void {
    this.sql.exec('DELETE FROM nodes WHERE id = ?', id);
  }

  private known: ShopState | null = null;

  /** The state of the shop itself: what its owner can change. Everything that is shown asks for it. */
  owner(): ShopState {
    this.known ??= { ...SHOP, domain: this.shop, ...this.setting<Partial<ShopState>>('shop', {}) };
    return this.known;
  }

  override set(name: string, value: unknown): void {
    super.set(name, value);
    this.known = null;
  }
}

export interface ShopState {
  /** frozen answers 402, gone 404, locked 423. */
  state: 'open' | 'frozen' | 'locked' | 'gone';
  name: string;
  domain: string;
  currency: string;
  timezone: string;
  taxesIncluded: boolean;
  email: string;
  prefix: string;
  suffix: string;
}

const SHOP: ShopState = {
  state: 'open',
  name: 'Sim Shop',
  domain: '',
  currency: 'USD',
  timezone: 'America/New_York',
  taxesIncluded: false,
  email: 'owner@shop.example',
  prefix: '#',
  suffix: '',
};
