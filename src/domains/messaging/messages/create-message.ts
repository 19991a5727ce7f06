import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { Once } from '../../../kit/once.ts';
import { DAY_MS, SECOND_MS, startOfDay } from '../../../kit/time.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { readyFiles } from '../../platform/files/interface.ts';
import { objectOf } from '../thread-log/interface.ts';
import type { MessageFile } from '../thread-log/record.ts';
import type { Changed } from '../thread-log/thread-client.ts';
import {
  acting,
  cannotSend,
  type OpenThread,
  onceFor,
  requireThread,
  resultOf,
  shownMessages,
} from '../thread-record/interface.ts';
import type { Message } from '../thread-record/message.ts';
import type { MessageCreate } from './message-input.ts';
import { findSentToday } from './store.ts';

export interface Sent {
  body?: string | undefined;
  files?: string[] | undefined;
  replyTo?: string | null | undefined;
  clientMessageId?: string | undefined;
}

/**
 * Writes a message as the acting account or creator. Whatever dies in between: a repeat under the same key, or the same
 * `clientMessageId`, is the same message.
 */
export async function createMessage(
  ctx: Ctx,
  input: z.output<typeof MessageCreate>,
  once: Once | null,
): Promise<{ message: Message; replayed: boolean }> {
  const [open, send] = await Promise.all([requireThread(ctx, input.thread), sender(ctx, input)]);
  const { changed, files } = await send.send(open, once);
  const [message] = await shownMessages(ctx, open.thread, [changed.message!], files);
  return { message: message!, replayed: changed.replayed };
}

export interface Sender {
  /** Throws what would refuse the message in any thread. */
  check(): SeenFile[];
  send(open: OpenThread, once: Once | null): Promise<{ changed: Changed; files: readonly SeenFile[] }>;
}

/** Reads what sending needs besides the thread. */
export async function sender(ctx: Ctx, input: Sent): Promise<Sender> {
  const side = actingId(ctx.actor);
  const ids = [...new Set(input.files ?? [])];
  const [filesOf, today] = await Promise.all([
    readyFiles(ctx, ids, 'chat_attachment'),
    findSentToday(ctx, side),
  ]);
  const check = () => {
    const files = filesOf();
    if (today >= ctx.vars.MESSAGES_A_DAY) throw usedUp(ctx, today);
    return files;
  };
  const write = async ({ thread: { head }, rights }: OpenThread, once: Once | null) => {
    if (!rights.sends) throw cannotSend();
    const files = check();
    const post = {
      kind: 'post' as const,
      body: input.body ?? '',
      files: files.map(fileOf),
      replyTo: input.replyTo ?? null,
      clientMessageId: input.clientMessageId ?? null,
      automated: false,
    };
    const outcome = await objectOf(ctx.env, head.id).change(head, acting(ctx, head.kind), post, once);
    return { changed: resultOf(outcome), files };
  };
  return {
    check,
    send: async (open, once) => {
      const key = onceFor(ctx, once);
      try {
        return await write(open, key);
      } catch (error) {
        const earlier = error instanceof AppError ? await written(ctx, open, input, key) : null;
        if (!earlier) throw error;
        return { changed: earlier, files: [] };
      }
    },
  };
}

/** What the same request wrote before, as something else may refuse it by now: the two parted, or its file is gone. */
async function written(
  ctx: Ctx,
  { thread: { head } }: OpenThread,
  { clientMessageId }: Sent,
  once: Once | null,
): Promise<Changed | null> {
  if (!once && clientMessageId === undefined) return null;
  const by = acting(ctx, head.kind);
  const earlier = await objectOf(ctx.env, head.id).answered(by, once, clientMessageId ?? null);
  return earlier && resultOf(earlier);
}

function usedUp(ctx: Ctx, used: number): AppError {
  const limit = ctx.vars.MESSAGES_A_DAY;
  const seconds = Math.ceil((startOfDay(ctx.now) + DAY_MS - ctx.now) / SECOND_MS);
  return new AppError(
    'rate_limited',
    `At most ${limit} messages are sent a day. Go on after midnight (UTC).`,
    {
      details: { limit, used },
      headers: { 'Retry-After': String(seconds) },
    },
  );
}

function fileOf({ id, name, type, size, width, height }: SeenFile): MessageFile {
  const kind = type?.startsWith('image/') ? 'image' : type?.startsWith('video/') ? 'video' : 'document';
  return { id, name: name ?? kind, kind, size, width, height };
}
