// Creates a withdrawal: first the row is written, then the ledger decides, then the request is answered. A
// request that was cut off continues when it is repeated, or by the cron. The route's idempotent answer is
// committed with the ledger's decision.
import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { findHead, saveHeads } from '../ledger/interface.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import type { PayoutAccountRow } from '../payout-accounts/payout-account.ts';
import { debitLedger } from './debit-ledger.ts';
import { driveWithdrawal } from './drive-withdrawals.ts';
import { newWithdrawal } from './new-withdrawal.ts';
import { insufficientFunds, quoteWithdrawal } from './quote-withdrawal.ts';
import { findByKey, insertWithdrawalAtOnce, saveDecision } from './store.ts';
import {
  presentWithdrawal,
  type Withdrawal,
  type WithdrawalCreate,
  type WithdrawalRow,
} from './withdrawal.ts';

type Input = z.output<typeof WithdrawalCreate>;

/**
 * Takes money from the payout balance and sends it to the bank or card. Repeating the key continues the same
 * withdrawal. Throws operation_rejected with the reason, and idempotency_conflict for a key with another
 * request.
 */
export async function createWithdrawal(ctx: Ctx, input: Input, key: string): Promise<Withdrawal> {
  const holder = actingId(ctx.actor);
  const asked = [input.amount ?? null, input.speed, ...(input.currency ? [input.currency] : [])];
  const requestHash = sha256Hex(JSON.stringify(asked));
  const [known, head, account] = await Promise.all([
    findByKey(ctx, holder, key),
    findHead(ctx, holder),
    payoutAccountOf(ctx, holder),
  ]);
  const row = known ?? (await writeRequest(ctx, account, input, key, requestHash));
  if (row.requestHash !== requestHash) {
    throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
  }
  if (row.status === 'refused') throw insufficientFunds();
  if (row.status !== 'requested') return firstAnswer(row);
  const taken = await debitLedger(ctx, row, head);
  if (!taken) {
    await inOneBatch(ctx, (own) => saveDecision(own, row, null));
    throw insufficientFunds();
  }
  saveDecision(ctx, row, taken.line);
  saveHeads(ctx, { [holder]: taken.head });
  ctx.write.afterCommit(() => driveWithdrawal(ctx, row.id));
  return firstAnswer(row);
}

/** The row of the key: this request's, or that of a quicker request with the same key. */
async function writeRequest(
  ctx: Ctx,
  found: PayoutAccountRow | null,
  input: Input,
  key: string,
  requestHash: string,
): Promise<WithdrawalRow> {
  const { account, currency, amount, fee } = await quoteWithdrawal(ctx, found, input);
  const what = { idempotencyKey: key, requestHash, amount, fee, currency, speed: input.speed };
  const fresh = newWithdrawal(account, { ...what, nextAt: ctx.now + MINUTE_MS }, ctx.now);
  return await insertWithdrawalAtOnce(ctx, fresh);
}

/** The answer to the request that created it, without anything that has happened since. */
function firstAnswer(row: WithdrawalRow): Withdrawal {
  return presentWithdrawal({
    ...row,
    status: 'pending',
    failureMessage: null,
    arrivesAt: null,
    deliveredAmount: null,
    deliveredCurrency: null,
    updatedAt: row.createdAt,
  });
}
