import type { SystemCtx } from '../../../context.ts';
import { findWaits } from './code-holds.ts';
import { toRecorded } from './interface.ts';
import type { RecordedConversion } from './recorded-conversion.ts';
import { listCreditedRows } from './store.ts';

/** A counted conversion, and until when it waits for the account's answer about its code; null if it does not. */
export type CreditedConversion = RecordedConversion & { heldUntil: number | null };

/**
 * The counted conversions that are credited to a submission, newest event first, among those that a code credits to its
 * creator: these name no submission.
 * @param before the place behind which the page begins.
 */
export async function listCreditedConversions(
  ctx: SystemCtx,
  shard: number,
  submission: { creatorId: string; accountId: string; id: string },
  before: Pick<RecordedConversion, 'eventId' | 'conversionId'> | null,
  limit: number,
): Promise<CreditedConversion[]> {
  const hits = (await listCreditedRows(ctx, shard, submission, before, limit)).map(toRecorded);
  const heldUntil = await findWaits(ctx, shard, hits);
  return hits.map((hit) => ({ ...hit, heldUntil: heldUntil(hit) }));
}
