import * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { Currency } from '../../../resource/fields.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import { bankFor } from '../payout-accounts/payout-account.ts';
import { listBanksPaidTo } from './store.ts';

export const WithdrawalBankQuery = z.strictObject({ currency: Currency });

/** Whether a withdrawal of this currency would be the first to its bank; also true where there is no bank. */
export async function getWithdrawalBank(
  ctx: Ctx,
  { currency }: z.output<typeof WithdrawalBankQuery>,
): Promise<{ newBank: boolean }> {
  const account = await payoutAccountOf(ctx, actingId(ctx.actor));
  const bank = account && bankFor(account, currency);
  return { newBank: !bank || !(await listBanksPaidTo(ctx, account)).includes(bank.id) };
}
