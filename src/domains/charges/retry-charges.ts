import type { SystemCtx } from '../../context.ts';

/** A card came in: what failed or waits is tried at once. Call it after the card is committed; a repeat changes nothing. */
export async function retryCharges(_ctx: SystemCtx, _accountId: string): Promise<void> {
  throw new Error('not built yet');
}
