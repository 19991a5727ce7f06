import * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import { bankFor } from '../payout-accounts/payout-account.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { listBanksPaidTo } from './store.ts';
import { WithdrawalCreate } from './withdrawal.ts';

export const WithdrawalQuoteQuery = z.strictObject({
  amount: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional(),
  currency: WithdrawalCreate.shape.currency,
  speed: WithdrawalCreate.shape.speed,
});

/** What POST /v1/withdrawals would do now. */
export interface WithdrawalQuote {
  /** Cents, including the fee. */
  amount: number;
  fee: number;
  net: number;
  currency: string;
  speed: 'standard' | 'instant';
  /** Whether the bank takes instant withdrawals. */
  instant: boolean;
  /** The last digits of the bank account or card. */
  last4: string;
  /** Whether no withdrawal was sent to it before. */
  newBank: boolean;
}

/** Throws operation_rejected with the reason why such a withdrawal is not possible. */
export async function getWithdrawalQuote(
  ctx: Ctx,
  asked: z.output<typeof WithdrawalQuoteQuery>,
): Promise<WithdrawalQuote> {
  const account = await payoutAccountOf(ctx, actingId(ctx.actor));
  const [{ amount, fee, currency, account: known }, paidTo] = await Promise.all([
    quoteWithdrawal(ctx, account, asked),
    account === null ? ([] as string[]) : listBanksPaidTo(ctx, account),
  ]);
  const { id, instant, last4 } = bankFor(known, currency)!;
  const newBank = !paidTo.includes(id);
  return { amount, fee, net: amount - fee, currency, speed: asked.speed, instant, last4, newBank };
}
