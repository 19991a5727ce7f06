// Takes each refund as far as it can go now, as charging/drive-charges.ts does with charges.

import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { type Refunded, refundCharge, refundsOf } from '../../../integrations/stripe/charges.ts';
import { type Stripe, stripeClient } from '../../../integrations/stripe/client.ts';
import type { Outcome } from '../../../integrations/stripe/outcome.ts';
import { AppError } from '../../../kit/error.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { listChargebacksOfCharge } from '../chargebacks/interface.ts';
import { syncChargebacks } from '../chargebacks/sync-chargebacks.ts';
import { type ChargeRow, findCharge } from '../charging/interface.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { refundedInstruction } from './refund-instructions.ts';
import { reportRefund } from './report-refund.ts';
import { claimRefund, holdsRefund, listDueRefunds, type RefundRow, saveRefund } from './store.ts';

const REFUNDS_A_RUN = 100;
const AT_A_TIME = 5;
/** After this time a run counts as dead and another may take over: no cron run lives longer. */
const LEASE_MS = 15 * MINUTE_MS;
const ASK_AGAIN_MS = MINUTE_MS;
/** The wait while the processor is working, or until our money reaches its balance there. */
const LATER_MS = HOUR_MS;

/** The cron's part: continues every refund that is due. One that fails or waits does not delay the others. */
export async function driveRefunds(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueRefunds(ctx, REFUNDS_A_RUN), AT_A_TIME, (id) => driveRefund(ctx, id));
}

/** Continues a refund if it is due. Throws when a person has to look at it; it is tried again afterwards. */
export async function driveRefund(ctx: SystemCtx, id: string): Promise<void> {
  const claimed = await claimRefund(ctx, id, LEASE_MS);
  if (!claimed) return;
  try {
    await goOn(ctx, claimed);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict' && !(await holdsRefund(ctx, claimed))) return;
    throw error;
  }
}

async function goOn(ctx: SystemCtx, claimed: RefundRow): Promise<void> {
  const charge = claimed.chargeId === null ? null : await findCharge(ctx, claimed.chargeId);
  if (charge?.status !== 'succeeded' || charge.intent === null) {
    throw new Error(`refund ${claimed.id} is of a payment that was not charged`);
  }
  const row = claimed.status === 'due' ? await beginAttempt(ctx, claimed) : claimed;
  const outcome = await ask(ctx, await stripeClient(ctx.vars), row, charge.intent);
  switch (outcome.status) {
    case 'succeeded':
      return await succeed(ctx, row, outcome.value);
    case 'processing':
      return await write(ctx, row, { processorRefund: outcome.id, nextAt: ctx.now + LATER_MS });
    case 'unknown':
      log('warn', { refund: row.id, cause: outcome.cause });
      return await write(ctx, row, { nextAt: ctx.now + ASK_AGAIN_MS });
    case 'refused':
      if (outcome.code === 'balance_insufficient') {
        return await write(ctx, row, { status: 'due', message: outcome.message, nextAt: ctx.now + LATER_MS });
      }
      if (outcome.code === 'charge_disputed' && (await isUndecided(ctx, charge, charge.intent))) {
        return await write(ctx, row, { status: 'due', message: outcome.message, nextAt: ctx.now + DAY_MS });
      }
      return await leaveToPerson(ctx, row, `${outcome.code}: ${outcome.message}`);
    default:
      throw new Error(`a refund can't be ${outcome.status}`);
  }
}

async function beginAttempt(ctx: SystemCtx, row: RefundRow): Promise<RefundRow> {
  const asked = { status: 'asked', attempt: row.attempt + 1, firstSentAt: ctx.now } as const;
  await write(ctx, row, asked);
  return { ...row, ...asked };
}

async function ask(
  ctx: SystemCtx,
  stripe: Stripe,
  row: RefundRow,
  intent: string,
): Promise<Outcome<Refunded>> {
  const key = `${row.id}:attempt:${row.attempt}`;
  if (row.processorRefund === null) {
    const attempt = { key, firstSentAt: row.firstSentAt ?? ctx.now, now: ctx.now };
    return await refundCharge(stripe, { paymentIntent: intent, amount: row.amount }, attempt);
  }
  // Repeating the request would only replay the processor's first answer, so read the refund instead.
  const found = (await refundsOf(stripe, intent)).find((refund) => refund.attempt === key);
  if (!found) throw new Error(`the processor has lost refund ${row.processorRefund}`);
  if (found.status === 'succeeded') return { status: 'succeeded', value: found };
  if (found.status === 'processing') return { status: 'processing', id: found.id };
  return { status: 'refused', code: 'refund_failed', message: 'The refund did not go through.' };
}

async function succeed(ctx: SystemCtx, row: RefundRow, { id, amount, currency }: Refunded): Promise<void> {
  if (amount !== row.amount || currency !== row.currency) {
    const message = `The processor gave back ${amount} ${currency} instead of ${row.amount} ${row.currency}.`;
    return await leaveToPerson(ctx, row, message, id);
  }
  const own = withOwnWrites(ctx);
  saveRefund(own, row, { status: 'succeeded', processorRefund: id, message: null, nextAt: null });
  planInstructions(own, row.id, [refundedInstruction(row, ctx.now)]);
  await reportRefund(own, row.paymentId!);
  await Promise.allSettled(await own.write.commit());
}

/** Whether a dispute at the bank is still open, after which the refund may be possible. */
async function isUndecided(ctx: SystemCtx, charge: ChargeRow, intent: string): Promise<boolean> {
  await syncChargebacks(ctx, charge, intent);
  return (await listChargebacksOfCharge(ctx, charge.id)).some(({ status }) => status === 'open');
}

async function leaveToPerson(
  ctx: SystemCtx,
  row: RefundRow,
  message: string,
  processorRefund = row.processorRefund,
): Promise<void> {
  log('error', { refund: row.id, payment: row.paymentId, error: message });
  await write(ctx, row, { status: 'review', message, processorRefund, nextAt: null });
}

async function write(ctx: SystemCtx, row: RefundRow, changes: Partial<RefundRow>): Promise<void> {
  const own = withOwnWrites(ctx);
  saveRefund(own, row, changes);
  await own.write.commit();
}
