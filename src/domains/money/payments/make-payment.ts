import type { SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { moveCounts } from '../../work/program-terms/interface.ts';
import { serviceHolder } from '../ledger/chart.ts';
import type { EarningSource } from '../ledger/posting.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { payoutProblem } from '../payout-accounts/payout-account.ts';
import { addDueOf, emitOf, tellMoved } from './apply-transition.ts';
import { planMade } from './plan-earnings.ts';
import { MAX_TAKE_BPS, splitPayment } from './split.ts';
import { findByCause, findSides, insertPayment, type Sides } from './store.ts';
import type { PaymentRow } from './table.ts';

/** A payment before it is split. */
export interface PaymentDraft {
  /** The reason for the payment, unique forever, such as `submission:sub_…` or `retainer:ret_…:3`. */
  cause: string;
  account: string;
  creator: string;
  program: string | null;
  submission: string | null;
  retainer: string | null;
  application: string | null;
  /** The campaign whose terms pay it; null for other payments. */
  campaign?: string | null;
  source: EarningSource;
  /** Cents, before the partner's take. */
  amount: number;
  currency: string;
  note: string | null;
  /** Whether the brand still has to approve it. */
  approval: 'automatic' | 'manual';
  /** Days from the charge until the earning becomes available. */
  holdDays: number;
}

/**
 * Makes a payment in the caller's batch: the record, its events, the ledger instructions and the due. The
 * batch fails with a conflict when the cause was paid before. Throws a RangeError for an amount that is not a
 * whole number of cents above zero.
 * @param known the sides of the payment, if the caller has read them.
 */
export async function makePayment(ctx: SystemCtx, draft: PaymentDraft, known?: Sides): Promise<PaymentRow> {
  const sides = known ?? (await findSides(ctx, draft.account, draft.creator));
  if (!sides) throw new Error(`${draft.cause} names no account or no creator`);
  const split = splitPayment(draft.amount, sides.takeBps, toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT));
  // A take that rounds to zero makes no earning.
  const partner = split.partnerFee > 0 ? sides.partner : null;
  const automatic = draft.approval === 'automatic';
  const row: PaymentRow = {
    id: newId('payment', ctx.now),
    cause: draft.cause,
    accountId: draft.account,
    creatorId: draft.creator,
    programId: draft.program,
    applicationId: draft.application,
    submissionId: draft.submission,
    retainerId: draft.retainer,
    campaignId: draft.campaign ?? null,
    source: draft.source,
    amount: draft.amount,
    ...split,
    takeBps: partner === null ? null : Math.min(sides.takeBps, MAX_TAKE_BPS),
    currency: draft.currency,
    note: draft.note,
    partnerId: partner,
    creatorEarningId: newId('earning', ctx.now),
    partnerEarningId: partner === null ? null : newId('earning', ctx.now),
    serviceHolder: serviceHolder(draft.currency, draft.account),
    holdDays: draft.holdDays,
    status: automatic ? 'processing' : 'pending_approval',
    failureMessage: null,
    approvedAt: automatic ? ctx.now : null,
    succeededAt: null,
    closedAt: null,
    disputeReason: null,
    disputedAt: null,
    resolvedAt: null,
    disputeOutcome: null,
    releaseAt: null,
    releasedAt: null,
    payoutProblem: payoutProblem(sides.payoutAccount, draft.currency),
    payoutToNote: false,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertPayment(ctx, row);
  planMade(ctx, row, sides);
  if (automatic) addDueOf(ctx, row);
  if (row.programId !== null) moveCounts(ctx, row.programId, { spend: row.amount });
  emitOf(ctx, row, 'payment.created');
  if (!automatic) emitOf(ctx, row, 'payment.pending_approval');
  if (row.payoutProblem !== null) {
    emitOf(ctx, row, 'payment.payout_blocked');
    // From now on payouts check whether the creator can be paid this earning.
    notePayoutDue(ctx, row.creatorId, row.currency);
  }
  await tellMoved(ctx, row);
  return row;
}

/** Whether the cause was paid. */
export async function causeExists(ctx: SystemCtx, cause: string): Promise<boolean> {
  return (await findByCause(ctx, cause)) !== null;
}
