// Everything that one app sees at TikTok.
import { Nodes, type StoredNode } from '../nodes.ts';
import { FIXTURES } from './fixtures.ts';
import { invalid } from './wire.ts';

export type Node = StoredNode;

export type NodeKind =
  | 'user'
  | 'advertiser'
  | 'bc'
  | 'identity'
  | 'pixel'
  | 'app'
  | 'audience'
  | 'post'
  | 'token'
  | 'code'
  | 'request'
  | 'task'
  | 'campaign'
  | 'adgroup'
  | 'ad'
  | 'video'
  | 'image';

export const SECOND = 1000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export class World extends Nodes<NodeKind> {
  constructor(sql: SqlStorage) {
    super(sql, FIXTURES);
  }

  /** A numeric ID of a new node. */
  newId(): string {
    return `18${Array.from(crypto.getRandomValues(new Uint8Array(14)), (byte) => byte % 10).join('')}`;
  }

  /** Throws what the platform says of an unknown ID, or of one of another kind or advertiser. */
  get(kind: NodeKind, id: unknown, parent?: string): Node {
    const found = this.find(id);
    if (found?.kind === kind && (parent === undefined || found.parent === parent)) return found.node;
    throw invalid(`${kind === 'post' ? 'auth_code' : `${kind}_id`}: ${String(id)} does not exist.`);
  }
}
