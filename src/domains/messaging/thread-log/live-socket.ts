// What the object knows of a socket. It lies in the socket's attachment, because memory is lost while the object sleeps.
import type { Standing } from '../../../auth/standing.ts';
import { HOUR_MS, SECOND_MS } from '../../../kit/time.ts';
import type { ThreadHead } from './record.ts';

export interface LiveRights {
  reads: boolean;
  sends: boolean;
  marks: boolean;
}

/** How a socket is opened, by who asked for its rights before. */
export interface Opening {
  head: ThreadHead;
  caller: Standing;
  rights: LiveRights;
  /** When they were asked, in milliseconds. */
  askedAt: number;
  /** The last change that the client has; null for one that begins. */
  after: number | null;
  /** Set when it came with a ticket: its name, and until when that is good. */
  ticket: { name: string; until: number } | null;
  /** The protocol to answer with; null when the client named none. */
  protocol: string | null;
}

export interface Attached {
  caller: Standing;
  rights: LiveRights;
  askedAt: number;
  openedAt: number;
  /** The changes up to this one were sent when it was opened. */
  from: number;
}

export const RIGHTS_MS = 10 * SECOND_MS;
const LONGEST_MS = HOUR_MS;
/** In as many milliseconds a client may send as many frames. */
const WINDOW_MS = 10 * SECOND_MS;
const FRAMES = 20;

/** Why a socket was closed. */
export const CLOSED = {
  /** What came in was too much, too large or no frame. */
  policy: [1008, 'too many or unknown frames'],
  /** The rights could not be asked: the client comes back. */
  unsure: [1011, 'try again'],
  lost: [4403, 'no right to read this thread'],
  /** An hour is over: the client comes back. */
  over: [4408, 'open it again'],
} as const;

/** What was read from attachments since the object woke: reading one costs as much as sending a frame. */
const known = new WeakMap<WebSocket, Attached>();

export function attachedTo(socket: WebSocket): Attached {
  const attached = known.get(socket) ?? (socket.deserializeAttachment() as Attached);
  known.set(socket, attached);
  return attached;
}

export function attach(socket: WebSocket, attached: Attached): void {
  socket.serializeAttachment(attached);
  known.set(socket, attached);
}

export const isOver = ({ openedAt }: Attached, now: number): boolean => openedAt + LONGEST_MS <= now;

/**
 * Counts what a client sends. In memory: when the object sleeps it has heard nothing for as long as the counts matter.
 */
export class FrameCounts {
  readonly #counts = new WeakMap<WebSocket, { since: number; frames: number }>();

  /** Whether one more is too many. */
  isTooMany(socket: WebSocket, now: number): boolean {
    const known = this.#counts.get(socket);
    const count = known && known.since > now - WINDOW_MS ? known : { since: now, frames: 0 };
    count.frames++;
    this.#counts.set(socket, count);
    return count.frames > FRAMES;
  }
}
