import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import type { Change } from '../thread-log/change.ts';
import { objectOf } from '../thread-log/interface.ts';
import { acting, afterChange, requireThread, resultOf } from '../thread-record/interface.ts';
import { presentThread, type Thread } from '../thread-record/thread.ts';
import type { ThreadUpdate } from './thread-input.ts';

type Input = z.output<typeof ThreadUpdate>;

/** Marks messages as read, mutes a thread, or blocks the other side, for the whole side that acts. */
export async function updateThread(ctx: Ctx, id: string, input: Input): Promise<Thread> {
  const { thread, rights } = await requireThread(ctx, id);
  if (input.blocked !== undefined && !rights.blocks)
    throw rejected('not_direct', 'Only in a direct thread there is somebody to block.');
  const object = objectOf(ctx.env, id);
  const outcome = await object.change(thread.head, acting(ctx, thread.head.kind), changeOf(input), null);
  if (!outcome.ok && outcome.refusal.reason === 'not_found')
    throw rejected('message_not_found', 'There is no such message in this thread.');
  const after = afterChange(thread, { ...resultOf(outcome), at: ctx.now });
  return await presentThread(ctx, after, true);
}

function changeOf({ read, muted, blocked }: Input): Change {
  if (read !== undefined) return { kind: 'read', message: read };
  return muted === undefined ? { kind: 'block', blocked: blocked! } : { kind: 'mute', muted };
}
