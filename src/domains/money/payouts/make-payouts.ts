// Finds the holders whose earnings can be paid out today, and makes their payouts.

import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { isCreator } from '../../../kit/holder.ts';
import { newId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { DAY_MS, day, HOUR_MS, isMonday, MINUTE_MS, nextMonday, startOfDay } from '../../../kit/time.ts';
import { awaitsPerson } from '../../work/creator-consent/interface.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import {
  deletePayoutDue,
  listPayoutsDue,
  type PayoutDueRow,
  postponePayoutDue,
} from '../payables/interface.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import { payoutProblem } from '../payout-accounts/payout-account.ts';
import { planWeeklyWithdrawal } from '../withdrawals/plan-weekly-withdrawal.ts';
import { insertPayout, saveUnblocked } from './store.ts';
import { tellBlocked } from './tell-blocked.ts';
import { tellNeeded } from './tell-needed.ts';

const AT_ONCE = 100;
const AT_A_TIME = 5;
/**
 * A note may be this much older than the earnings, because it is written in the batch that plans their ledger
 * instructions.
 */
const INSTRUCTIONS_TAKE_MS = 15 * MINUTE_MS;
/**
 * How long a holder that cannot be paid waits. A change of the payout account ends the wait; this covers a
 * lost change.
 */
const LOOK_AGAIN_MS = 6 * HOUR_MS;

/** The cron's part: makes today's payouts for the holders with available earnings. */
export async function makePayouts(ctx: SystemCtx): Promise<void> {
  await inParallel(await listPayoutsDue(ctx, AT_ONCE), AT_A_TIME, (due) => tryToMake(ctx, due), logFailure);
}

/** Postpones a payout that fails, so that it does not delay the others. */
async function tryToMake(ctx: SystemCtx, due: PayoutDueRow): Promise<void> {
  try {
    await make(ctx, due);
  } catch (error) {
    logFailure(due, error);
    await inOneBatch(ctx, (own) => postponePayoutDue(own, due, ctx.now + INSTRUCTIONS_TAKE_MS));
  }
}

function logFailure({ holder, currency }: PayoutDueRow, error: unknown): void {
  log('error', { payoutsOf: `${holder} ${currency}`, error: String(error) });
}

async function make(ctx: SystemCtx, due: PayoutDueRow): Promise<void> {
  const { holder, currency } = due;
  // Its person chooses where the money goes after taking the record over.
  if (isCreator(holder) && (await awaitsPerson(ctx, holder))) {
    await inOneBatch(ctx, (own) => postponePayoutDue(own, due, ctx.now + LOOK_AGAIN_MS));
    return;
  }
  const account = await payoutAccountOf(ctx, holder);
  // A currency that the account does not take would have to be converted, and we never convert without being
  // asked.
  const problem = payoutProblem(account, currency);
  if (problem !== null && isCreator(holder)) await tellBlocked(ctx, due, problem);
  if (account?.identity !== 'verified' || problem !== null) {
    if (problem === null && account?.identity !== 'pending') await tellNeeded(ctx, due);
    await inOneBatch(ctx, (own) => postponePayoutDue(own, due, ctx.now + LOOK_AGAIN_MS));
    return;
  }
  const weekly = account.kind === 'recipient';
  const next = weekly ? nextMonday(ctx.now) : startOfDay(ctx.now) + DAY_MS;
  if (weekly && !isMonday(ctx.now)) {
    await inOneBatch(ctx, (own) => postponePayoutDue(own, due, next));
    return;
  }
  const balances = await ledgerOf(ctx.env, holder).balances();
  const { available = 0, pending = 0, held = 0, withdrawable = 0 } = balances[currency] ?? {};
  await inOneBatch(ctx, (own) => {
    saveUnblocked(own, holder, currency);
    if (available > 0) {
      const times = { nextAt: ctx.now, createdAt: ctx.now, updatedAt: ctx.now };
      const id = newId('payout', ctx.now);
      insertPayout(own, { id, holder, currency, day: day(ctx.now), status: 'planned', ...times });
      postponePayoutDue(own, due, next);
    } else if (weekly && withdrawable > 0) {
      // On a Monday without earnings, money that a bank returned goes out by itself; otherwise it goes out
      // with the payout.
      planWeeklyWithdrawal(own, account, { currency, amount: withdrawable, day: day(ctx.now) });
      postponePayoutDue(own, due, next);
    } else if (ctx.now - due.notedAt < INSTRUCTIONS_TAKE_MS) postponePayoutDue(own, due, ctx.now + MINUTE_MS);
    else if (pending + held > 0) postponePayoutDue(own, due, next);
    else deletePayoutDue(own, due);
  });
}
