// What payout accounts do to a creator's record.
import type { SystemCtx } from '../../../context.ts';
import type { CreatorRow } from './creator.ts';
import { findCreator } from './read-store.ts';
import { writePayoutSetup } from './store.ts';

/** The address that the processor may write to; null when there is none. */
export async function creatorEmail(ctx: SystemCtx, creatorId: string): Promise<string | null> {
  return (await findCreator(ctx, creatorId))?.email ?? null;
}

/** Adds to the caller's batch how far the creator's payout set-up is. */
export function showPayoutSetup(
  ctx: SystemCtx,
  creatorId: string,
  setup: Pick<CreatorRow, 'identityStatus' | 'bankAccountStatus'>,
): void {
  writePayoutSetup(ctx, creatorId, setup);
}
