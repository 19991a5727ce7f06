import * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { ConversionsHome, Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { cursorBehind, idRange, type ListPage, listOf, listQuery } from '../../../resource/list-page.ts';
import {
  type CreditedConversion,
  listCreditedConversions,
} from '../../measurement/conversions/list-credited-conversions.ts';
import { mergePay } from '../../work/program-terms/pay.ts';
import { findOwnSubmission } from '../../work/submissions/interface.ts';
import { findSalePay } from '../accruals/find-sale-pay.ts';
import { findConversionsHome } from './interface.ts';
import { findTerms } from './store.ts';
import { presentSubmissionConversion, type SubmissionConversion } from './submission-conversion.ts';

export const SubmissionConversionQuery = z.strictObject({ limit: listQuery.limit, cursor: listQuery.cursor });

/** How many times as many sales of its creator's codes are looked at as a list page has: they may belong to other submissions. */
const MORE_BY_CODE = 5;

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
  const { before } = idRange(list, 'submission', query);
  const most = MORE_BY_CODE * (query.limit + 1);
  const hitsAt = async (home: ConversionsHome | null) =>
    home === null || home.shard === null
      ? []
      : await listCreditedConversions(
          ctx,
          home.shard,
          { ...home, id },
          { before: read(before), byLink: query.limit + 1, most },
        );
  const [row, terms, hits] = await Promise.all([
    findOwnSubmission(ctx, id),
    findTerms(ctx, id),
    (ctx.beside?.submission === id ? ctx.beside.home : findConversionsHome(ctx, id)).then(hitsAt),
  ]);
  if (!row || !terms) throw notFound('submission');
  const reader = {
    row,
    now: ctx.now,
    currency: mergePay(terms.pay, terms.override).currency,
    isCreator: ctx.actor.creator !== null,
  };
  const payOf = await findSalePay(ctx, hits);
  const found = hits.filter((hit) => (hit.submissionId ?? payOf(hit).submission) === id);
  const page = found.slice(0, query.limit);
  const last = found.length > query.limit ? page.at(-1) : hits.length === most ? hits.at(-1) : undefined;
  return {
    items: page.map((hit) => presentSubmissionConversion(hit, payOf(hit), reader)),
    nextCursor: last === undefined ? null : cursorBehind(list, query, placeOf(last)),
  };
}
