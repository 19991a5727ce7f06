import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { driveInstructions } from './drive-instructions.ts';
import { findFirstOpenInstruction } from './interface.ts';
import { type InstructionRow, saveInstructionDue } from './store.ts';

/**
 * Tries the open instructions of a subject again once the caller's batch has committed. Throws not_found when
 * none is open. Returns the first of them, which the others wait for.
 */
export async function retryLedgerInstructions(
  ctx: SystemCtx,
  subject: string,
): Promise<{ before: InstructionRow; after: InstructionRow }> {
  const before = await findFirstOpenInstruction(ctx, subject);
  if (!before) throw notFound('open ledger instruction');
  saveInstructionDue(ctx, before);
  ctx.write.afterCommit(() => driveInstructions(ctx, subject));
  return { before, after: { ...before, dueAt: ctx.now } };
}
