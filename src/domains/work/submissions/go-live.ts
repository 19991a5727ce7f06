import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { postUrl } from './post-url.ts';
import { isUrlTaken, saveSubmission } from './store.ts';
import type { SubmissionRow } from './submission.ts';
import { submissionMachine } from './transitions.ts';

/**
 * Adds to the batch what is known of the post of approved or live work: approved work is live from then on, with its event. The
 * batch fails with a conflict when the work has changed since it was read.
 */
export function goLive(ctx: SystemCtx, before: SubmissionRow, changes: Partial<SubmissionRow>): void {
  if (before.status === 'live') {
    saveSubmission(ctx, before, changes);
    return;
  }
  const facts = { paid: before.paymentId !== null, linked: before.url !== null };
  const move = submissionMachine.require(before.status, 'publish', 'service', facts);
  saveSubmission(ctx, before, { ...changes, status: move.to });
  emit(ctx, {
    type: move.event!,
    account: before.accountId,
    creator: before.creatorId,
    data: { program: before.programId, submission: before.id },
  });
}

/**
 * The URL of a post of these platforms (of any, if none is named) in its stored form; null for another one, and where other
 * work of the program names it already.
 */
export async function freeUrl(
  ctx: SystemCtx,
  of: SubmissionRow,
  url: string,
  platforms: readonly string[],
): Promise<string | null> {
  const kept = postUrl(url, platforms);
  return kept === null || (await isUrlTaken(ctx, of, kept)) ? null : kept;
}
