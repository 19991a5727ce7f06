import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import { id } from '../../../resource/fields.ts';
import { objectOf, SUPPORT_SIDE } from '../thread-log/interface.ts';
import { findThread, shownMessages } from '../thread-record/interface.ts';
import { Message } from '../thread-record/message.ts';
import { findSupportRow, listInstructions } from './support-store.ts';
import { presentSupportThread, SupportThread } from './support-thread.ts';

export const SupportMessages = z.object({
  thread: SupportThread,
  messages: z.array(Message).describe('Newest first.'),
  older: id('message').nullable().describe('Send it as `before` for those before them; null at the end.'),
  pending: z
    .array(z.object({ id: z.string(), body: z.string(), staff: z.string(), createdAt: z.string() }))
    .describe('Answers that the thread has not taken yet, oldest first.'),
});
export type SupportMessages = z.output<typeof SupportMessages>;

/** The messages of a support thread. Throws not_found. */
export async function listSupportMessages(
  ctx: SystemCtx,
  thread: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<SupportMessages> {
  if (!isId(thread, ['thread'])) throw notFound('support thread');
  const place = before === undefined ? {} : { before };
  const [row, found, records, waiting] = await Promise.all([
    findSupportRow(ctx, thread),
    findThread(ctx, SUPPORT_SIDE, thread),
    objectOf(ctx.env, thread).messages({ ...place, limit: limit + 1, side: SUPPORT_SIDE }),
    listInstructions(ctx, thread),
  ]);
  if (!row || !found) throw notFound('support thread');
  if (!records) throw new AppError('invalid_request', 'before names no message of this thread.');
  const page = records.slice(0, limit);
  return {
    thread: presentSupportThread(row),
    messages: await shownMessages(ctx, found, page),
    older: records.length > limit ? page.at(-1)!.id : null,
    pending: waiting.flatMap(({ id: key, change, staff, createdAt }) =>
      change.kind === 'answer' ? [{ id: key, body: change.body, staff, createdAt: iso(createdAt) }] : [],
    ),
  };
}
