import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { type DeadLetterRow, deleteDeadLetter, findDeadLetter } from './dead-letter-store.ts';

/**
 * Puts a dead letter's message back into its queue, and deletes the letter in the caller's batch. If the batch fails,
 * the message arrives twice, which consumers allow for; if they give up on it again, it becomes a new letter.
 * Throws not_found, or conflict for a queue that no longer exists and for lanes, which need no replay.
 */
export async function replayDeadLetter(
  ctx: SystemCtx,
  id: string,
): Promise<{ before: DeadLetterRow; after: DeadLetterRow }> {
  const letter = await findDeadLetter(ctx, id);
  if (!letter) throw notFound('dead letter');
  deleteDeadLetter(ctx, id);
  await send(ctx, letter.queue, JSON.parse(letter.body));
  return { before: letter, after: letter };
}

async function send({ env }: SystemCtx, queue: string, body: unknown): Promise<void> {
  // The body is cast unchecked, because the consumers validate it anyway.
  switch (queue) {
    case 'pixel-events':
      return void (await env.PIXEL_EVENTS.send(body as never));
    case 'webhooks':
      return void (await env.WEBHOOKS.send(body as never));
    case 'jobs':
      return void (await env.JOBS.send(body as never));
    case 'shops':
      return void (await env.SHOPS.send(body as never));
    case 'lanes':
      throw new AppError('conflict', 'A lane is woken again by its next minute or night.');
    default:
      throw new AppError('conflict', `There is no queue ${queue} any more.`);
  }
}
