// What can be asked of a thread's object, and how it refuses, as plain data.
import type { MessageFile } from './record.ts';

/** Who makes a change, and what it may do, by the rights that its caller found. */
export interface Acting {
  /** The side: an account, a creator, or the staff. */
  side: string;
  /** The key, grant or person. */
  caller: string;
  /** Milliseconds. */
  now: number;
  /**
   * The most messages of the side in a minute, and before another side has answered: in a support thread since its last
   * message, else ever. Null for no limit. It may change four times as much of what is written.
   */
  limits: { minute: number; beforeAnswer: number | null } | null;
}

export type Change =
  | {
      kind: 'post';
      body: string;
      files: MessageFile[];
      replyTo: string | null;
      clientMessageId: string | null;
      automated: boolean;
    }
  | { kind: 'edit'; message: string; version: number; body: string }
  | { kind: 'delete'; message: string; version: number }
  | { kind: 'react'; message: string; emoji: string; reacted: boolean }
  /** By the staff. */
  | { kind: 'remove'; message: string }
  | { kind: 'read'; message: string }
  | { kind: 'mute'; muted: boolean }
  | { kind: 'block'; blocked: boolean };

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export interface Refusal {
  reason:
    | 'not_found'
    | 'not_own'
    | 'deleted'
    | 'stale'
    | 'reply_elsewhere'
    /** An edit that would leave neither text nor files. */
    | 'empty'
    | 'too_many_kinds'
    /** Cannot be sent, edited or reacted to, whoever of the two blocks. */
    | 'cannot_send'
    | 'rate_limited'
    | 'waits_for_answer'
    | 'key_reused';
  /** For `stale`: what it is now. */
  version?: number;
  /** For `rate_limited`: in seconds. */
  retryAfter?: number;
}

export function refuse(
  reason: Refusal['reason'],
  more: Omit<Refusal, 'reason'> = {},
): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, ...more } };
}
