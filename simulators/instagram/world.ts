// Everything that one app sees at Instagram.
import { missingObject } from '../meta/wire.ts';
import { Nodes, type StoredNode } from '../nodes.ts';
import { FIXTURES } from './fixtures.ts';

export type Node = StoredNode;
export type NodeKind = 'user' | 'media' | 'token' | 'code';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export class World extends Nodes<NodeKind> {
  constructor(sql: SqlStorage) {
    super(sql, FIXTURES);
  }

  /** The ID of a new media. */
  newId(): string {
    return `180${Array.from(crypto.getRandomValues(new Uint8Array(14)), (byte) => byte % 10).join('')}`;
  }

  /** Throws what the platform says of an unknown ID, or of one of another kind. */
  get(kind: NodeKind, id: unknown): Node {
    const found = this.find(id);
    if (found?.kind === kind) return found.node;
    throw missingObject(String(id));
  }
}
