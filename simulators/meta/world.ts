// Everything that one app sees at Meta.
import { Nodes, type StoredNode } from '../nodes.ts';
import { FIXTURES } from './fixtures.ts';
import { missingObject } from './wire.ts';

export type Node = StoredNode;

export type NodeKind =
  | 'user'
  | 'business'
  | 'account'
  | 'page'
  | 'instagram'
  | 'pixel'
  | 'conversion'
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
  | 'session'
  | 'content';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export class World extends Nodes<NodeKind> {
  constructor(sql: SqlStorage) {
    super(sql, FIXTURES);
  }

  /** A numeric ID of a new node. */
  newId(): string {
    return `1202${Array.from(crypto.getRandomValues(new Uint8Array(13)), (byte) => byte % 10).join('')}`;
  }

  /** Throws what the platform says of an unknown ID, or of one of another kind or ad account. */
  get(kind: NodeKind, id: unknown, parent?: string): Node {
    const found = this.find(id);
    if (found?.kind === kind && (parent === undefined || found.parent === parent)) return found.node;
    throw missingObject(String(id));
  }
}

/** A moment as the platform writes it. */
export function stamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+0000`;
}
