import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { findFirstOpenStep } from './interface.ts';
import { driveSteps } from './steps.ts';
import { type StepRow, saveStepDue } from './store.ts';

/**
 * Tries the open steps of a subject again once the caller's batch has committed. Throws not_found when none
 * is open. Returns the first of them, which the others wait for.
 */
export async function retryLedgerSteps(
  ctx: SystemCtx,
  subject: string,
): Promise<{ before: StepRow; after: StepRow }> {
  const before = await findFirstOpenStep(ctx, subject);
  if (!before) throw notFound('open ledger step');
  saveStepDue(ctx, before);
  ctx.write.afterCommit(() => driveSteps(ctx, subject));
  return { before, after: { ...before, dueAt: ctx.now } };
}
