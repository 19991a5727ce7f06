// The two ways to a bank. A connected account holds its payout balance and pays out of it. A recipient holds
// nothing and is paid from our financial account at the processor, which is filled from our own balance
// there.
import type { SystemCtx } from '../../../context.ts';
import { logMissing, NotConfigured } from '../../../integrations/provider/settings.ts';
import type { Stripe } from '../../../integrations/stripe/client.ts';
import type { Attempt } from '../../../integrations/stripe/once.ts';
import { fundFinancialAccount, payOutbound, readOutbound } from '../../../integrations/stripe/outbound.ts';
import type { Outcome } from '../../../integrations/stripe/outcome.ts';
import { payOut, readPayout, type SentPayout, transferTo } from '../../../integrations/stripe/payouts.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import { bankFor } from '../payout-accounts/payout-account.ts';
import { centsToSend, moveProcessorBalance } from '../processor-balances/interface.ts';
import { netOf, type WithdrawalRow } from './withdrawal.ts';

export interface Rail {
  /** Values that must be fixed before an attempt, so that a repeat sends the same request. */
  prepare(ctx: SystemCtx, row: WithdrawalRow): Promise<Partial<Pick<WithdrawalRow, 'bank'>>>;
  send(ctx: SystemCtx, stripe: Stripe, row: WithdrawalRow, attempt: Attempt): Promise<Outcome<SentPayout>>;
  /** Cents to add to the paying account, after it turned out to hold too little. */
  lacking(ctx: SystemCtx, row: WithdrawalRow): Promise<number>;
  topUp(
    ctx: SystemCtx,
    stripe: Stripe,
    row: WithdrawalRow,
    amount: number,
    attempt: Attempt,
  ): Promise<Outcome<unknown>>;
  /** The payout's state now. Throws unavailable or provider_error. */
  read(stripe: Stripe, row: WithdrawalRow): Promise<SentPayout>;
  /** Adds to ctx.write by how many cents the connected account's balance changed. */
  moveBalance(ctx: SystemCtx, row: WithdrawalRow, cents: number): void;
}

const connected: Rail = {
  prepare: async () => ({}),
  send: async (_, stripe, row, attempt) => {
    const { processorAccount: account, currency, speed: method } = row;
    return await payOut(stripe, { account, amount: netOf(row), currency, method }, attempt);
  },
  lacking: async (ctx, { holder, currency }) => await centsToSend(ctx, holder, currency, 0),
  topUp: async (_, stripe, { processorAccount: account, currency }, amount, attempt) =>
    await transferTo(stripe, { account, amount, currency }, attempt),
  read: async (stripe, { processorAccount, processorPayout }) =>
    await readPayout(stripe, processorAccount, processorPayout!),
  moveBalance: (ctx, { holder, currency }, cents) => moveProcessorBalance(ctx, holder, currency, cents),
};

const recipient: Rail = {
  prepare: async (ctx, { holder, currency }) => {
    const account = await payoutAccountOf(ctx, holder);
    return { bank: (account && bankFor(account, currency)?.id) ?? null };
  },
  send: async (ctx, stripe, row, attempt) => {
    const { processorAccount, bank: payoutMethod, currency } = row;
    const to = { recipient: processorAccount, payoutMethod, amount: netOf(row), currency };
    return await payOutbound(stripe, { financialAccount: financialAccount(ctx), ...to }, attempt);
  },
  // Money already there may be meant for other withdrawals, so the full amount is added.
  lacking: async (_, row) => netOf(row),
  topUp: async (ctx, stripe, { currency }, amount, attempt) =>
    await fundFinancialAccount(
      stripe,
      { financialAccount: financialAccount(ctx), amount, currency },
      attempt,
    ),
  read: async (stripe, row) => await readOutbound(stripe, row.processorPayout!),
  moveBalance: () => {},
};

export function railOf({ kind }: Pick<WithdrawalRow, 'kind'>): Rail {
  return kind === 'recipient' ? recipient : connected;
}

function financialAccount({ vars }: SystemCtx): string {
  if (vars.STRIPE_FINANCIAL_ACCOUNT) return vars.STRIPE_FINANCIAL_ACCOUNT;
  logMissing(vars, 'STRIPE_FINANCIAL_ACCOUNT');
  throw new NotConfigured('Weekly payouts are not configured.');
}
