// A person is back from a page of the provider. What came of it is read from the processor, never from the address.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { finishCardSetup } from '../../money/cards/finish-card-setup.ts';
import { retryCharges } from '../../money/charges/retry-charges.ts';
import { payoutAccountOf } from '../../money/payout-accounts/payout-account-of.ts';
import { refreshPayoutAccount } from '../../money/payout-accounts/refresh-payout-account.ts';
import { linkToPayouts } from './link-to-payouts.ts';
import { withStatus } from './return-url.ts';
import { findVisit, type VisitRow } from './store.ts';

/** Where the person goes now, or what they are shown. */
export type Next = { location: string } | { title: string; text: string; status: 200 | 404 | 410 | 503 };

const UNKNOWN: Next = { title: 'Unknown link', text: 'There is nothing at this address.', status: 404 };
const EXPIRED: Next = {
  title: 'Expired link',
  text: 'This link has expired. Go back to where you came from and begin again.',
  status: 410,
};
const LATER: Next = {
  title: 'One moment',
  text: 'The payment processor does not answer. Load this page again in a minute.',
  status: 503,
};
const ENDS = {
  connected: 'Your payouts are set up. You can close this page.',
  added: 'The card is saved. You can close this page.',
  error: 'This was not finished. Go back to where you came from and begin again.',
} as const;

/** The end of a visit. May be loaded as often as one likes. */
export async function comeBack(ctx: SystemCtx, visitId: string): Promise<Next> {
  const visit = await findVisit(ctx, visitId);
  if (!visit) return UNKNOWN;
  if (visit.expiresAt <= ctx.now) return EXPIRED;
  return await unlessSilent(async () => {
    const status = await outcomeOf(ctx, visit);
    if (visit.returnUrl !== null) return { location: withStatus(visit.returnUrl, status) };
    return { title: status === 'error' ? 'Not finished' : 'Done', text: ENDS[status], status: 200 };
  });
}

/** The page they were sent to had been used or was too old: a fresh one for the same visit. */
export async function goAgain(ctx: SystemCtx, visitId: string): Promise<Next> {
  const visit = await findVisit(ctx, visitId);
  if (visit?.provider !== 'stripe') return UNKNOWN;
  if (visit.expiresAt <= ctx.now) return EXPIRED;
  const account = await payoutAccountOf(ctx, visit.holder);
  if (!account) return UNKNOWN;
  return await unlessSilent(async () => {
    const { url } = await linkToPayouts(ctx, account, `${ctx.vars.PUBLIC_URL}/connections/${visit.id}`);
    return { location: url };
  });
}

async function outcomeOf(ctx: SystemCtx, visit: VisitRow): Promise<keyof typeof ENDS> {
  if (visit.provider === 'card') {
    const account = await finishCardSetup(ctx, visit.subject);
    if (account === null) return 'error';
    // What this loses, the processor's webhook brings.
    ctx.write.afterCommit(() => retryCharges(ctx, account));
    return 'added';
  }
  const account = await refreshPayoutAccount(ctx, visit.subject);
  return account?.identity === 'pending' || account?.identity === 'verified' ? 'connected' : 'error';
}

async function unlessSilent(work: () => Promise<Next>): Promise<Next> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'provider_error')) {
      return LATER;
    }
    throw error;
  }
}
