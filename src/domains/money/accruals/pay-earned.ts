import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { greatestPayment } from '../../../kit/currencies.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/time.ts';
import { findProgram, keepWithinBudget } from '../../work/program-terms/interface.ts';
import { recordPaid, submissionsById, termsOf } from '../../work/submissions/interface.ts';
import { type CampaignPay, payBy, paysForResults } from '../campaign-pay/campaign-pay.ts';
import { findCampaignPay, findPaidByCampaign, savePaidByCampaign } from '../campaign-pay/interface.ts';
import { makePayment } from '../payments/make-payment.ts';
import { isApproved } from './earns-by-rules.ts';
import { findRunningPay, type RunningPay } from './interface.ts';
import { limitPay } from './limit-pay.ts';
import { findPaidSoFar, listDuePay, savePaid, savePostponement, saveRunningClosed } from './store.ts';

const AT_ONCE = 200;
const TRIES = 3;

/** Makes a payment of each due running pay, in one batch with everything that the payment settles. */
export async function payEarned(ctx: SystemCtx): Promise<void> {
  let failure: unknown;
  for (const running of await listDuePay(ctx, AT_ONCE)) {
    try {
      await pay(ctx, running);
    } catch (error) {
      failure = error;
      // One that cannot be paid goes behind the others, so that it does not keep them waiting.
      await inOneBatch(ctx, (own) => savePostponement(own, running, ctx.now + HOUR_MS));
    }
  }
  if (failure !== undefined) throw failure;
}

async function pay(ctx: SystemCtx, running: RunningPay): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const fresh = attempt === 0 ? running : await findRunningPay(ctx, running);
    if (fresh.dueAt === null || fresh.dueAt > ctx.now) return;
    if (await inOneBatch(ctx, (own) => fillPayment(own, fresh))) return;
  }
}

async function fillPayment(ctx: SystemCtx, running: RunningPay): Promise<void> {
  const row = (await submissionsById(ctx, [running.submissionId])).get(running.submissionId);
  const program = row ? await findProgram(ctx, row.programId) : null;
  if (!row || !program) throw new Error(`${running.submissionId} earned something and is not there`);
  if (!isApproved(row)) {
    // The approval was taken back. The next one makes it due again.
    savePostponement(ctx, running, ctx.now + DAY_MS);
    return;
  }
  const campaign = await findCampaignPay(ctx, running.campaignId);
  if (running.campaignId !== '' && !campaign) throw new Error(`${running.campaignId} has lost its terms`);
  const terms = payBy(campaign, await termsOf(ctx, row));
  const { amount, ...limited } = limitPay(running.unpaid, {
    cap: terms.cap,
    paid: campaign
      ? await findPaidByCampaign(ctx, campaign.campaignId, row.creatorId)
      : await findPaidSoFar(ctx, row.programId, row.creatorId),
    budget: program.limitBudget,
    spent: program.spent,
    greatest: greatestPayment(terms.currency, toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT)),
  });
  if (amount === 0) {
    saveRunningClosed(ctx, running, { payment: null, ...limited });
    return;
  }
  const forApproval = running.source === 'submission';
  const payment = await makePayment(ctx, {
    cause: forApproval ? `submission:${row.id}` : causeOf(running),
    account: row.accountId,
    creator: row.creatorId,
    program: row.programId,
    submission: row.id,
    retainer: null,
    application: row.applicationId,
    campaign: campaign?.campaignId ?? null,
    source: running.source,
    amount,
    currency: terms.currency,
    note: null,
    approval: terms.approval,
    holdDays: heldBefore(running, campaign) ? 0 : terms.schedule.holdDays,
  });
  keepWithinBudget(ctx, row.programId);
  if (campaign) savePaidByCampaign(ctx, campaign, row.creatorId, amount);
  else savePaid(ctx, row.programId, row.creatorId, amount, terms.cap);
  saveRunningClosed(ctx, running, { payment: payment.id, ...limited });
  recordPaid(ctx, row.id, { payment: payment.id, amount, currency: terms.currency, forApproval });
}

/**
 * Sales of our own conversions have matured before they were counted; what platforms report is held after the
 * charge.
 */
const heldBefore = ({ source }: RunningPay, campaign: CampaignPay | null) =>
  campaign ? campaign.model !== 'ad_spend' && !paysForResults(campaign) : source === 'program';

const causeOf = ({ source, submissionId, campaignId, rev }: RunningPay) =>
  [source, submissionId, ...(campaignId === '' ? [] : [campaignId]), rev].join(':');
