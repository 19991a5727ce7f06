import type { SystemCtx } from '../../../context.ts';
import { waitAmong } from './code-holds.ts';
import { toRecorded } from './interface.ts';
import type { RecordedConversion } from './recorded-conversion.ts';
import { type CreditedRange, listCreditedRows } from './store.ts';

/** A counted conversion, and until when it waits for the account's answer about its code; null if it does not. */
export type CreditedConversion = RecordedConversion & { heldUntil: number | null };

/**
 * The counted conversions that are credited to a submission, newest event first, among those that a code credits to its
 * creator: these name no submission.
 */
export async function listCreditedConversions(
  ctx: SystemCtx,
  shard: number,
  submission: { creatorId: string; accountId: string; id: string },
  range: CreditedRange,
): Promise<CreditedConversion[]> {
  const { rows, waits } = await listCreditedRows(ctx, shard, submission, range);
  const heldUntil = waitAmong(waits, ctx.now);
  return rows.map(toRecorded).map((hit) => ({ ...hit, heldUntil: heldUntil(hit) }));
}
