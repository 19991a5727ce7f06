import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { invalidField, notFound } from '../../../kit/error.ts';
import { isNamedBy } from '../thread-log/interface.ts';
import { carryOutInstructions } from './carry-out-instructions.ts';
import { findSupportRow, type InstructionRow, insertAnswer } from './support-store.ts';

/**
 * Answers a support thread as the service, in the caller's batch. Throws not_found, validation_failed for a `lastRead` of
 * another thread, and version_conflict when something was written behind it: it is the newest message that the author saw
 * (null for none).
 */
export async function answerSupportThread(
  ctx: SystemCtx,
  by: string,
  thread: string,
  { body, lastRead }: { body: string; lastRead: string | null },
): Promise<{ before: null; after: InstructionRow }> {
  if (!(await findSupportRow(ctx, thread))) throw notFound('support thread');
  if (lastRead !== null && !isNamedBy(thread, lastRead))
    throw invalidField('/lastRead', 'Send the newest message of this conversation that you have read.');
  const row: InstructionRow = {
    id: `answer:${randomBase62(16)}`,
    threadId: thread,
    change: { kind: 'answer', body },
    staff: by,
    createdAt: ctx.now,
  };
  insertAnswer(ctx, row, lastRead);
  ctx.write.afterCommit(() => carryOutInstructions(withOwnWrites(ctx), [row]));
  return { before: null, after: row };
}
