import type { SystemCtx } from '../../../context.ts';
import { type ConnectionRow, isShop } from '../../accounts/connections/connection.ts';
import { saveShopDue } from './store.ts';

/** Tries again what a shop had refused, in the batch that connects it again. */
export function resumeCodes(ctx: SystemCtx, { id, provider }: Pick<ConnectionRow, 'id' | 'provider'>): void {
  if (!isShop(provider)) return;
  saveShopDue(ctx, id);
}
