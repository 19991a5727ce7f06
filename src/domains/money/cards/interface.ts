import type { SystemCtx } from '../../../context.ts';
import { findCardOnFile } from './store.ts';

/** The card on which an account is charged, by the processor's IDs; null while there is none. */
export async function cardOf(
  ctx: SystemCtx,
  accountId: string,
): Promise<{ customer: string; card: string } | null> {
  const row = await findCardOnFile(ctx, accountId);
  return row && { customer: row.customer, card: row.id };
}
