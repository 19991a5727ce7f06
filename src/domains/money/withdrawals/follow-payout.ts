// Moves a withdrawal along with its payout. Each move is one batch: the record, its event, our record of the
// connected account's balance, and the ledger instructions.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import { payoutFailure } from '../../../integrations/stripe/payout-refusals.ts';
import type { SentPayout } from '../../../integrations/stripe/payouts.ts';
import { isAccount } from '../../../kit/holder.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { failedInstructions, paidInstructions, returnedInstructions } from './ledger-instructions.ts';
import { railOf } from './rails.ts';
import { findWithdrawal, saveNextLook, saveWithdrawal } from './store.ts';
import { netOf, type WithdrawalRow } from './withdrawal.ts';

/** How long after the payment a bank may return it. We notice a return only by asking the processor. */
const RETURNS_FOR_MS = 7 * DAY_MS;

/** The processor accepted it. @returns the changed row, or null when another run has written that already. */
export async function recordSent(
  ctx: SystemCtx,
  row: WithdrawalRow,
  sent: SentPayout,
): Promise<WithdrawalRow | null> {
  const changes = {
    status: 'in_transit' as const,
    processorPayout: sent.id,
    arrivesAt: sent.arrivesAt,
    deliveredAmount: sent.delivered?.amount ?? null,
    deliveredCurrency: sent.delivered?.currency ?? null,
    // Soon, because a webhook that arrived before this was written did not find the payout.
    nextAt: ctx.now + 5 * MINUTE_MS,
  };
  const written = await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, changes);
    emitOf(own, row, 'withdrawal.created');
  });
  return written ? { ...row, ...changes } : null;
}

/** No money left: the processor refused for good, or the bank never accepted the payout. */
export async function failWithdrawal(ctx: SystemCtx, row: WithdrawalRow, message: string): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, { status: 'failed', failureMessage: message, nextAt: null });
    emitOf(own, row, 'withdrawal.failed');
    planInstructions(own, row.id, failedInstructions(row, ctx.now));
    noteDueAgain(own, row);
  });
}

/** Moves a withdrawal to the state of its payout at the processor. */
export async function followPayout(ctx: SystemCtx, known: WithdrawalRow, sent: SentPayout): Promise<void> {
  let row: WithdrawalRow | null = known;
  while (row && !(await follow(ctx, row, sent))) row = await findWithdrawal(ctx, row.id);
}

/** @returns false when the row was changed meanwhile. */
async function follow(ctx: SystemCtx, row: WithdrawalRow, sent: SentPayout): Promise<boolean> {
  const gone = sent.status === 'failed' || sent.status === 'canceled';
  if (gone && row.status === 'in_transit')
    return await failWithdrawal(ctx, row, payoutFailure(sent.failureCode));
  if (gone && row.status === 'paid') return await returned(ctx, row, payoutFailure(sent.failureCode));
  if (sent.status === 'paid' && row.status === 'in_transit') return await paid(ctx, row, sent);
  if (!gone && row.status === 'in_transit' && row.arrivesAt !== sent.arrivesAt) {
    return await inOneBatch(ctx, (own) => saveWithdrawal(own, row, { arrivesAt: sent.arrivesAt }));
  }
  await saveNextLook(ctx, row.id, nextLook(ctx.now, row.status, sent));
  return true;
}

async function paid(ctx: SystemCtx, row: WithdrawalRow, sent: SentPayout): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, {
      status: 'paid',
      arrivesAt: sent.arrivesAt,
      nextAt: nextLook(ctx.now, 'paid', sent),
    });
    // Written before the ledger instruction, because centsToSend relies on that order.
    railOf(row).moveBalance(own, row, -netOf(row));
    emitOf(own, row, 'withdrawal.paid');
    planInstructions(own, row.id, paidInstructions(row, ctx.now));
  });
}

/** The bank returned it after it had been paid. */
async function returned(ctx: SystemCtx, row: WithdrawalRow, message: string): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, { status: 'failed', failureMessage: message, nextAt: null });
    railOf(row).moveBalance(own, row, netOf(row));
    emitOf(own, row, 'withdrawal.failed');
    planInstructions(own, row.id, returnedInstructions(row, ctx.now));
    noteDueAgain(own, row);
  });
}

/** A recipient cannot ask for another withdrawal, so the next Monday's payout includes the money. */
function noteDueAgain(ctx: SystemCtx, { kind, holder, currency }: WithdrawalRow): void {
  if (kind === 'recipient') notePayoutDue(ctx, holder, currency);
}

/** When to ask again, in case the processor's webhook is lost; null when nothing more can happen. */
function nextLook(
  now: number,
  status: WithdrawalRow['status'],
  { arrivesAt }: Pick<SentPayout, 'arrivesAt'>,
): number | null {
  if (status === 'in_transit')
    return now < arrivesAt ? Math.min(arrivesAt + MINUTE_MS, now + DAY_MS) : now + HOUR_MS;
  return status === 'paid' && now < arrivesAt + RETURNS_FOR_MS ? now + DAY_MS : null;
}

type WithdrawalEvent = 'withdrawal.created' | 'withdrawal.paid' | 'withdrawal.failed';

function emitOf(ctx: SystemCtx, { id, holder }: WithdrawalRow, type: WithdrawalEvent): void {
  const account = isAccount(holder);
  emit(ctx, {
    type,
    account: account ? holder : null,
    creator: account ? null : holder,
    data: { withdrawal: id },
  });
}
