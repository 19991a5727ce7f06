import type { SystemCtx } from '../../../context.ts';
import type { ErasedShop } from '../../catalog/shops/interface.ts';
import { saveOrdersErased } from './order-store.ts';
import { saveSentErased } from './store.ts';

/**
 * Takes out what is kept of samples that an erased shop sent: where they went, and the shop's numbers. What it has not
 * sent is left to the account, which can send it itself.
 */
export function eraseShopOrders(ctx: SystemCtx, { accountId, catalogue }: ErasedShop): void {
  if (catalogue === null) return;
  saveSentErased(ctx, accountId, catalogue);
  saveOrdersErased(ctx, accountId, catalogue);
}
