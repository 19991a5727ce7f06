import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { awaitsPerson } from '../../work/creator-consent/interface.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import {
  type PayoutAccountRow,
  payoutProblem,
  payoutProblemInWords,
} from '../payout-accounts/payout-account.ts';
import { type Balance, presentBalance } from './balance.ts';
import { payoutTermsOf } from './payout-terms.ts';

const AWAITED =
  'A person has verified the address of this creator. Payouts go on once the person has taken the record over or refused it.';

/** The balances of the acting creator or account. */
export async function getBalance(ctx: Ctx): Promise<Balance> {
  const holder = actingId(ctx.actor);
  const [balances, known] = await Promise.all([
    ledgerOf(ctx.env, holder).balances(),
    payoutTermsOf(ctx, holder),
  ]);
  const waiting = Object.keys(balances).filter((currency) => (balances[currency]?.available ?? 0) > 0);
  const problems: Record<string, string | null> = {};
  if (waiting.length > 0) {
    const [account, awaited] = await Promise.all([
      known.account === undefined ? payoutAccountOf(ctx, holder) : known.account,
      ctx.actor.creator !== null && awaitsPerson(ctx, holder),
    ]);
    for (const currency of waiting)
      problems[currency] = awaited ? AWAITED : problemInWords(account, currency);
  }
  return presentBalance(balances, ctx.actor.creator !== null, ctx.vars, known.terms, problems);
}

/**
 * Why the available balance is not paid out, and what to do about it; null when nothing prevents a payout.
 */
function problemInWords(account: PayoutAccountRow | null, currency: string): string | null {
  const problem = payoutProblem(account, currency);
  if (problem !== null) return payoutProblemInWords(problem, currency, 'paid');
  if (account === null) return 'Payouts are not set up yet. Set them up, and the next payout brings it.';
  if (account.identity === 'verified') return null;
  return 'Your identity is not verified yet. Finish the payout set-up, and the next payout brings it.';
}
