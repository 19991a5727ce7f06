import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import type { PayoutAccount } from '../../../integrations/stripe/connect.ts';
import { isCreator } from '../../../kit/holder.ts';
import { savePayoutSetup as saveOnAccount } from '../../accounts/accounts/interface.ts';
import { savePayoutSetup } from '../../work/creator-consent/interface.ts';
import { wakePayouts } from '../payables/interface.ts';
import { type StoredAccount, saveAccount } from './store.ts';

/**
 * Writes what the processor was seen to say of an account; the holder's record follows, and a change of the set-up is told once.
 * Throws conflict when another look was written since `before` was read: look again.
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
    // A recipient without a bank has none at the processor.
    currency: found.currency ?? before.currency,
    identity: found.identity,
    banks: found.banks,
    payoutsEnabled: found.payoutsEnabled,
    taxId: found.taxId,
  };
  saveAccount(batch, before, after);
  const made = before.processorAccount === null;
  const changed =
    before.identity !== after.identity ||
    JSON.stringify(before.banks) !== JSON.stringify(after.banks) ||
    before.payoutsEnabled !== after.payoutsEnabled;
  if (made || changed) {
    const setup = {
      // Whom the processor refuses for good has to act all the same, if only by asking it why.
      identityStatus: after.identity === 'rejected' ? ('required' as const) : after.identity,
      bankAccountStatus: after.banks.length === 0 ? ('missing' as const) : ('added' as const),
    };
    if (isCreator(before.holder)) savePayoutSetup(batch, before.holder, setup);
    else saveOnAccount(batch, before.holder, setup);
    wakePayouts(batch, before.holder);
  }
  // The catalogue has no such event about a partner's account.
  if (changed && isCreator(before.holder)) {
    const creator = before.holder;
    emit(batch, { type: 'creator.payouts_updated', account: null, creator, data: { creator } });
  }
  await Promise.all(await batch.write.commit());
}
