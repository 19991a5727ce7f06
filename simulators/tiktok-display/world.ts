// Everything that one app sees at TikTok's Login Kit and Display API.
import { Nodes, type StoredNode } from '../nodes.ts';
import { FIXTURES } from './fixtures.ts';
import { invalid } from './wire.ts';

export type Node = StoredNode;
export type NodeKind = 'user' | 'video' | 'token' | 'refresh' | 'code';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export class World extends Nodes<NodeKind> {
  constructor(sql: SqlStorage) {
    super(sql, FIXTURES);
  }

  /** The ID of a new video. */
  newId(): string {
    return `74${Array.from(crypto.getRandomValues(new Uint8Array(17)), (byte) => byte % 10).join('')}`;
  }

  get(kind: NodeKind, id: unknown): Node {
    const found = this.find(id);
    if (found?.kind === kind) return found.node;
    throw invalid(`${kind} ${String(id)} does not exist.`);
  }
}
