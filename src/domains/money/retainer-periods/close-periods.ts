// What happens to retainers as time passes: the first period begins, a period ends and is paid, and
// submissions that are approved after the end are paid. Each step is one batch, guarded by the row that was
// read and with the payment in it, so a step that runs twice or is killed happens once. A late run takes the
// steps one by one, each dated as if it had been on time.

import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { greatestPayment } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { day } from '../../../kit/time.ts';
import { findApplication } from '../../work/applications/interface.ts';
import {
  type FoundRetainer,
  findRetainer,
  listDueRetainers,
  saveLatePaid,
  saveRetainer,
} from '../../work/retainers/interface.ts';
import { perVideo, shares } from '../../work/retainers/pay.ts';
import type { RetainerRow } from '../../work/retainers/retainer.ts';
import { type Action, type Move, retainerMachine } from '../../work/retainers/transitions.ts';
import { listDueUnderRetainer, settlePay } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import { notePeriodPayment } from '../accruals/interface.ts';
import { causeExists, makePayment, type PaymentDraft } from '../payments/make-payment.ts';
import { periodEnd } from './period-end.ts';

const AT_ONCE = 25;
/** Bounds the calls of a run: the rest is done a minute later, with the same dates. */
const CLOSED_IN_A_RUN = 50;
/** The most submissions that one period pays; the others are paid with the next one. */
const MOST_IN_A_PERIOD = 100;
/** Each late submission is a payment of its own. */
const LATE_AT_ONCE = 10;

/**
 * Takes the steps that are due, longest waiting first. One that fails does not stop the others; the Error at
 * the end names all that failed.
 */
export async function closePeriods(ctx: SystemCtx): Promise<void> {
  const left = new Set<string>();
  const failed: string[] = [];
  for (let steps = 0; steps < CLOSED_IN_A_RUN; ) {
    const due = (await listDueRetainers(ctx, AT_ONCE + left.size)).filter((id) => !left.has(id));
    if (due.length === 0) break;
    for (const id of due) {
      steps++;
      try {
        await closeOne(ctx, id);
      } catch (error) {
        left.add(id);
        // A person changed the retainer meanwhile, or another run did the step.
        if (error instanceof AppError && error.code === 'version_conflict') continue;
        failed.push(id);
        log('error', { job: 'close periods', retainer: id, error: describeError(error) });
      }
    }
  }
  if (failed.length > 0) throw new Error(`periods not closed: ${failed.join(', ')}`);
}

async function closeOne(ctx: SystemCtx, id: string): Promise<void> {
  const found = await findRetainer(ctx, id);
  const dueAt = found?.retainer.dueAt ?? null;
  if (!found || dueAt === null || dueAt > ctx.now) return;
  const own = withOwnWrites(ctx);
  if (found.retainer.status === 'accepted') start(own, found);
  else if (found.retainer.status === 'active' || found.retainer.status === 'canceling')
    await closePeriod(own, found);
  else await payLateSubmissions(own, found.retainer);
  await Promise.allSettled(await own.write.commit());
}

/** The first period begins. */
function start(ctx: SystemCtx, found: FoundRetainer): void {
  applyMove(ctx, found, moveOfTime(found, 'start'), {});
}

/** A period ends: it is paid, and the next one begins, or the retainer is over. */
async function closePeriod(ctx: SystemCtx, found: FoundRetainer): Promise<void> {
  const { retainer } = found;
  const { pay, period, currentPeriodStartAt: from, currentPeriodEndAt: end } = retainer;
  if (from === null || end === null) throw new Error('a retainer runs without a period');
  const due = await listDueUnderRetainer(ctx, retainer.id, end, MOST_IN_A_PERIOD);
  const submissions = due.slice(0, payableAtOnce(ctx, retainer));
  const parts = shares(pay, pay.base, submissions.length);
  const amount = parts.reduce((sum, part) => sum + part, pay.base);
  applyMove(ctx, found, moveOfTime(found, 'turn'), { lastPaid: amount });
  const application =
    retainer.programId === null ? null : await findApplication(ctx, retainer.programId, retainer.creatorId);
  // The payment is dated when the period ended, however late this runs.
  const payment = await makePayment(
    { ...ctx, now: end },
    {
      ...draftOf(retainer),
      cause: `retainer:${retainer.id}:${period}`,
      program: retainer.programId,
      application: application?.application.id ?? null,
      submission: null,
      amount,
      note: `Retainer, ${day(from)} to ${day(end)}`,
    },
  );
  submissions.forEach((row, index) => {
    settle(ctx, retainer, row, payment.id, parts[index]!);
  });
  notePeriodPayment(ctx, {
    paymentId: payment.id,
    base: pay.base,
    ...partsOf(retainer, submissions),
    cutByCap: pay.base + perVideo(pay) * submissions.length - amount,
  });
}

