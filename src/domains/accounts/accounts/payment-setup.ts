// What cards and payout accounts do to an account's record. Each adds to the caller's batch.
import type { SystemCtx } from '../../../context.ts';
import type { AccountRow } from './account.ts';
import { findContact, writeSetup } from './store.ts';

/** Whom the processor is told of; null when there is no such account. */
export async function accountContact(
  ctx: SystemCtx,
  accountId: string,
): Promise<Pick<AccountRow, 'name' | 'email'> | null> {
  return await findContact(ctx, accountId);
}

/** Shows the card on file. */
export function showCard(ctx: SystemCtx, accountId: string, card: { brand: string; last4: string }): void {
  writeSetup(ctx, accountId, { cardStatus: 'active', cardBrand: card.brand, cardLast4: card.last4 });
}

/** Shows how far a partner's payout set-up is. */
export function showPayoutSetup(
  ctx: SystemCtx,
  accountId: string,
  setup: Pick<AccountRow, 'identityStatus' | 'bankAccountStatus'>,
): void {
  writeSetup(ctx, accountId, setup);
}
