import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { Once } from '../../../kit/once.ts';
import type { Acting } from '../thread-log/change.ts';
import type { ThreadKind } from '../thread-log/record.ts';

/** Who changes a thread, for its object. */
export function acting(ctx: Ctx, kind: ThreadKind): Acting {
  const { MESSAGES_A_MINUTE, MESSAGES_BEFORE_ANSWER, SUPPORT_MESSAGES_BEFORE_ANSWER } = ctx.vars;
  const beforeAnswer = {
    direct: MESSAGES_BEFORE_ANSWER,
    support: SUPPORT_MESSAGES_BEFORE_ANSWER,
    program: null,
  }[kind];
  return {
    side: actingId(ctx.actor),
    caller: ctx.actor.callerId,
    now: ctx.now,
    limits: { minute: MESSAGES_A_MINUTE, beforeAnswer },
  };
}

/** An idempotency key for a thread's object, which several accounts and creators share. */
export function onceFor(ctx: Ctx, once: Once | null): Once | null {
  return once && { key: `${actingId(ctx.actor)} ${once.key}`, request: once.request };
}
