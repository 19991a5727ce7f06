// Everything that one Google Cloud project sees at Google Ads.
import { Nodes, type StoredNode } from '../nodes.ts';
import { FIXTURES } from './fixtures.ts';
import type { ResourceKind } from './messages.ts';
import { refuse } from './wire.ts';

export type Node = StoredNode;

export type NodeKind =
  | ResourceKind
  | 'user'
  | 'customer'
  | 'token'
  | 'grant'
  | 'code'
  | 'upload'
  | 'session'
  | 'conversionAction'
  | 'userInterest';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export class World extends Nodes<NodeKind> {
  constructor(sql: SqlStorage) {
    super(sql, FIXTURES);
  }

  newId(): string {
    return `2${Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte % 10).join('')}`;
  }

  /** The moment in an account's zone: `yyyy-MM-dd HH:mm:ss`. */
  local(customer: Node, ms = this.now()): string {
    const zone = { timeZone: customer.timeZone, hourCycle: 'h23' } as const;
    const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    return new Intl.DateTimeFormat('sv-SE', { ...zone, ...date, ...time }).format(ms);
  }

  /** Throws what the platform says of a resource that the account lacks. */
  get(kind: NodeKind, name: unknown, customer: string, place: readonly (string | number)[] = []): Node {
    const found = this.find(name);
    if (found?.kind === kind && found.parent === customer) return found.node;
    throw refuse('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', { place });
  }
}
