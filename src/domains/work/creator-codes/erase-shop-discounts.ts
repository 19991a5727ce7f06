import type { SystemCtx } from '../../../context.ts';
import type { ErasedShop } from '../../catalog/shops/interface.ts';
import { saveDiscountsErased } from './store.ts';

/** Takes out what an erased shop told of its discounts. The codes stay the account's, in no shop. */
export function eraseShopDiscounts(ctx: SystemCtx, { id }: ErasedShop): void {
  saveDiscountsErased(ctx, id);
}
