// What we read again after each kind of event. A handler commits by itself, and may run twice, late and in
// any order.
import type { SystemCtx } from '../../../context.ts';
import { finishCardSetup } from '../cards/finish-card-setup.ts';
import { retryCharges } from '../charging/retry-charges.ts';
import { refreshPayoutAccount } from '../payout-accounts/refresh-payout-account.ts';
import { refreshCharge } from '../reconciliation/refresh-charge.ts';
import { refreshWithdrawal } from '../withdrawals/refresh-withdrawal.ts';

export interface EventSubject {
  type: string;
  /** The connected account that the event is about; null for our own. */
  account: string | null;
  objectId: string;
  objectKind: string;
}

type Handler = (ctx: SystemCtx, event: EventSubject) => Promise<unknown>;

const card: Handler = async (ctx, event) => {
  const account = await finishCardSetup(ctx, event.objectId);
  if (account !== null) await retryCharges(ctx, account);
};
const charge: Handler = (ctx, event) => refreshCharge(ctx, event.objectId);
const payoutAccount: Handler = (ctx, event) => refreshPayoutAccount(ctx, event.account ?? event.objectId);
const withdrawal: Handler = (ctx, event) => refreshWithdrawal(ctx, event.account, event.objectId);

/** Null for an event that nothing here depends on. */
export function handlerOf(event: EventSubject): Handler | null {
  const { type, account, objectKind } = event;
  if (type === 'checkout.session.completed') return card;
  // Events about charges and refunds name their payment intent as the object: see Notice.
  if (/^(payment_intent|charge|refund)\./.test(type)) return objectKind === 'payment_intent' ? charge : null;
  if (/^(account|capability|person)\./.test(type)) return account ? payoutAccount : null;
  if (type.startsWith('payout.')) return account ? withdrawal : null;
  if (objectKind === 'v2.core.account') return payoutAccount;
  if (objectKind === 'v2.money_management.payout_method') return account ? payoutAccount : null;
  if (objectKind === 'v2.money_management.outbound_payment') return withdrawal;
  return null;
}
