// Compares the processor's transfers to connected accounts with our books: each must be the transfer of one
// of our payouts, or the top-up of a withdrawal.
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { type Found as Listed, listTransfers } from '../../../integrations/stripe/listing.ts';
import type { Found } from './difference.ts';
import { type Part, spanOf } from './part.ts';
import { listPayoutsById, listWithdrawalsById } from './store.ts';

/** D1 takes a hundred parameters. */
const AT_ONCE = 50;

type PayoutRow = Awaited<ReturnType<typeof listPayoutsById>>[number];
type WithdrawalRow = Awaited<ReturnType<typeof listWithdrawalsById>>[number];

export const checkTransfers: Part = {
  name: 'transfers',
  atProcessor: true,
  async look(ctx, position) {
    const { items, next } = await listTransfers(
      await stripeClient(ctx.vars),
      spanOf(position),
      position.after,
    );
    const found: Found[] = [];
    for (let i = 0; i < items.length; i += AT_ONCE) {
      const some = items.slice(i, i + AT_ONCE);
      const ids = some.map((one) => ownerOf(one));
      const [payouts, withdrawals] = await Promise.all([
        listPayoutsById(ctx, ids),
        listWithdrawalsById(ctx, ids),
      ]);
      for (const transfer of some) {
        const id = ownerOf(transfer);
        const payout = payouts.find((row) => row.id === id);
        const withdrawal = withdrawals.find((row) => row.id === id);
        const ours = payout
          ? isOf(payout, transfer)
          : withdrawal !== undefined && isTopUp(withdrawal, transfer);
        if (ours || transfer.amount === 0) continue;
        const { amount, currency, attempt } = transfer;
        found.push({
          kind: 'transfer_unknown',
          subject: transfer.id,
          details: { amount, currency, attempt },
        });
      }
    }
    return { after: next, found };
  },
};

/** The ID of the payout or withdrawal that the transfer names. */
function ownerOf({ attempt }: Listed): string {
  return attempt?.split(':')[0] ?? '';
}

function isOf({ id, attempt, status, transfer, currency }: PayoutRow, made: Listed): boolean {
  if (made.attempt !== `${id}:attempt:${attempt}` || made.currency !== currency) return false;
  return status === 'pending' || (status === 'paid' && made.amount === transfer);
}

function isTopUp({ id, topUp, currency }: WithdrawalRow, made: Listed): boolean {
  const n = Number(made.attempt?.split(`${id}:topup:`)[1]);
  return n >= 1 && n <= topUp && made.currency === currency;
}
