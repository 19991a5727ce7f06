import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import type { Change } from '../thread-log/change.ts';
import { objectOf, SUPPORT_SIDE } from '../thread-log/interface.ts';
import type { ThreadHead } from '../thread-log/record.ts';
import { findThread } from '../thread-record/interface.ts';
import { deleteInstructionNow, type InstructionRow, listOldInstructions } from './support-store.ts';

const AT_ONCE = 100;

/**
 * Lets threads' objects do what the staff decided, right after the decision and, as a job, whatever that left behind. An
 * object removes a message, and sends an answer under the instruction's ID, once however often it is told.
 */
export async function carryOutInstructions(ctx: SystemCtx, given?: readonly InstructionRow[]): Promise<void> {
  // One after another, so that answers keep their order.
  for (const row of given ?? (await listOldInstructions(ctx, AT_ONCE))) {
    try {
      await carryOut(ctx, row);
    } catch (error) {
      log('error', { instruction: row.id, thread: row.threadId, error: describeError(error) });
    }
  }
}

async function carryOut(ctx: SystemCtx, row: InstructionRow): Promise<void> {
  const thread = await findThread(ctx, SUPPORT_SIDE, row.threadId);
  if (thread) await tell(ctx, thread.head, row);
  await deleteInstructionNow(ctx, row.id);
}

async function tell(ctx: SystemCtx, head: ThreadHead, row: InstructionRow): Promise<void> {
  const by = { side: SUPPORT_SIDE, caller: `staff:${row.staff}`, now: ctx.now, limits: null };
  const outcome = await objectOf(ctx.env, head.id).change(head, by, changeOf(row), null);
  // The object refuses neither of a thread and a message that are there: if it does, a person has to look.
  if (!outcome.ok) log('alert', { instruction: row.id, thread: head.id, refused: outcome.refusal.reason });
}

function changeOf({ id, change }: InstructionRow): Change {
  if (change.kind === 'remove') return change;
  return {
    kind: 'post',
    body: change.body,
    files: [],
    replyTo: null,
    clientMessageId: id,
    automated: false,
  };
}
