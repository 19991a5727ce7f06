import * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { cursorBehind, idRange, type ListPage, listOf, listQuery } from '../../../resource/list-page.ts';
import {
  type CreditedConversion,
  listCreditedConversions,
} from '../../measurement/conversions/list-credited-conversions.ts';
import { mergePay } from '../../work/program-terms/pay.ts';
import { findOwnSubmission } from '../../work/submissions/interface.ts';
import { findSalePay } from '../accruals/find-sale-pay.ts';
import { findTermsAndShard } from './store.ts';
import { presentSubmissionConversion, type SubmissionConversion } from './submission-conversion.ts';

export const SubmissionConversionQuery = z.strictObject({ limit: listQuery.limit, cursor: listQuery.cursor });

/** The most list pages of the shard that one list page is made of: sales of a code may belong to other submissions. */
const MOST_READS = 5;

const placeOf = ({ eventId, conversionId }: CreditedConversion) => `${eventId}:${conversionId}`;

function read(place: string | null) {
  const [eventId, conversionId] = place?.split(':') ?? [];
  return eventId && conversionId ? { eventId, conversionId } : null;
}

/**
 * The counted conversions of a submission, newest first: those of its link, and those of its creator's codes that it is paid
 * for. Throws not_found.
 */
export async function listSubmissionConversions(
  ctx: Ctx,
  id: string,
  query: z.output<typeof SubmissionConversionQuery>,
): Promise<ListPage<SubmissionConversion>> {
  const list = listOf(ctx, `conversions of ${id} ${actingId(ctx.actor)}`);
  let { before: place } = idRange(list, 'submission', query);
  const [row, by] = await Promise.all([findOwnSubmission(ctx, id), findTermsAndShard(ctx, id)]);
  if (!row || !by) throw notFound('submission');
  const { pay, override, shard } = by;
  if (shard === null) return { items: [], nextCursor: null };
  const reader = {
    row,
    now: ctx.now,
    currency: mergePay(pay, override).currency,
    isCreator: ctx.actor.creator !== null,
  };
  const found: { place: string; shown: SubmissionConversion }[] = [];
  let more = true;
  for (let reads = 0; more && found.length <= query.limit && reads < MOST_READS; reads++) {
    const hits = await listCreditedConversions(ctx, shard, row, read(place), query.limit + 1);
    const payOf = await findSalePay(ctx, hits);
    for (const hit of hits) {
      const pay = payOf(hit);
      if ((hit.submissionId ?? pay.submission) === id)
        found.push({ place: placeOf(hit), shown: presentSubmissionConversion(hit, pay, reader) });
    }
    more = hits.length > query.limit;
    place = hits.length === 0 ? place : placeOf(hits.at(-1)!);
  }
  const page = found.slice(0, query.limit);
  const last = found.length > query.limit ? page.at(-1)!.place : more ? place : null;
  return {
    items: page.map(({ shown }) => shown),
    nextCursor: last === null ? null : cursorBehind(list, query, last),
  };
}
