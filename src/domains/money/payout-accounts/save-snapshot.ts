import type { SystemCtx } from '../../../context.ts';
import { emit, emitInternal } from '../../../db/outbox.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import type { PayoutAccount } from '../../../integrations/stripe/connect.ts';
import { holderSides, isCreator } from '../../../kit/holder.ts';
import { savePayoutSetup as saveOnAccount } from '../../accounts/accounts/interface.ts';
import { savePayoutSetup } from '../../work/creator-consent/interface.ts';
import { wakePayouts } from '../payables/interface.ts';
import { type StoredAccount, saveAccount } from './store.ts';

/**
 * Stores an account's state as the processor reported it, updates the holder's record, and sends one event if
 * the setup changed. Throws conflict when another state was stored since `before` was read: then look again.
 */
export async function saveSnapshot(
  ctx: SystemCtx,
  before: StoredAccount,
  found: PayoutAccount,
): Promise<void> {
  const batch = withOwnWrites(ctx);
  const after = {
    processorAccount: found.id,
    country: found.country,
    // A recipient without a bank has no currency at the processor.
    currency: found.currency ?? before.currency,
    identity: found.identity,
    banks: found.banks,
    payoutsEnabled: found.payoutsEnabled,
    taxId: found.taxId,
  };
  saveAccount(batch, before, after);
  // Where the money goes is what somebody would change who got into an account.
  if (idsOf(before.banks) !== idsOf(after.banks))
    emitInternal(batch, { type: 'payout_bank.changed', ...holderSides(before.holder), data: {} });
  const made = before.processorAccount === null;
  const changed =
    before.identity !== after.identity ||
    JSON.stringify(before.banks) !== JSON.stringify(after.banks) ||
    before.payoutsEnabled !== after.payoutsEnabled;
  if (made || changed) {
    const setup = {
      // A person whom the processor refuses for good still has to act, if only by asking it why.
      identityStatus: after.identity === 'rejected' ? ('required' as const) : after.identity,
      bankAccountStatus: after.banks.length === 0 ? ('missing' as const) : ('added' as const),
    };
    if (isCreator(before.holder)) savePayoutSetup(batch, before.holder, setup);
    else saveOnAccount(batch, before.holder, setup);
    wakePayouts(batch, before.holder);
  }
  // The catalogue has no such event for a partner's account.
  if (changed && isCreator(before.holder)) {
    const creator = before.holder;
    emit(batch, { type: 'creator.payouts_updated', account: null, creator, data: { creator } });
  }
  await Promise.all(await batch.write.commit());
}

/** Which banks they are, whatever their order and what else is told of them. */
const idsOf = (banks: StoredAccount['banks']): string =>
  banks
    .map(({ id }) => id)
    .toSorted()
    .join();
