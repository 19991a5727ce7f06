// Everything that one app sees at Snapchat.
import { Nodes, type StoredNode } from '../nodes.ts';
import { FIXTURES } from './fixtures.ts';
import { missing } from './wire.ts';

export type Node = StoredNode;

export type NodeKind =
  | 'user'
  | 'organization'
  | 'account'
  | 'profile'
  | 'pixel'
  | 'funding'
  | 'segment'
  | 'token'
  | 'refresh'
  | 'code'
  | 'campaign'
  | 'adsquad'
  | 'ad'
  | 'creative'
  | 'media';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export class World extends Nodes<NodeKind> {
  constructor(sql: SqlStorage) {
    super(sql, FIXTURES);
  }

  /** Throws what the platform says of an unknown ID, or of one of another kind or ad account. */
  get(kind: NodeKind, id: unknown, parent?: string): Node {
    const found = this.find(id);
    const there = found?.kind === kind && (parent === undefined || found.parent === parent);
    if (there && !found.node.deleted) return found.node;
    throw missing();
  }
}

/** A moment as the platform writes it. */
export const stamp = (ms: number): string => new Date(ms).toISOString();