const partsOf = ({ pay }: RetainerRow, submissions: SubmissionRow[]) => ({
  submissions: submissions.map((row) => row.id),
  each: perVideo(pay),
  cap: pay.cap,
});

/**
 * How many submissions one payment can pay besides the base: without a cap their sum could exceed the largest
 * payment.
 */
function payableAtOnce(ctx: SystemCtx, { pay, currency }: RetainerRow): number {
  const each = perVideo(pay);
  if (each === 0 || pay.cap !== null) return MOST_IN_A_PERIOD;
  const greatest = greatestPayment(currency, toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT));
  return Math.max(0, Math.floor((greatest - pay.base) / each));
}

/**
 * Pays submissions that were made while the retainer ran but approved after it ended, by the same rules and
 * within what is left of the last period's cap. The cause is the submission itself, so nothing else can pay
 * for it.
 */
async function payLateSubmissions(ctx: SystemCtx, retainer: RetainerRow): Promise<void> {
  // No upper bound on the approval time: an approval may be newer than this run's scheduled time.
  const due = await listDueUnderRetainer(ctx, retainer.id, Number.MAX_SAFE_INTEGER, LATE_AT_ONCE);
  const known = await Promise.all(due.map((row) => causeExists(ctx, causeOfLate(row))));
  // A submission whose late payment was taken back is not paid again after a new approval.
  for (const row of due.filter((_, index) => known[index])) settle(ctx, retainer, row, null, 0);
  const submissions = due.filter((_, index) => !known[index]);
  const parts = shares(retainer.pay, retainer.lastPaid, submissions.length);
  saveLatePaid(ctx, retainer, {
    dueAt: due.length < LATE_AT_ONCE ? null : retainer.dueAt,
    lastPaid: parts.reduce((sum, part) => sum + part, retainer.lastPaid),
  });
  for (const [index, row] of submissions.entries()) {
    const amount = parts[index]!;
    const payment =
      amount === 0
        ? null
        : await makePayment(ctx, {
            ...draftOf(retainer),
            cause: causeOfLate(row),
            program: row.programId,
            application: row.applicationId,
            submission: row.id,
            amount,
            note: 'Approved after the retainer ended',
          });
    if (payment) {
      const parts = partsOf(retainer, [row]);
      notePeriodPayment(ctx, {
        paymentId: payment.id,
        base: 0,
        ...parts,
        cutByCap: parts.each - amount,
      });
    }
    settle(ctx, retainer, row, payment?.id ?? null, amount);
  }
}

const causeOfLate = ({ id }: SubmissionRow) => `submission:${id}`;

type SharedDraft = Pick<
  PaymentDraft,
  'account' | 'creator' | 'retainer' | 'source' | 'currency' | 'approval' | 'holdDays'
>;

function draftOf(retainer: RetainerRow): SharedDraft {
  return {
    account: retainer.accountId,
    creator: retainer.creatorId,
    retainer: retainer.id,
    source: 'retainer',
    currency: retainer.currency,
    approval: retainer.pay.approval,
    holdDays: retainer.pay.schedule.holdDays,
  };
}

/**
 * A submission that adds nothing is covered by the period's pay: it is settled without an amount of its own.
 */
function settle(
  ctx: SystemCtx,
  { currency }: RetainerRow,
  row: SubmissionRow,
  payment: string | null,
  amount: number,
): void {
  if (payment === null) settlePay(ctx, row, null);
  else settlePay(ctx, row, amount === 0 ? { covers: payment } : { payment, amount, currency });
}

function moveOfTime({ retainer, facts }: FoundRetainer, action: Action): Move {
  const verdict = retainerMachine.decide(retainer.status, action, 'service', facts);
  if ('refusal' in verdict) throw new Error(`no ${action} from ${retainer.status}`);
  return verdict.move;
}

/**
 * Changes the row and adds its event. It comes first in the batch, so that an overtaken step fails with the
 * right conflict.
 */
function applyMove(
  ctx: SystemCtx,
  { retainer }: FoundRetainer,
  move: Move,
  more: Pick<Partial<RetainerRow>, 'lastPaid'>,
): void {
  const over = move.to === 'canceled' || move.to === 'ended';
  saveRetainer(ctx, retainer, {
    ...more,
    status: move.to,
    // Once it is over, look once more for submissions that are left to pay.
    ...(over ? { dueAt: ctx.now } : nextPeriod(retainer)),
  });
  if (move.event)
    emit(ctx, {
      type: move.event,
      account: retainer.accountId,
      creator: retainer.creatorId,
      data: { retainer: retainer.id },
    });
}

function nextPeriod(retainer: RetainerRow): Partial<RetainerRow> {
  const period = retainer.period + 1;
  const end = periodEnd(retainer.startsAt, retainer.pay.schedule.cadence, period);
  return {
    period,
    currentPeriodStartAt: retainer.currentPeriodEndAt ?? retainer.startsAt,
    currentPeriodEndAt: end,
    dueAt: end,
  };
}
