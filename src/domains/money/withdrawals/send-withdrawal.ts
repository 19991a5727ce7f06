// Sends a withdrawal to the processor after the ledger has set its money aside. Each attempt is written
// before the processor is asked, and repeated under the same key until its result is known.

import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { type Stripe, stripeClient } from '../../../integrations/stripe/client.ts';
import type { Attempt } from '../../../integrations/stripe/once.ts';
import type { Outcome } from '../../../integrations/stripe/outcome.ts';
import { lacksFunds, payoutRefusal } from '../../../integrations/stripe/payout-refusals.ts';
import { log } from '../../../kit/log.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import { failWithdrawal, followPayout, recordSent } from './follow-payout.ts';
import { railOf } from './rails.ts';
import { findWithdrawal, saveWithdrawal } from './store.ts';
import type { WithdrawalRow } from './withdrawal.ts';

/**
 * The wait when neither the paying account nor our own balance has the money: card payments reach it days
 * later.
 */
const WITHOUT_FUNDS_MS = HOUR_MS;

/**
 * Takes a pending withdrawal as far as it can go now. What fails is tried again when its claim has expired.
 */
export async function sendWithdrawal(ctx: SystemCtx, pending: WithdrawalRow): Promise<void> {
  const stripe = await stripeClient(ctx.vars);
  let row = pending;
  if (row.topUpAmount !== null) {
    const toppedUp = await topUp(ctx, stripe, row, row.topUpAmount);
    if (!toppedUp) return;
    row = toppedUp;
  }
  if (row.firstSentAt === null) {
    if (await isDetached(ctx, row)) {
      await failWithdrawal(
        ctx,
        row,
        'The person of this creator has taken over its payouts: set them up anew.',
      );
      return;
    }
    const settled = await railOf(row).prepare(ctx, row);
    const begun = await change(ctx, row, { firstSentAt: ctx.now, ...settled });
    if (!begun) return;
    row = begun;
  }
  const attempt = attemptOf(ctx, `${row.id}:attempt:${row.attempt}`, row.firstSentAt!);
  const outcome = await railOf(row).send(ctx, stripe, row, attempt);
  if (outcome.status === 'succeeded') {
    const sent = await recordSent(ctx, row, outcome.value);
    const underWay = ['pending', 'in_transit'].includes(outcome.value.status);
    if (sent && !underWay) await followPayout(ctx, sent, outcome.value);
  } else if (lackedFunds(outcome, row)) {
    await planTopUp(ctx, row);
  } else await endUnlessUnknown(ctx, row, outcome);
}

/**
 * Whether the holder has another payout account since the withdrawal was made. Requests that were sent
 * already continue.
 */
async function isDetached(ctx: SystemCtx, { holder, processorAccount }: WithdrawalRow): Promise<boolean> {
  return (await payoutAccountOf(ctx, holder))?.processorAccount !== processorAccount;
}

/** Decides how much to send to the paying account before the next attempt. */
async function planTopUp(ctx: SystemCtx, row: WithdrawalRow): Promise<void> {
  const next = { attempt: row.attempt + 1, firstSentAt: null };
  const amount = await railOf(row).lacking(ctx, row);
  if (amount === 0) {
    // Our books say that the money is there. It may be on its way back from a failed payout; if not, a person
    // must look.
    log('error', { withdrawal: row.id, error: 'the account holds too little' });
    await change(ctx, row, { ...next, nextAt: ctx.now + WITHOUT_FUNDS_MS });
    return;
  }
  const planned = await change(ctx, row, {
    ...next,
    topUp: row.topUp + 1,
    topUpAmount: amount,
    topUpSentAt: ctx.now,
  });
  if (planned) await sendWithdrawal(ctx, planned);
}

/** @returns the withdrawal once the paying account has the money; null while it does not. */
async function topUp(
  ctx: SystemCtx,
  stripe: Stripe,
  row: WithdrawalRow,
  amount: number,
): Promise<WithdrawalRow | null> {
  const rail = railOf(row);
  const attempt = attemptOf(ctx, `${row.id}:topup:${row.topUp}`, row.topUpSentAt!);
  const outcome = await rail.topUp(ctx, stripe, row, amount, attempt);
  const ended = { topUpAmount: null, topUpSentAt: null };
  if (outcome.status === 'succeeded') {
    return await change(ctx, row, ended, (own) => rail.moveBalance(own, row, amount));
  }
  if (lackedFunds(outcome, row)) await change(ctx, row, { ...ended, nextAt: ctx.now + WITHOUT_FUNDS_MS });
  else await endUnlessUnknown(ctx, row, outcome);
  return null;
}

function lackedFunds(outcome: Outcome<unknown>, { id }: WithdrawalRow): boolean {
  const lacked = outcome.status === 'refused' && lacksFunds(outcome.code);
  if (lacked) log('warn', { withdrawal: id, refused: outcome.code });
  return lacked;
}

async function endUnlessUnknown(
  ctx: SystemCtx,
  row: WithdrawalRow,
  outcome: Outcome<unknown>,
): Promise<void> {
  if (outcome.status === 'unknown') {
    log('warn', { withdrawal: row.id, unknown: outcome.message });
    return;
  }
  if (outcome.status !== 'refused') throw new Error(`a payout can't be ${outcome.status}`);
  await failWithdrawal(ctx, row, payoutRefusal(outcome.code).message);
}

function attemptOf(ctx: SystemCtx, key: string, firstSentAt: number): Attempt {
  return { key, firstSentAt, now: ctx.now };
}

/** @returns the changed row, or null when another run changed it. */
async function change(
  ctx: SystemCtx,
  row: WithdrawalRow,
  changes: Partial<WithdrawalRow>,
  more: (own: SystemCtx) => void = () => {},
): Promise<WithdrawalRow | null> {
  const written = await inOneBatch(ctx, (own) => {
    saveWithdrawal(own, row, changes);
    more(own);
  });
  return written ? await findWithdrawal(ctx, row.id) : null;
}
