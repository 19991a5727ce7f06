// Drives a payout: the ledger sets the earnings aside, the processor sends the connected account what it
// lacks, the ledger pays the earnings, and the record is updated. Each step can run again and finds what the
// last run did.

import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import type { Outcome } from '../../../integrations/stripe/outcome.ts';
import {
  lacksFunds,
  type PayoutRefusal,
  payoutRefusal,
} from '../../../integrations/stripe/payout-refusals.ts';
import { transferTo } from '../../../integrations/stripe/payouts.ts';
import { isAccount } from '../../../kit/holder.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { awaitsPerson } from '../../work/creator-consent/interface.ts';
import { findHead, saveHeads } from '../ledger/interface.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { beginPayout, endPayout } from '../ledger/payout-batch.ts';
import { notePayoutDue, renewPayoutDue } from '../payables/interface.ts';
import { holdDisputed } from '../payments/hold-disputed.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import type { PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import { centsToSend, moveProcessorBalance } from '../processor-balances/interface.ts';
import { planWeeklyWithdrawal } from '../withdrawals/plan-weekly-withdrawal.ts';
import type { PayoutRow } from './payout.ts';
import { claimPayout, deletePlanned, listOpenPayouts, savePayout } from './store.ts';

const AT_ONCE = 50;
const AT_A_TIME = 5;
/** Longer than all requests to the processor in one run may take. */
const LEASE_MS = 3 * MINUTE_MS;
/** The wait when our own balance at the processor is too small: card payments reach it days later. */
const WITHOUT_FUNDS_MS = HOUR_MS;

/** The cron's part: continues the payouts that have not ended. */
export async function drivePayouts(ctx: SystemCtx): Promise<void> {
  await inParallel(
    await listOpenPayouts(ctx, AT_ONCE),
    AT_A_TIME,
    async (row) => {
      const claimed = await claimPayout(ctx, row, ctx.now + LEASE_MS);
      if (claimed) await drive(ctx, claimed);
    },
    // Its claim expires, and then it is tried again.
    (row, error) => log('error', { payout: row.id, error: String(error) }),
  );
}

async function drive(ctx: SystemCtx, claimed: PayoutRow): Promise<void> {
  const account = await payoutAccountOf(ctx, claimed.holder);
  if (!account) throw new Error(`${claimed.holder} lost its payout account`);
  const row = claimed.firstSentAt === null ? await decide(ctx, claimed, account) : claimed;
  if (!row) return;
  const outcome = await send(ctx, row);
  if (outcome.status === 'succeeded') return await pay(ctx, row, account);
  if (outcome.status === 'unknown') {
    log('warn', { payout: row.id, unknown: outcome.message });
    return;
  }
  if (outcome.status !== 'refused') throw new Error(`a transfer can't be ${outcome.status}`);
  if (!lacksFunds(outcome.code)) return await fail(ctx, row, payoutRefusal(outcome.code));
  log('warn', { payout: row.id, waits: 'our balance is too small' });
  const next = { attempt: row.attempt + 1, firstSentAt: null, transfer: null };
  await inOneBatch(ctx, (own) => savePayout(own, row, { ...next, nextAt: ctx.now + WITHOUT_FUNDS_MS }));
}

/** Decides the earnings of the payout and the amount of the next transfer, before the processor is asked. */
async function decide(ctx: SystemCtx, row: PayoutRow, account: PayoutAccountRow): Promise<PayoutRow | null> {
  const { id, holder, currency } = row;
  await holdDisputed(ctx, holder);
  const head = await findHead(ctx, holder);
  const begun = await beginPayout(ctx, holder, { key: id, at: ctx.now, currency, head });
  if (begun.earnings === 0) {
    await inOneBatch(ctx, (own) => {
      deletePlanned(own, id);
      saveHeads(own, { [holder]: begun.head });
      notePayoutDue(own, holder, currency);
    });
    return null;
  }
  const changes = {
    status: 'pending' as const,
    earnings: begun.earnings,
    amount: begun.net,
    destination: account.processorAccount,
    // A recipient's money stays with us until it goes to the bank.
    transfer: account.kind === 'recipient' ? 0 : await centsToSend(ctx, holder, currency, begun.net),
    firstSentAt: ctx.now,
  };
  const written = await inOneBatch(ctx, (own) => {
    savePayout(own, row, changes);
    saveHeads(own, { [holder]: begun.head });
  });
  return written ? { ...row, ...changes } : null;
}

async function send(ctx: SystemCtx, row: PayoutRow): Promise<Outcome<unknown>> {
  const amount = row.transfer!;
  if (amount === 0) return { status: 'succeeded', value: null };
  const attempt = {
    key: `${row.id}:attempt:${row.attempt}`,
    firstSentAt: row.firstSentAt!,
    now: ctx.now,
  };
  const input = { account: row.destination!, amount, currency: row.currency };
  return await transferTo(await stripeClient(ctx.vars), input, attempt);
}

async function pay(ctx: SystemCtx, row: PayoutRow, account: PayoutAccountRow): Promise<void> {
  const { id, holder, currency } = row;
  const ended = await endPayout(ctx, holder, {
    key: `${id}:paid`,
    begun: id,
    at: ctx.now,
    head: await findHead(ctx, holder),
    currency,
    paid: true,
    payout: id,
  });
  const weekly = account.kind === 'recipient' && !(await awaitsPerson(ctx, holder));
  const balances = weekly ? await ledgerOf(ctx.env, holder).balances() : {};
  await inOneBatch(ctx, (own) => {
    savePayout(own, row, { status: 'paid', owedPaid: ended.owedPaid, paidAt: ctx.now, nextAt: null });
    saveHeads(own, { [holder]: ended.head });
    const amount = balances[currency]?.withdrawable ?? 0;
    if (weekly) planWeeklyWithdrawal(own, account, { currency, amount, day: row.day });
    moveProcessorBalance(own, holder, currency, row.transfer!);
    dueAgain(own, row);
    emitOf(own, row, 'payout.paid');
  });
}

/** The processor refused for good, so the earnings are available again for another day's payout. */
async function fail(ctx: SystemCtx, row: PayoutRow, { reason, message }: PayoutRefusal): Promise<void> {
  const { id, holder, currency } = row;
  const ended = await endPayout(ctx, holder, {
    key: `${id}:back`,
    begun: id,
    at: ctx.now,
    head: await findHead(ctx, holder),
    currency,
    paid: false,
    payout: id,
  });
  await inOneBatch(ctx, (own) => {
    saveHeads(own, { [holder]: ended.head });
    savePayout(own, row, {
      status: 'failed',
      failureReason: reason,
      failureMessage: message,
      nextAt: null,
    });
    dueAgain(own, row);
    emitOf(own, row, 'payout.failed');
  });
}

/** Makes the holder due again on the day after this payout's, or at once when that day has begun. */
const dueAgain = (ctx: SystemCtx, { holder, currency, day }: PayoutRow): void =>
  renewPayoutDue(ctx, holder, currency, Date.parse(day) + DAY_MS);

function emitOf(ctx: SystemCtx, { id, holder }: PayoutRow, type: 'payout.paid' | 'payout.failed'): void {
  const account = isAccount(holder);
  emit(ctx, {
    type,
    account: account ? holder : null,
    creator: account ? null : holder,
    data: { payout: id },
  });
}
