import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { objectWith } from '../thread-log/interface.ts';
import { carryOutInstructions } from './carry-out-instructions.ts';
import { type InstructionRow, insertInstruction } from './support-store.ts';

/**
 * Removes a message for everybody: its text and files go, its place stays. The decision is stored in the caller's batch,
 * and the thread's object follows. Throws not_found, and conflict for a message that was removed.
 */
export async function removeMessage(
  ctx: SystemCtx,
  by: string,
  message: string,
): Promise<{ before: null; after: InstructionRow }> {
  const found = isId(message, ['message']) ? await objectWith(ctx.env, message).message(message, null) : null;
  if (!found) throw notFound('message');
  if (found.message.removed) throw new AppError('conflict', 'The message was removed.');
  return { before: null, after: planRemoval(ctx, by, found.head.id, message) };
}

/** Adds the removal of a message to the batch. */
export function planRemoval(ctx: SystemCtx, by: string, thread: string, message: string): InstructionRow {
  const row: InstructionRow = {
    id: `remove:${message}`,
    threadId: thread,
    change: { kind: 'remove', message },
    staff: by,
    createdAt: ctx.now,
  };
  insertInstruction(ctx, row);
  ctx.write.afterCommit(() => carryOutInstructions(withOwnWrites(ctx), [row]));
  return row;
}
