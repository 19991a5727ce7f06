import * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { currencyCode, id } from '../../../resource/fields.ts';
import {
  idRange,
  type ListPage,
  listOf,
  listQuery,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { mergePay } from '../../work/program-terms/pay.ts';
import { findOwnSubmission } from '../../work/submissions/interface.ts';
import { CUT_BY, SOURCES } from '../accruals/accrual.ts';
import { limitInWords } from '../accruals/limit-in-words.ts';
import { payBy } from '../campaign-pay/campaign-pay.ts';
import { explainAccrual } from './explain-accrual.ts';
import { ExplanationStep } from './explanation.ts';
import { accrualPlace, listCut } from './store.ts';

export const CutPay = z
  .object({
    source: z.enum(SOURCES).describe('As of the payments that the rules make.'),
    campaign: id('campaign')
      .nullable()
      .describe("The campaign whose terms pay; null for the program's rules."),
    amount: z.int().describe('Cents that the rule came to, and that nothing was left of.'),
    currency: currencyCode,
    cutBy: z.enum(CUT_BY).describe('The limit that left nothing of it; both where neither alone did.'),
    explanation: z
      .array(ExplanationStep)
      .describe('From what happened to the limit, with numbers that add up.'),
    createdAt: z.string().describe('RFC 3339, UTC.'),
  })
  .meta({ id: 'CutPay' });
recordExample(CutPay, {
  source: 'organic',
  campaign: null,
  amount: 300,
  currency: 'usd',
  cutBy: 'cap',
  explanation: [
    {
      step: 'event',
      text: 'The views of the post went from 4000 to 5000.',
      records: ['sub_01k2d9q3v7h5m8r4t6w0x1y2z3'],
      amount: null,
      currency: null,
      at: '2026-08-12T09:30:00.000Z',
    },
    {
      step: 'rule',
      text: 'Rule 2: $3.00 per 1,000 views.',
      records: ['sub_01k2d9q3v7h5m8r4t6w0x1y2z3'],
      amount: 300,
      currency: 'usd',
      at: '2026-08-12T09:30:00.000Z',
    },
    {
      step: 'limit',
      text: "The program's cap per creator ($500.00) reduced it to nothing.",
      records: ['sub_01k2d9q3v7h5m8r4t6w0x1y2z3'],
      amount: -300,
      currency: 'usd',
      at: null,
    },
  ],
  createdAt: '2026-08-12T09:30:00.000Z',
});

export type CutPay = z.output<typeof CutPay>;

export const CutPayQuery = z.strictObject({ limit: listQuery.limit, cursor: listQuery.cursor });

type Row = Awaited<ReturnType<typeof listCut>>[number];

/** What a submission earned but the cap or the budget cut to nothing, newest first. Throws not_found. */
export async function listCutPay(
  ctx: Ctx,
  submission: string,
  query: z.output<typeof CutPayQuery>,
): Promise<ListPage<CutPay>> {
  const list = listOf(ctx, `cut pay ${submission} ${actingId(ctx.actor)}`);
  const { before } = idRange(list, 'submission', query);
  const [own, rows] = await Promise.all([
    findOwnSubmission(ctx, submission),
    listCut(ctx, submission, before, query.limit + 1),
  ]);
  if (!own) throw notFound('submission');
  const named = rows.map((row) => ({ ...row, id: accrualPlace(row.accrual) }));
  return mapListPage(toListPage(list, query, named), presentCutPay);
}

function presentCutPay({ accrual, pay, override, campaign }: Row): CutPay {
  const { source, campaignId, amount, createdAt } = accrual;
  const terms = payBy(campaign, mergePay(pay, override));
  const { currency } = terms;
  const cutBy = accrual.cutBy!;
  const limit = limitInWords(cutBy, { ...terms, byCampaign: campaign !== null });
  const steps = explainAccrual(accrual, terms);
  const nothing: ExplanationStep = {
    step: 'limit',
    text: `${limit} reduced it to nothing.`,
    records: steps.at(-1)!.records,
    amount: -amount,
    currency,
    at: null,
  };
  return {
    source,
    campaign: campaignId || null,
    amount,
    currency,
    cutBy,
    explanation: [...steps, nothing],
    createdAt: iso(createdAt),
  };
}
