// What becomes of a withdrawal: each move is one batch of the record, its event, our record of what the
// connected account holds, and the ledger instructions that follow.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import { payoutFailure } from '../../../integrations/stripe/payout-refusals.ts';
import type { SentPayout } from '../../../integrations/stripe/payouts.ts';
import { isAccount } from '../../../kit/holder.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { planInstructions } from '../ledger/instructions.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { failedInstructions, paidInstructions, returnedInstructions } from './ledger-instructions.ts';
import { railOf } from './rails.ts';
import { findWithdrawal, saveNextLook, saveWithdrawal } from './store.ts';
import { netOf, type WithdrawalRow } from './withdrawal.ts';

/** How long a bank may take to return what it was paid, and what we then hear of only by asking. */
const RETURNS_FOR_MS = 7 * DAY_MS;

/** The processor has taken it. @returns the row as it is then, or null when somebody else wrote that down. */
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
    // Soon: a notice that came before this was written was about nothing that we knew.
    nextAt: ctx.now + 5 * MINUTE_MS,
  };
  const written = await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, changes);
    emitOf(own, row, 'withdrawal.created');
  });
  return written ? { ...row, ...changes } : null;
}

/** Nothing left: refused for good by the processor, or never taken by the bank. */
export async function failWithdrawal(ctx: SystemCtx, row: WithdrawalRow, message: string): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, { status: 'failed', failureMessage: message, nextAt: null });
    emitOf(own, row, 'withdrawal.failed');
    planInstructions(own, row.id, failedInstructions(row, ctx.now));
    noteDueAgain(own, row);
  });
}

/** Brings a withdrawal to where the processor says its payout is. */
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
    // Before the ledger knows, as centsToSend relies on.
    railOf(row).moveBalance(own, row, -netOf(row));
    emitOf(own, row, 'withdrawal.paid');
    planInstructions(own, row.id, paidInstructions(row, ctx.now));
  });
}

/** The bank sent it back after it had been paid. */
async function returned(ctx: SystemCtx, row: WithdrawalRow, message: string): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, { status: 'failed', failureMessage: message, nextAt: null });
    railOf(row).moveBalance(own, row, netOf(row));
    emitOf(own, row, 'withdrawal.failed');
    planInstructions(own, row.id, returnedInstructions(row, ctx.now));
    noteDueAgain(own, row);
  });
}

/** A recipient can't ask for it: the next Monday does. */
function noteDueAgain(ctx: SystemCtx, { kind, holder, currency }: WithdrawalRow): void {
  if (kind === 'recipient') notePayoutDue(ctx, holder, currency);
}

/** When to ask again, in case the processor's notice is lost; null when nothing more can come. */
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
